#include "recording/difference_text.h"

#include <fmt/format.h>

#include <string_view>

#include "diagnostics/terminal_text.h"

namespace ishi::compiler {

std::string population_text(const record::Replay& replay, uint32_t population) {
  if (population == record::Difference::kWorld) return "the world itself";
  const std::string_view agent = replay.agent_name(population);
  return agent.empty() ? fmt::format("population {}", population)
                       : fmt::format("population {} ({})", population, printable_line(agent));
}

std::string difference_text(const record::Replay& replay) {
  using Kind = record::Difference::Kind;
  const record::Difference& difference = replay.difference();
  const std::string who = population_text(replay, difference.population);
  switch (difference.kind) {
    case Kind::hash: return fmt::format("the state of {} is another one", who);
    case Kind::decisions: return fmt::format("other agents of {} are at work, or at other things", who);
    case Kind::refused:
      if (difference.status) return fmt::format("`{}` has another result for {}", difference.call, who);
      return fmt::format("`{}` is refused by {}: {}", difference.call, who, describe(difference.status));
    case Kind::malformed: return fmt::format("its bytes are no calls (`{}`)", difference.call);
    case Kind::save:
      if (difference.status) return "the save that follows it is of another world";
      return fmt::format("its {} cannot be loaded: {}", difference.call, describe(difference.status));
    case Kind::hangs: return fmt::format("an agent of {} hangs: nothing will end what it does", who);
    case Kind::none: break;
  }
  return "nothing";
}

}  // namespace ishi::compiler
