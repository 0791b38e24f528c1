#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "cli/exit_code.h"
#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "cli/input/rewrite.h"
#include "cli/output/terminal.h"
#include "cli/tune/lessons.h"
#include "cli/tune/print_tuned.h"
#include "cli/tune/tuned_paths.h"
#include "cli/verbs.h"
#include "diagnostics/json.h"
#include "diagnostics/render_json.h"
#include "format/unified_diff.h"
#include "source/read_file.h"
#include "testing/run_tests.h"
#include "workspace/checked_file.h"

namespace ishi::compiler::cli {
namespace {

// The file without errors, in which somebody decides; as read_sound_file.
std::shared_ptr<CheckedFile> read_tuned(const Input& input, int& code) {
  auto file = read_sound_file(input, code);
  if (file == nullptr || !file->program->model.agents.empty()) return file;
  complain("{} has no agents, so nothing in it decides", input.shown_path());
  return nullptr;
}

// The tests of the file that fail in a version, by name.
std::vector<std::string> failing_tests(const TunedVersion& version) {
  std::vector<std::string> failing;
  for (const TestResult& result : run_tests(version.program->model, version.program->tests,
                                            version.program->units.main_file, version.asset)) {
    if (!is_good(result.outcome)) failing.push_back(result.name);
  }
  return failing;
}

std::vector<std::string> broken_tests(const TunedProgram& program, const Tuned& tuned) {
  const auto before = program.compile(std::vector<std::string>(program.numbers().size()));
  const auto after = program.compile(tuned.texts());
  if (!before || !after) return {};
  const std::vector<std::string> failed = failing_tests(**before);
  std::vector<std::string> broken = failing_tests(**after);
  std::erase_if(broken,
                [&](const std::string& name) { return std::ranges::find(failed, name) != failed.end(); });
  return broken;
}

// Writes the files that change: an exit code.
int write(const Input& main, const std::vector<TunedProgram::File>& files) {
  for (const TunedProgram::File& file : files) {
    Input input = main;
    input.path = file.path;
    if (const std::string failure = rewrite_input(input, file.before, file.after); !failure.empty()) {
      complain("{} {}", input.shown_path(), failure);
      return kUsage;
    }
  }
  return kGood;
}

}  // namespace

int run_tune(const TuneVerbOptions& options) {
  const auto input = find_input(options.path, options.root);
  if (!input) return kUsage;
  int code = kGood;
  const std::shared_ptr<CheckedFile> file = read_tuned(*input, code);
  if (file == nullptr) return code;
  auto numbers = tuned_numbers(*file, options);
  if (!numbers) return kUsage;
  const FolderReader reader(input->root);
  Lessons lessons(file, reader, options);
  for (const std::string& from : options.from) {
    if (code = lessons.add(from); code != kGood) return code;
  }
  const TunedProgram program(input->path, reader, *file->program, file->sources, std::move(*numbers));
  TuneOptions how;
  how.margin = options.margin;
  how.each = [&](size_t count, const std::function<void(size_t)>& work) {
    for_all(count, options.jobs, "tuning", work, [](size_t) {});
  };
  const auto tuned = tune(program, lessons.all(), how);
  if (!tuned) {
    complain("{}; narrow it: --tune PATH=LO..HI", tuned.error());
    return kUsage;
  }
  TunedReport report{options, program, lessons.all(), *tuned, {}, {}, false};
  const bool is_found = tuned->ending == Tuned::Ending::found;
  const auto files = program.files_with(tuned->texts());
  if (is_found) {
    for (const TunedProgram::File& one : files)
      report.diffs.push_back(unified_diff(input->viewpoint.shown(one.path), one.before, one.after));
    report.broken_tests = broken_tests(program, *tuned);
    if (options.writes) {
      if (code = write(*input, files); code != kGood) return code;
      report.is_written = true;
    }
  }
  if (options.format == Format::json)
    fmt::print("{}", json_text(tuned_json(report)));
  else
    print_tuned(report);
  return is_found || tuned->ending == Tuned::Ending::met_already ? kGood : kFound;
}

}  // namespace ishi::compiler::cli
