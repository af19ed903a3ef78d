// The list of findings. A place stays a program counter until the findings are taken, since looking up lines
// is slow.
#include "report/findings.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "grid/grid.hpp"
#include "program/symbols.hpp"
#include "report/errors.hpp"
#include "state/simulation.hpp"

/// Debuggers stop here: something was found, in the thread that runs.
extern "C" [[gnu::noinline, gnu::used]] void wgsim_found() { asm volatile(""); }

namespace wgsim {

namespace core {

/// A thread, where it was when something went wrong.
struct Party {
  Where where;
  Place place;  ///< file and line are not known yet if `where` is a program counter
};

struct Recorded {
  std::string cause;  ///< in words, if it is known
  Problem problem;
  Facts facts;
  Party party;
  std::optional<Party> other;
  std::uint64_t launch;
  std::size_t event;
  std::uint64_t repeated = 0;
  RaceRemedy race_remedy = {};
  Site last_barrier = {nullptr, 0};

  FindingKind kind() const { return kind_of(problem); }
};

struct FindingList {
  std::vector<Recorded> recorded;
  /// What is suspected, with the number of findings that were recorded before it.
  std::vector<std::pair<Recorded, std::size_t>> suspected;
};

namespace {

/// How many of a kind this launch has found. Beyond Options::max_findings they are only noise.
bool too_many(FindingKind kind) {
  const std::vector<Recorded>& recorded = simulation.findings->recorded;
  const auto n = std::count_if(recorded.begin(), recorded.end(), [&](const Recorded& r) {
    return r.kind() == kind && r.launch == simulation.launch_number;
  });
  return std::size_t(n) >= simulation.options.max_findings;
}

/// The race of these two places that this launch has recorded before; nullptr: none.
Recorded* recorded_race(const Where& where, const std::optional<OtherParty>& other) {
  for (Recorded& r : simulation.findings->recorded)
    if (r.kind() == FindingKind::race && r.launch == simulation.launch_number && r.party.where == where &&
        r.other && other && r.other->where == other->where)
      return &r;
  return nullptr;
}

Party party(const Where& where, const Thread* thread) {
  Place place;
  if (where.site.file != nullptr) {
    place.file = where.site.file;
    place.line = where.site.line;
  }
  if (thread != nullptr) {
    const uint3 b = thread->block->index, t = thread->index;
    place.kernel = simulation.launch->kernel;
    place.block = {b.x, b.y, b.z};
    place.thread = {t.x, t.y, t.z};
  }
  return {where, std::move(place)};
}

/// The pointer of an allocation that failed is null, or was never set.
bool may_follow_from_failed_allocation(Problem problem) {
  switch (problem) {
    case Problem::null_pointer:
    case Problem::null_pointer_in_kernel:
    case Problem::wild_index:
    case Problem::no_memory_there:
    case Problem::host_memory_in_kernel:
    case Problem::copy_between_hosts:
    case Problem::wrong_direction:
    case Problem::fill_of_host_memory: return true;
    default: return false;
  }
}

Recorded record_of(Problem problem, Facts facts, const Where& where, const std::optional<OtherParty>& other) {
  Recorded r{may_follow_from_failed_allocation(problem) ? words_about_failed_allocation() : "",
             problem,
             std::move(facts),
             party(where, running.thread),
             {},
             simulation.launch_number,
             simulation.recorded_events};
  if (!other) return r;
  r.other = party(other->where, other->thread);
  if (other->block) r.other->place.block = other->block;
  if (other->thread_index) r.other->place.thread = other->thread_index;
  r.race_remedy = other->remedy;
  r.last_barrier = other->last_barrier;
  return r;
}

void resolve(std::vector<Party*> parties) {
  std::vector<const void*> pcs;
  std::erase_if(parties, [](const Party* p) { return p->where.pc == nullptr; });
  pcs.reserve(parties.size());
  for (const Party* p : parties) pcs.push_back(p->where.pc);
  const std::vector<SourceLine> lines = source_lines(pcs);
  for (std::size_t i = 0; i < parties.size(); ++i) {
    parties[i]->place.file = lines[i].file;
    parties[i]->place.line = lines[i].line;
    parties[i]->place.called_at = lines[i].called_at;
  }
}

}  // namespace

bool has_found(FindingKind kind) {
  return std::any_of(
      simulation.findings->recorded.begin(), simulation.findings->recorded.end(),
      [&](const Recorded& r) { return r.kind() == kind && r.launch == simulation.launch_number; });
}

bool already_found(FindingKind kind, const Where& where) {
  for (Recorded& r : simulation.findings->recorded)
    if (r.kind() == kind && r.party.where == where && r.launch == simulation.launch_number) {
      ++r.repeated;
      return true;
    }
  return false;
}

void report(Problem problem, Facts facts, const Where& where, const std::optional<OtherParty>& other) {
  const FindingKind kind = kind_of(problem);
  // One place may have several races, each with another place.
  Recorded* const known = kind == FindingKind::race ? recorded_race(where, other) : nullptr;
  if (known == nullptr && ((kind != FindingKind::race && already_found(kind, where)) || too_many(kind)))
    return;
  Recorded r = record_of(problem, std::move(facts), where, other);
  if (known != nullptr)
    *known = std::move(r);
  else
    simulation.findings->recorded.push_back(std::move(r));
  wgsim_found();
}

void suspect(Problem problem, Facts facts, const Where& where, const OtherParty& other) {
  FindingList& findings = *simulation.findings;
  findings.suspected.emplace_back(record_of(problem, std::move(facts), where, other),
                                  findings.recorded.size());
}

void settle_suspicions(const std::vector<bool>& is_true) {
  FindingList& findings = *simulation.findings;
  auto& all = findings.suspected;
  for (std::size_t i = all.size(); i-- > 0;)  // backwards, so that the numbers stay right
    if (is_true[i] && !too_many(all[i].first.kind()))
      findings.recorded.insert(findings.recorded.begin() + std::ptrdiff_t(all[i].second),
                               std::move(all[i].first));
  all.clear();
}

Place place_of(const Where& where, const Thread* thread) {
  Party p = party(where, thread);
  resolve({&p});
  return std::move(p.place);
}

void forget_findings() {
  simulation.findings->recorded.clear();
  simulation.findings->suspected.clear();
}

std::string short_place(Site site) {
  if (site.file == nullptr) return words(Phrase::an_unknown_place);
  const std::string_view file = site.file;
  const std::size_t slash = file.rfind('/');
  return std::string(slash == std::string_view::npos ? file : file.substr(slash + 1)) + ":" +
         std::to_string(site.line);
}

}  // namespace core

using namespace core;

namespace {

/// The lines of a finding with two places are facts of it, now that they are known.
void add_lines(Recorded& r) {
  if (!r.other) return;
  const Place &a = r.party.place, &b = r.other->place;
  const auto line = [&](const Place& p) {
    return a.file == b.file ? "line " + std::to_string(p.line) : short_place({p.file.c_str(), p.line});
  };
  r.facts.emplace_back("here", line(a));
  r.facts.emplace_back("there", line(b));
  // If the last barrier stands between the two lines, the earlier line has been reached again.
  const auto [earlier, later] = std::minmax(a.line, b.line);
  const Site barrier = r.last_barrier;
  const bool one_file = a.file == b.file, same = one_file && a.line == b.line;
  const bool next_turn = one_file && earlier < barrier.line && barrier.line < later &&
                         short_place(barrier) == short_place({a.file.c_str(), barrier.line});
  r.facts.emplace_back("earlier", "line " + std::to_string(earlier));
  r.facts.emplace_back("later", "line " + std::to_string(later));
  r.facts.emplace_back("barrier", "line " + std::to_string(barrier.line));
  r.facts.emplace_back("between", words(next_turn ? Phrase::between_turns
                                        : same    ? Phrase::between_two_of_a_line
                                                  : Phrase::between_two_lines,
                                        r.facts));
  r.facts.emplace_back("where", words(next_turn ? Phrase::where_turns_end : Phrase::where_between, r.facts));
  r.facts.emplace_back("how", same ? words(Phrase::how_on_one_line) : "");
}

using SourceKey = std::pair<std::string, int>;
SourceKey source_key(const Place& place) { return {place.file, place.line}; }

/// One finding for each of these. Races: for each pair of lines.
auto key_of(const Recorded& r) {
  SourceKey a = source_key(r.party.place), b;
  if (r.kind() == FindingKind::race && r.other) {
    b = source_key(r.other->place);
    if (b < a) std::swap(a, b);
  }
  return std::tuple(r.kind(), a, b);
}

/// Drops findings of uninitialised reads that a race explains: the thread read before the other one wrote.
void drop_explained_by_races(std::vector<Recorded>& all) {
  std::set<SourceKey> racing;
  for (const Recorded& r : all)
    if (r.kind() == FindingKind::race && r.other) {
      racing.insert(source_key(r.party.place));
      racing.insert(source_key(r.other->place));
    }
  std::erase_if(all, [&](const Recorded& r) {
    return r.kind() == FindingKind::uninitialized_read && racing.contains(source_key(r.party.place));
  });
}

Finding finding_of(Recorded&& r) {
  Finding finding = core::finding_of(r.problem, std::move(r.facts));
  finding.message = r.cause + finding.message;
  finding.place = std::move(r.party.place);
  if (r.other) finding.other = std::move(r.other->place);
  finding.event = r.event;
  if (r.repeated > 0) finding.message += words(Phrase::repeated, {{"times", r.repeated}});
  return finding;
}

/// Findings of several instructions or launches may have the same line: only the first is kept. Of races the
/// first of those that need the strongest remedy is kept.
std::vector<Finding> one_of_each_line(std::vector<Recorded> all) {
  std::vector<Recorded> kept;
  std::map<decltype(key_of(all.front())), std::size_t> seen;
  for (Recorded& r : all) {
    const auto [position, is_new] = seen.emplace(key_of(r), kept.size());
    if (is_new || r.party.place.line == 0) {
      kept.push_back(std::move(r));
      continue;
    }
    Recorded& first = kept[position->second];
    const std::uint64_t repeated = first.repeated + 1 + r.repeated;
    if (r.race_remedy > first.race_remedy) first = std::move(r);
    first.repeated = repeated;
  }
  std::vector<Finding> findings;
  findings.reserve(kept.size());
  for (Recorded& r : kept) findings.push_back(finding_of(std::move(r)));
  return findings;
}

}  // namespace

std::vector<Finding> take_findings() {
  std::vector<Recorded> taken = std::exchange(simulation.findings->recorded, {});
  std::vector<Party*> parties;
  for (Recorded& r : taken) {
    parties.push_back(&r.party);
    if (r.other) parties.push_back(&*r.other);
  }
  resolve(parties);
  for (Recorded& r : taken) add_lines(r);
  drop_explained_by_races(taken);

  return one_of_each_line(std::move(taken));
}

}  // namespace wgsim
