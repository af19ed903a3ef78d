// Refuses what CUDA has and the simulator has not, and mistakes that the compiler would not see. Each is an
// error with its place.
#include <string>
#include <string_view>

#include "passes.hpp"

namespace wgsim::rewriter {
namespace {

/// Inline PTX. An empty instruction is only a fence for the compiler, and harmless.
void refuse_assembly(Translation& t, const Context& context, std::size_t i) {
  if (!t.is(i, "asm") && !t.is(i, "__asm__") && !t.is(i, "__asm")) return;
  if (!context.device_code_at(i)) return;
  std::size_t open = i + 1;
  while (t[open].is_identifier()) ++open;  // volatile
  if (!t.is(open, "(") || t.is(open + 1, "\"\"") || t[open + 1].text == "\"\"") return;
  t.error(i, "inline PTX (asm) can't be simulated; use the intrinsic or the C++ that it stands for");
}

/// Nor can a GPU jump to an address.
void refuse_computed_goto(Translation& t, const Context& context, std::size_t i) {
  if (t.is(i, "goto") && t.is(i + 1, "*") && context.device_code_at(i))
    t.error(i, "device code has no computed goto; write a switch");
}

/// References to textures, which are templates that CUDA had before version 12. (All else about textures:
/// wgsim/refused.h.)
void refuse_texture(Translation& t, std::size_t i) {
  const bool is_reference = (t.is(i, "texture") || t.is(i, "surface")) && t.is(i + 1, "<");
  if (!is_reference || t.is(i - 1, ".") || t.is(i - 1, "->")) return;
  t.error(i, "references to textures and surfaces ('" + std::string(t[i].text) +
                 "') were removed in CUDA 12; use a texture object (cudaCreateTextureObject)");
}

/// Names that exist in device code only. blockDim and gridDim are not among them, since host code has
/// variables of these names.
bool is_for_device_only(const Translation& t, std::size_t i) {
  if (t.is(i, "threadIdx") || t.is(i, "blockIdx")) return t.is(i + 1, ".");
  const std::string_view word = t[i].text;
  const bool synchronizes = word.starts_with("__syncthreads") || word == "__syncwarp" ||
                            (word.starts_with("__") && word.ends_with("_sync"));
  return synchronizes && t.is(i + 1, "(");
}

void refuse_device_function_on_host(Translation& t, const Context& context, std::size_t i) {
  if (!is_for_device_only(t, i) || context.device_code_at(i)) return;
  const std::size_t brace = t.enclosing_brace(i);
  if (brace == none || opens_class(t, brace)) return;
  t.error(i, "'" + std::string(t[i].text) +
                 "' works in device code only; is __device__ or __global__ missing before this function?");
}

bool is_behind_launch_bounds(const Translation& t, std::size_t i) {
  const std::size_t open = t.partner(i - 1);
  return open != none && open > 0 && t.is(open - 1, "__launch_bounds__");
}

/// `k(a)` as a statement, unless something else has the name of the kernel, too.
void refuse_call_of_kernel(Translation& t, const Context& context, std::size_t i) {
  if (i == 0 || !context.kernels.contains(t[i].text) || context.ordinary_names.contains(t[i].text)) return;
  const Token& previous = t[qualified_name_start(t, i + 1) - 1];
  const bool begins_statement = previous.is(";") || previous.is("{") || previous.is("}") ||
                                previous.is(")") || previous.is("else") || previous.is("do");
  if (!begins_statement || t.enclosing_brace(i) == none) return;
  if (previous.is(")") && is_behind_launch_bounds(t, i)) return;  // that is its declaration
  std::size_t call = i + 1;
  if (t.is(call, "<")) call = behind_angles(t, call);
  if (call == none || !t.is(call, "(")) return;
  const std::string name(t[i].text);
  t.error(i, "the kernel '" + name + "' is called like a function; launch it with " + name +
                 "<<<grid, block>>>(…)");
}

}  // namespace

void refuse_unsupported(Translation& t, const Context& context, std::size_t i) {
  refuse_assembly(t, context, i);
  refuse_computed_goto(t, context, i);
  refuse_texture(t, i);
  refuse_call_of_kernel(t, context, i);
  refuse_device_function_on_host(t, context, i);
}

}  // namespace wgsim::rewriter
