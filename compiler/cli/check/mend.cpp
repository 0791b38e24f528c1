#include "cli/check/mend.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/input/batch.h"
#include "cli/input/rewrite.h"
#include "cli/output/output.h"
#include "pipeline/mend.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

// A mend may uncover another one in a file that includes this one.
constexpr size_t kMostPasses = 5;

}  // namespace

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
      Mending mending = mend(input.path, read->text, project.files, project.parsed);
      MendedFile& result = results[i];
      result.path = input.shown_path();
      result.failure.clear();
      if (mending.is_refused) result.failure = "left alone: with what could be mended more would be wrong";
      if (mending.text == read->text) return;
      if (std::string failure = rewrite_input(input, read->text, mending.text); !failure.empty())
        result.failure = std::move(failure);
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
