#include <fmt/format.h>

#include <cstdio>
#include <vector>

#include "cli/batch.h"
#include "cli/exit_code.h"
#include "cli/inputs.h"
#include "cli/terminal.h"
#include "cli/verbs.h"

namespace ishi::compiler::cli {

int run_check(const CheckOptions& options) {
  const auto inputs = find_inputs(options.paths, options.root);
  if (!inputs) return kUsage;
  struct Checked {
    Sources sources;
    Compilation compilation;
    std::string failure;  // of reading
  };
  std::vector<Checked> results(inputs->size());
  Projects projects(*inputs);
  Findings findings;
  bool is_readable = true;
  const auto check_one = [&](size_t i) {
    const Input& input = (*inputs)[i];
    Checked& result = results[i];
    Project& project = projects.of(input);
    auto read = read_input(input, project.files);
    if (!read) {
      result.failure = read.error();
      return;
    }
    result.sources.show_from(input.viewpoint);
    CompileOptions compile_options;
    compile_options.needs_blob = false;
    compile_options.analyzes = true;
    compile_options.is_thorough = options.thorough;
    compile_options.included = &project.parsed;
    result.compilation =
        compile(input.path, std::move(read->text), project.files, compile_options, result.sources);
  };
  for_all(inputs->size(), options.jobs, "checking", check_one, [&](size_t i) {
    if (!results[i].failure.empty()) {
      complain("{}", results[i].failure);
      is_readable = false;
    }
    findings.add(results[i].compilation, results[i].sources, (*inputs)[i].shown_path());
    results[i] = {};
  });
  findings.settle();

  if (options.json) {
    findings.print_json();
  } else {
    findings.print_text();
    if (is_readable && findings.errors() + findings.warnings() == 0) {
      if (inputs->empty())
        fmt::print(stderr, "no source files (NAME.ishi.yaml) found\n");
      else
        fmt::print(stderr, "{} file{}: no errors\n", inputs->size(), inputs->size() == 1 ? "" : "s");
    }
  }
  if (!is_readable) return kUsage;
  return findings.errors() > 0 ? kFound : kGood;
}

}  // namespace ishi::compiler::cli
