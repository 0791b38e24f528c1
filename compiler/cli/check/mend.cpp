#include "cli/check/mend.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <utility>

#include "cli/input/batch.h"
#include "cli/output/output.h"
#include "ishi/compiler/compile.h"
#include "source/content_hash.h"
#include "source/whole_file.h"
#include "syntax/scan.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

// A mend may uncover what is to be mended next.
constexpr size_t kMostSteps = 50;
// … also in another file that includes this one.
constexpr size_t kMostPasses = 5;

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

struct Compiled {
  Verdict verdict;
  uint32_t file = 0;  // the main one
  size_t errors = 0;
};

Compiled compile_text(const Input& input, std::string text, const ProjectFiles& files, ParsedFiles& parsed) {
  Sources sources;
  sources.show_from(input.viewpoint);
  CompileOptions options;
  options.needs_blob = false;
  options.included = &parsed;
  Compiled result;
  result.verdict = compile(input.path, std::move(text), files, options, sources);
  for (const Diagnostic& diagnostic : result.verdict.diagnostics) {
    if (diagnostic.severity == Severity::error) ++result.errors;
  }
  return result;
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

Mending mend(const Input& input, std::string text, const ProjectFiles& files, ParsedFiles& parsed) {
  Mending best;
  best.text = text;
  size_t fewest = 0;
  size_t count = 0;
  std::set<std::pair<uint64_t, uint64_t>> seen;
  for (size_t step = 0; step <= kMostSteps; ++step) {
    const Compiled compiled = compile_text(input, text, files, parsed);
    if (step == 0 || compiled.errors <= fewest) {
      fewest = compiled.errors;
      best.text = text;
      best.count = count;
      best.is_refused = false;
    } else {
      best.is_refused = best.count == 0;
    }
    const ContentHash hash = content_hash(text);
    if (!seen.emplace(hash.low, hash.high).second) break;
    MendedText next = apply_mends(text, compiled.verdict.diagnostics, compiled.file);
    if (next.count == 0 || next.text.size() > kMostTextBytes) break;
    count += next.count;
    text = std::move(next.text);
  }
  return best;
}

std::vector<MendedFile> mend_files(const std::vector<Input>& inputs, unsigned jobs) {
  std::vector<fs::path> outputs;
  for (const Input& input : inputs) outputs.push_back(input.root / input.path);
  remove_leftovers_beside(outputs);
  std::vector<MendedFile> results(inputs.size());
  for (size_t pass = 0; pass < kMostPasses; ++pass) {
    Projects projects(inputs);
    std::vector<char> is_changed(inputs.size(), 0);
    const auto mend_one = [&](size_t i) {
      const Input& input = inputs[i];
      Project& project = projects.of(input);
      const auto read = read_input(input, project.files);
      if (!read) return;  // the check says so
      Mending mending = mend(input, read->text, project.files, project.parsed);
      MendedFile& result = results[i];
      result.path = input.shown_path();
      result.failure.clear();
      if (mending.is_refused) result.failure = "left alone: with what could be mended more would be wrong";
      if (mending.text == read->text) return;
      // What a link leads to is written, not the link.
      std::error_code error;
      const fs::path path = fs::canonical(input.root / input.path, error);
      const auto now = read_input(input, ProjectFiles(input.root));
      if (error || !now || now->text != read->text)
        result.failure = "left alone: somebody else is changing it";
      else if (::access(path.c_str(), W_OK) != 0)
        result.failure = "cannot be written: it is read-only";
      else if (std::string failure = replace_whole(path, mending.text); !failure.empty())
        result.failure = fmt::format("cannot be written: {}", failure);
      if (!result.failure.empty()) return;
      result.count += mending.count;
      is_changed[i] = 1;
    };
    for_all(inputs.size(), jobs, "mending", mend_one, [](size_t) {});
    if (std::ranges::count(is_changed, 1) == 0) break;
  }
  std::erase_if(results, [](const MendedFile& file) { return file.count == 0 && file.failure.empty(); });
  return results;
}

}  // namespace ishi::compiler::cli
