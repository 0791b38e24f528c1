#include <fmt/format.h>

#include <string>

#include "cli/exit_code.h"
#include "cli/input/ask.h"
#include "cli/input/batch.h"
#include "cli/input/named_parts.h"
#include "cli/output/terminal.h"
#include "cli/show/shown_program.h"
#include "cli/verbs.h"
#include "diagnostics/suggest.h"
#include "pipeline/pipeline.h"

namespace ishi::compiler::cli {

int run_show(const ShowOptions& options) {
  const auto file = check_input(options.path, options.root);
  if (file == nullptr) return kUsage;
  const Program* const program = file->program.get();
  const Sources& sources = file->sources;
  Findings findings;
  findings.add(judge(*program, file->diagnostics, LookedFor::names), sources, options.path);
  findings.print_errors(options.path);
  if (file->has_errors) return kFound;
  ShownProgram program_text(
      *program, sources,
      {.has_comments = options.comments, .has_defaults = options.defaults, .has_color = use_color(stdout)});
  if (!options.agent.empty()) {
    const auto& agents = program->model.agents;
    if (find_index(agents, options.agent) == kNone) {
      std::vector<std::string_view> known;
      for (const auto& agent : agents) known.push_back(agent.name.text);
      const auto near = suggestions(options.agent, known);
      complain("there is no agent {}{}", options.agent,
               !near.empty()   ? fmt::format("; did you mean {}?", near[0])
               : known.empty() ? std::string()
                               : fmt::format("; there is {}", fmt::join(known, ", ")));
      return kUsage;
    }
    program_text.keep(named_parts(*program->root, options.agent));
  }
  fmt::print("{}", program_text.text());
  return kGood;
}

}  // namespace ishi::compiler::cli
