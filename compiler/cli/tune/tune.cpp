#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/exit_code.h"
#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "cli/input/rewrite.h"
#include "cli/output/terminal.h"
#include "cli/tune/lessons.h"
#include "cli/tune/print_tuned.h"
#include "cli/verbs.h"
#include "diagnostics/json.h"
#include "diagnostics/render_json.h"
#include "format/unified_diff.h"
#include "language/scalar.h"
#include "source/read_file.h"
#include "testing/run_tests.h"
#include "tune/number_text.h"
#include "workspace/checked_file.h"

namespace ishi::compiler::cli {
namespace {

bool is_before(const TunedNumber& a, const TunedNumber& b) {
  return std::pair(a.place.span.file, a.place.span.begin) < std::pair(b.place.span.file, b.place.span.begin);
}

// A number named with a range counts with the range that is named last.
void add(std::vector<TunedNumber>& numbers, TunedNumber number, bool has_range) {
  const auto known = std::ranges::find_if(
      numbers, [&](const TunedNumber& one) { return one.place.span == number.place.span; });
  if (known == numbers.end())
    numbers.push_back(std::move(number));
  else if (has_range)
    *known = std::move(number);
}

// The numbers that the file marks, each with its range. Marks of files that are included come first, so that
// this file's count.
std::vector<TunedNumber> marked_numbers(const CheckedFile& file) {
  std::vector<TunedNumber> numbers;
  for (const auto& [path, mark] : file.program->model.tune) {
    const auto found = find_marked_numbers(file.program->units, file.sources, path);
    if (!found) continue;  // which has been reported
    const bool has_range = mark.range.given;
    for (const NumberPlace& place : *found)
      add(numbers, has_range ? with_range(place, mark.range.value) : with_usual_range(place), has_range);
  }
  return numbers;
}

// One `--tune`; without a range that of the mark counts, if there is one. False after a message.
bool add_named(const CheckedFile& file, const std::string& text, const std::vector<TunedNumber>& marked,
               std::vector<TunedNumber>& numbers) {
  const size_t equals = text.find('=');
  const std::string path = text.substr(0, equals);
  const auto found = find_numbers(file.program->units, file.sources, path);
  if (!found) {
    complain("--tune {}: {}", text, found.error().message);
    say_more("{}", found.error().help);
    return false;
  }
  Bounds bounds;
  const bool has_range = equals != std::string::npos;
  if (has_range) {
    const std::string range = text.substr(equals + 1);
    Diagnostics diagnostics;
    if (!read_bounds(range, {}, diagnostics, bounds)) {
      complain("--tune {}: {}", text, diagnostics.all()[0].message);
      if (!diagnostics.all()[0].help.empty()) say_more("{}", diagnostics.all()[0].help);
      return false;
    }
  }
  for (const NumberPlace& place : *found) {
    const auto mark =
        std::ranges::find_if(marked, [&](const TunedNumber& one) { return one.place.span == place.span; });
    TunedNumber number = has_range              ? with_range(place, bounds)
                         : mark != marked.end() ? *mark
                                                : with_usual_range(place);
    if (const std::string fault = fault_of(number); !fault.empty()) {
      complain("--tune {}: {}", text, fault);
      return false;
    }
    add(numbers, std::move(number), has_range);
  }
  return true;
}

// The numbers that a verb may change, in the order of the texts, each once: those that `--tune` names, or
// else those that the file marks. Nothing after messages on stderr.
std::optional<std::vector<TunedNumber>> tuned_numbers(const CheckedFile& file,
                                                      const TuneVerbOptions& options) {
  std::vector<TunedNumber> marked = marked_numbers(file);
  std::vector<TunedNumber> numbers;
  bool is_good = true;
  for (const std::string& text : options.tunes) is_good = add_named(file, text, marked, numbers) && is_good;
  if (!is_good) return std::nullopt;
  if (options.tunes.empty()) numbers = std::move(marked);
  if (numbers.empty()) {
    complain(
        "nothing may be tuned: name numbers of {} with --tune, such as --tune \"actions.*.gains.*\" for all "
        "gains, or mark them in the file: tune: {{ actions.*.gains.*: 0..1 }}",
        options.path);
    return std::nullopt;
  }
  std::ranges::sort(numbers, is_before);
  return numbers;
}

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
