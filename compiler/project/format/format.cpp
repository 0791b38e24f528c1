#include "format/format.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "emit/emit.h"
#include "format/layout.h"
#include "format/proof.h"
#include "ishi/compiler/compile.h"
#include "source/sources.h"
#include "syntax/read_tree.h"

namespace ishi::compiler {
namespace {

bool ends_lines_with_return(std::string_view text) {
  const size_t end = text.find('\n');
  return end != std::string_view::npos && end > 0 && text[end - 1] == '\r';
}

std::string with_returns(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') result += '\r';
    result += c;
  }
  return result;
}

}  // namespace

FormattedText format_text(std::string_view text, uint32_t file, const FormatOptions& options,
                          Diagnostics& diagnostics) {
  using Outcome = FormattedText::Outcome;
  const size_t errors = diagnostics.error_count();
  const Tree before = read_tree(text, file, diagnostics);
  if (diagnostics.error_count() > errors) return {Outcome::unreadable, std::string(text), {}};
  if (before.root->kind == NodeKind::poisoned) return {Outcome::unchanged, std::string(text), {}};
  std::string result = layout_of(text, before, options);
  if (ends_lines_with_return(text)) result = with_returns(result);
  if (result == text) return {Outcome::unchanged, std::move(result), {}};
  Diagnostics faults;
  const Tree after = read_tree(result, file, faults);
  std::string doubt =
      faults.has_errors() ? "it could not be read" : lost_by_layout({text, before}, {result, after});
  if (!doubt.empty()) return {Outcome::unproved, std::string(text), std::move(doubt)};
  return {Outcome::changed, std::move(result), {}};
}

bool compiles_to_same_blob(const std::string& path, std::string_view before, std::string_view after,
                           const FileReader& reader) {
  CompileOptions options;
  options.strip = true;
  Sources sources;
  Compilation was = compile(path, std::string(before), reader, options, sources);
  if (was.has_errors) return true;
  Compilation is = compile(path, std::string(after), reader, options, sources);
  forget_sources(was.blob);
  forget_sources(is.blob);
  return !is.has_errors && is.blob == was.blob;
}

}  // namespace ishi::compiler
