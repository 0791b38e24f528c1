#include "diagnostics/apply_mends.h"

#include <algorithm>

namespace ishi::compiler {
namespace {

bool begins_comment(std::string_view text, size_t i) {
  return text[i] == '#' && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t' || text[i - 1] == '\n');
}

bool loses_comment(std::string_view text, const Edit& edit) {
  if (edit.replacement.find('#') != std::string::npos) return false;  // it is the comment that is mended
  for (size_t i = edit.span.begin; i < std::min<size_t>(edit.span.end, text.size()); ++i) {
    if (begins_comment(text, i)) return true;
  }
  return false;
}

}  // namespace

MendedText apply_mends(std::string_view text, const std::vector<Diagnostic>& diagnostics, uint32_t file) {
  std::vector<const Diagnostic*> mends;
  for (const Diagnostic& diagnostic : diagnostics) {
    const bool is_of_file = std::ranges::all_of(diagnostic.edits, [&](const Edit& edit) {
      return edit.span.file == file && edit.span.begin <= edit.span.end && edit.span.end <= text.size();
    });
    const bool keeps_comments =
        std::ranges::none_of(diagnostic.edits, [&](const Edit& edit) { return loses_comment(text, edit); });
    if (!diagnostic.edits.empty() && diagnostic.is_mend_sure && is_of_file && keeps_comments)
      mends.push_back(&diagnostic);
  }
  const auto before = [](const Edit& a, const Edit& b) { return a.span.begin < b.span.begin; };
  MendedText result;
  std::vector<Edit> edits;  // by place, none touching another
  for (const Diagnostic* mend : mends) {
    const auto touches = [&](const Edit& edit) {
      return std::ranges::any_of(edits, [&](const Edit& other) {
        return edit.span.begin <= other.span.end && other.span.begin <= edit.span.end;
      });
    };
    if (std::ranges::any_of(mend->edits, touches)) continue;
    edits.insert(edits.end(), mend->edits.begin(), mend->edits.end());
    ++result.count;
  }
  std::ranges::stable_sort(edits, before);
  const bool has_carriage_returns = text.find("\r\n") != std::string_view::npos;
  size_t done = 0;
  for (const Edit& edit : edits) {
    if (edit.span.begin < done) continue;  // within one diagnostic
    result.text += text.substr(done, edit.span.begin - done);
    for (const char c : edit.replacement) {
      if (c == '\n' && has_carriage_returns) result.text += '\r';
      result.text += c;
    }
    done = edit.span.end;
  }
  result.text += text.substr(done);
  return result;
}

}  // namespace ishi::compiler
