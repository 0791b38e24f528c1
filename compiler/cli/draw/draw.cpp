#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/input/ask.h"
#include "cli/input/batch.h"
#include "cli/output/output.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "diagnostics/suggest.h"
#include "drawing/drawing.h"
#include "pipeline/pipeline.h"

namespace ishi::compiler::cli {
namespace {

std::string near_or_all(std::string_view written, const std::vector<std::string_view>& known) {
  const auto near = suggestions(written, known);
  if (!near.empty()) return fmt::format("; did you mean {}?", near[0]);
  return known.empty() ? std::string() : fmt::format("; there is {}", fmt::join(known, ", "));
}

// The agents that are drawn: the one that is asked for, or all of the file itself. None after a message.
std::vector<BehaviourMap> maps_of(const Program& program, const DrawOptions& options) {
  std::vector<BehaviourMap> maps;
  std::vector<std::string_view> known;
  for (const auto& agent : program.model.agents) {
    known.push_back(agent.name.text);
    const bool is_asked =
        options.agent.empty() ? is_own(agent, program.units.main_file) : agent.name.text == options.agent;
    if (is_asked) maps.push_back(map_of(program.model, agent));
  }
  if (!maps.empty()) return maps;
  if (options.agent.empty())
    complain("{} has no agents of its own to draw", options.path);
  else
    complain("there is no agent {}{}", options.agent, near_or_all(options.agent, known));
  return maps;
}

// Leaves what leads to an action, in the maps of the agents that can do it; false after a message.
bool keep_only_to(std::vector<BehaviourMap>& maps, const std::string& action) {
  std::vector<std::string_view> known;
  std::erase_if(maps, [&](BehaviourMap& map) {
    uint32_t found = kNone;
    for (uint32_t i = 0; i < map.parts.size(); ++i) {
      if (map.parts[i].kind != PartKind::action) continue;
      if (map.parts[i].name == action) found = i;
      if (std::ranges::find(known, map.parts[i].name) == known.end()) known.emplace_back(map.parts[i].name);
    }
    if (found != kNone) compiler::keep_only_to(map, found);
    return found == kNone;
  });
  return !maps.empty();
}

// The kinds of parts that `--fold` names; false after a message.
bool read_folded(const std::vector<std::string>& words, std::vector<PartKind>& kinds) {
  std::vector<std::string_view> known;
  for (size_t i = 0; i < kPartKinds; ++i) known.push_back(part_plural(static_cast<PartKind>(i)));
  for (const std::string& word : words) {
    const auto kind = part_kind_of_plural(word);
    if (!kind) {
      complain("--fold takes a kind of parts, and {} is none{}", word, near_or_all(word, known));
      return false;
    }
    kinds.push_back(*kind);
  }
  return true;
}

}  // namespace

int run_draw(const DrawOptions& options) {
  if (!options.output.empty() && overwrites(options.output, "-o", options.path)) return kUsage;
  std::vector<PartKind> folded;
  if (!read_folded(options.folded, folded)) return kUsage;
  const auto file = check_input(options.path, options.root);
  if (file == nullptr) return kUsage;
  const Program& program = *file->program;
  Findings findings;
  findings.add(judge(program, file->diagnostics, LookedFor::names), file->sources, options.path);
  findings.print_errors(options.path);
  std::vector<BehaviourMap> maps = maps_of(program, options);
  if (maps.empty()) return file->has_errors ? kFound : kUsage;
  if (!options.only_to.empty() && !keep_only_to(maps, options.only_to)) {
    complain("no agent that is drawn can do {}", options.only_to);
    return kUsage;
  }
  for (BehaviourMap& map : maps) {
    for (const PartKind kind : folded) fold_parts(map, kind);
  }
  const auto address_of = [&](Span span) { return address_in(file->sources, span); };
  const std::string text = options.as == DrawnAs::dot       ? dot_of(maps, address_of)
                           : options.as == DrawnAs::mermaid ? mermaid_of(maps)
                                                            : svg_of(maps, address_of);
  if (options.output.empty()) {
    fmt::print("{}", text);
  } else if (const std::string failure = write_file(options.output, text); !failure.empty()) {
    complain("{} cannot be written: {}", options.output, failure);
    return kUsage;
  }
  return file->has_errors ? kFound : kGood;
}

}  // namespace ishi::compiler::cli
