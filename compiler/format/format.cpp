#include "format/format.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "asset_generated.h"
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

// A blob holds a hash of each of its sources, which is of their layout, too.
void forget_sources(std::vector<uint8_t>& blob) {
  if (blob.empty()) return;
  const auto* sources = blob::GetSizePrefixedAsset(blob.data())->sources();
  if (sources == nullptr) return;
  const auto begin = static_cast<size_t>(sources->Data() - blob.data());
  std::fill_n(blob.begin() + static_cast<ptrdiff_t>(begin), sources->size() * sizeof(blob::SourceHash),
              uint8_t{0});
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
