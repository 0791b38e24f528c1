#include "workspace/complete.h"

#include <fmt/format.h>

#include <algorithm>

#include "source/read_file.h"
#include "workspace/complete_missing.h"
#include "workspace/complete_parts.h"

namespace ishi::compiler {
namespace {

constexpr size_t kMost = 200;

// The field whose expression stands at the place; null: something else stands there.
const Field* formula_at(const CompletionScope& scope) {
  const Field* const field = scope.place.at.field;
  if (field == nullptr || scope.cursor.is_key) return nullptr;
  if (field->form == Form::formula) return field;
  const Field* const alone = field->form == Form::record ? short_form_of(field) : nullptr;
  return alone != nullptr && alone->form == Form::formula ? alone : nullptr;
}

bool may_be_unquoted(std::string_view name) {
  return std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  });
}

std::vector<Completion> as_completions(const CompletionScope& scope, std::vector<Candidate> candidates,
                                       uint32_t begin, uint32_t end) {
  const std::string_view written = scope.text.substr(begin, scope.offset > begin ? scope.offset - begin : 0);
  const auto begins = [&](const Candidate& one) { return one.name.starts_with(written); };
  if (!written.empty() && std::ranges::any_of(candidates, begins))
    std::erase_if(candidates, [&](const Candidate& one) { return !begins(one); });
  std::ranges::stable_sort(candidates, std::greater<>(), &Candidate::score);
  std::vector<Completion> result;
  for (Candidate& candidate : candidates) {
    const auto is_same = [&](const Completion& other) { return other.label == candidate.name; };
    if (candidate.name.empty() || std::ranges::any_of(result, is_same)) continue;
    if (result.size() == kMost) break;
    Completion& completion = result.emplace_back();
    completion.label = candidate.name;
    completion.text = candidate.text.empty() ? candidate.name : candidate.text;
    if (candidate.text.empty() && !scope.cursor.is_quoted && !may_be_unquoted(candidate.name))
      completion.text = fmt::format("\"{}\"", candidate.name);
    completion.is_snippet = candidate.is_snippet;
    completion.kind = candidate.kind;
    completion.symbol = candidate.symbol;
    completion.detail = candidate.detail;
    completion.doc = candidate.doc;
    completion.begin = begin;
    completion.end = end;
  }
  return result;
}

// Names have what is said of them where they are declared.
void add_docs(const CheckedFile& names, std::vector<Completion>& completions) {
  for (Completion& completion : completions) {
    if (completion.kind != CompletionKind::name || !completion.doc.empty()) continue;
    const std::string_view bare = std::string_view(completion.label).substr(completion.label.rfind('.') + 1);
    for (const Symbol& symbol : names.index.symbols()) {
      if (symbol.name != bare || symbol.kind != completion.symbol) continue;
      completion.doc = symbol.doc;
      break;
    }
  }
}

}  // namespace

std::string with_placeholder(std::string_view text, uint32_t offset) {
  const Cursor cursor = find_cursor(text, offset);
  std::string result(text);
  if (cursor.in_comment || offset > text.size()) return result;
  const auto is_of_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  };
  const bool is_begun = offset > 0 && cursor.begin < offset && is_of_name(text[offset - 1]);
  if (is_begun || (offset < text.size() && is_of_name(text[offset]))) return result;
  result.insert(offset, cursor.is_key && !cursor.has_colon ? fmt::format("{}: 0", kPlaceholder)
                                                           : std::string(kPlaceholder));
  return result;
}

bool wants_paths(std::string_view text, uint32_t offset) {
  const Cursor cursor = find_cursor(text, offset);
  return !cursor.path.empty() && (cursor.path[0].key == "include" || cursor.path[0].key == "import");
}

std::vector<Completion> complete_at(std::string_view text, const CheckedFile& now, const CheckedFile& names,
                                    uint32_t offset, const std::vector<std::string>& paths) {
  const CompletionScope scope(text, now, names, offset);
  if (scope.cursor.in_comment) return {};
  uint32_t begin = scope.cursor.begin, end = scope.cursor.end;
  if (!paths.empty()) {
    std::vector<Candidate> candidates;
    for (const std::string& path : paths) {
      if (path == now.path) continue;
      Candidate candidate = word_candidate(path_from(now.path, path));
      candidate.kind = CompletionKind::path;
      candidate.text = candidate.name;
      candidate.score = -static_cast<double>(candidate.name.size());
      candidates.push_back(std::move(candidate));
    }
    return as_completions(scope, std::move(candidates), begin, end);
  }
  std::vector<Candidate> candidates;
  if (const Field* const formula = formula_at(scope); formula != nullptr) {
    candidates = complete_formula(scope, *formula, begin);
    end = offset;
    while (end < text.size() && ((text[end] >= 'a' && text[end] <= 'z') || text[end] == '_' ||
                                 (text[end] >= '0' && text[end] <= '9')))
      ++end;
    if (begin == offset) end = offset;
    // In an empty place a block of fields could begin as well.
    if (scope.cursor.may_be_key && scope.place.at.field->form == Form::record)
      append(candidates, complete_key(scope));
  } else if (scope.cursor.is_key) {
    candidates = complete_key(scope);
  } else {
    candidates = complete_value(scope);
    if (scope.cursor.may_be_key && candidates.empty()) candidates = complete_key(scope);
    // `+name` and `-name` of lists that are inherited.
    const Field* const field = scope.place.at.field;
    const bool has_sign = begin < offset && (text[begin] == '+' || text[begin] == '-');
    if (has_sign && field != nullptr && field->form == Form::references) ++begin;
  }
  std::vector<Completion> result = as_completions(scope, std::move(candidates), begin, end);
  add_docs(names, result);
  return result;
}

}  // namespace ishi::compiler
