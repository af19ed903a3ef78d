// What an exercise's oracle.cpp gives to the judge: inputs and right answers, computed serially on the CPU.
// An oracle runs in a process of its own (grader/oracle), and never in a runner, so a submission can't reach
// it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kit/sealed.cuh"
#include "model/element_type.hpp"

namespace warpgrade::kit {

/// One case, as the spec asks for it.
struct CaseRequest {
  std::string task;
  std::string op;     ///< operator name, as in the spec
  std::string input;  ///< kind of data
  std::uint64_t n = 0;
  std::map<std::string, std::int64_t> parameters;
  std::uint64_t seed = 0;
  std::string mistake = {};  ///< one of CaseData::mistakes, to be made; empty: none
};

/// How an array of a timed case is made from strips (CaseData::Growth).
struct Strips {
  std::uint64_t elements = 0;  ///< of this array in each strip; 0: it is not made from strips
  /// True: the order within a strip matters. At each place of the large case all such arrays (of u32) take
  /// the same strip of the small case, and a strip that moves by k places has k * step added to each element.
  /// False: only the number of elements grows with the strips; they may come in any order.
  bool in_one_piece = false;
  std::uint32_t step = 0;
};

/// A named array of n elements.
struct Array {
  std::string name;
  ElementType type;
  std::vector<std::byte> bytes;
  /// Elements of 8 bytes that a submission on the simulator must not read (kit/sealed.cuh). of() knows them.
  bool sealed = false;
  Strips strips = {};

  std::size_t count() const { return bytes.size() / type.size(); }

  template <class T>
  static Array of(std::string name, ElementType type, std::span<const T> values) {
    Array a{std::move(name), type, std::vector<std::byte>(values.size_bytes()), kIsSealed<T>};
    if (!values.empty()) std::memcpy(a.bytes.data(), values.data(), values.size_bytes());
    return a;
  }
};

struct ExpectedArray {
  Array values;
  /// Σ|x| behind each element, for floating types with a tolerance in the spec; empty: exact.
  std::vector<double> magnitude = {};
  /// For a result whose length the task itself finds out: the task gets an array of this many elements, and
  /// what it leaves behind the values is not compared. 0: the array has just as many elements as values.
  std::uint64_t room = 0;
  /// The output (one u32) in which the task tells the length. It must be named if the task is timed.
  std::string length_in = {};
  /// For floating types: -0 is not 0, and a NaN is right only with the same bits. For outputs whose elements
  /// are moved and not computed, as by a sort.
  bool every_bit = false;

  std::uint64_t capacity() const { return std::max<std::uint64_t>(room, values.count()); }
  std::size_t capacity_bytes() const { return capacity() * values.type.size(); }
};

/// An output that is a picture, for a person to look at (./grade --pictures). Its elements are u8x4, red,
/// green, blue and alpha, or u8, grey; row by row.
struct Picture {
  std::string output;  ///< its name
  int width = 0, height = 0;
  std::vector<std::byte> before;  ///< what it is made from, as a screen shows it; the same size and form
};

/// Inputs go to the runner, outputs stay in the judge (the runner learns only their types and counts).
struct CaseData {
  /// What is timed is larger than the oracle makes it: from a smaller case the GPU makes a large one. Usually
  /// its elements may come in any order. Those of a sparse matrix may not; a case that grows is a
  /// sequence of strips, of the same size in each array, which may follow each other in any order.
  struct Growth {
    std::uint64_t strip = 0;                        ///< of n, a power of two; 0: elements in any order
    std::uint64_t largest_n = 0;                    ///< with which the numbers of the case still fit
    std::map<std::string, double> parameters = {};  ///< how much larger each strip makes them
  };

  std::vector<Array> inputs;
  std::vector<ExpectedArray> outputs;
  /// Scalars that the entry function needs, besides n. All that the request may set are among them: another
  /// one in a spec is a mistake.
  std::map<std::string, double> parameters;
  std::uint64_t calls = 1;  ///< of the submission by the binding; each of them may cost what one may
  std::string note;         ///< how to read the elements; told beside a wrong answer, may be empty
  /// Looks at the outputs before they are compared, for what no expected value can say. Returns what is
  /// wrong, in words for the student, or nothing. Of elements of which only a part must be as expected it
  /// sets the rest to what is expected. May be empty. It may belong to a case that was made again: an oracle
  /// gives the same case for the same request.
  std::function<std::string(std::vector<std::vector<std::byte>>& outputs)> examine;
  /// What a right, race-free result says about every other input of this n ("right for every associative
  /// operator"; of all zeros and ones through a sorting network: "sorts every input"). Empty: nothing.
  std::string proves;
  /// Each output is made from those before it: where several are wrong, the first of them is the mistake, and
  /// only that one is shown.
  bool outputs_are_stages = false;
  std::optional<Picture> picture;
  Growth growth = {};
  /// Common mistakes, in words that go on after "That is the result if". Asked for one of them
  /// (CaseRequest::mistake), the oracle gives the outputs of a submission that makes it. A mistake is left
  /// out if another one could easily give the same outputs, as with a constant input.
  std::vector<std::string> mistakes = {};

  /// The index of the output that holds the length of output i; nothing if that has no room to spare. Throws
  /// std::invalid_argument where the oracle names none.
  std::optional<std::size_t> length_output(std::size_t i) const;
};

/// Common mistakes that an oracle can make on purpose, so that the judge can name the one that a submission
/// has made. An oracle asks for each: "is this the mistake to make?", and thereby offers it
/// (CaseData::mistakes).
class Mistakes {
 public:
  explicit Mistakes(const CaseRequest& request) : asked_for_(request.mistake), n_(request.n) {}

  /// `words` go on after "That is the result if". Returns true if the oracle must make this mistake now.
  bool make(std::string_view words);
  /// A mistake with tiles, of a size that the judge does not know: one for each usual size of which the input
  /// has more than one tile. `words` have a '#' for the size. Returns the size to make it with; 0: not at
  /// all.
  std::uint64_t make_with_tiles(std::string_view words);

  std::vector<std::string> take_offered() { return std::exchange(offered_, {}); }

 private:
  std::string asked_for_;
  std::uint64_t n_;
  std::vector<std::string> offered_;
};

/// An operator or an input kind that this exercise does not have. The judge turns it into a spec error.
struct UnknownName : std::runtime_error {
  UnknownName(std::string what, std::string value, std::vector<std::string> known);
  std::string what_kind, value;  ///< what_kind: "operator" or "input"
  std::vector<std::string> known;
};

/// What makes inputs of this name, out of all kinds that the oracle knows. Throws UnknownName with these.
template <class Kinds>
const auto& input_named(const Kinds& kinds, const std::string& name) {
  if (const auto kind = kinds.find(name); kind != kinds.end()) return kind->second;
  std::vector<std::string> known;
  for (const auto& [known_name, make] : kinds) known.push_back(known_name);
  throw UnknownName("input", name, known);
}

/// Deterministic in the request: the same seed gives the same data on every platform.
using Oracle = std::function<CaseData(const CaseRequest&)>;

/// oracle.cpp registers itself: `static const OracleRegistration registration("my_exercise", &make_case);`
struct OracleRegistration {
  OracleRegistration(const char* exercise, Oracle oracle);
};
Oracle find_oracle(const std::string& exercise);  ///< empty if there is none

}  // namespace warpgrade::kit
