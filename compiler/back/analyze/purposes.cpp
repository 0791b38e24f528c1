#include "analyze/purposes.h"

#include <fmt/format.h>

namespace ishi::compiler {

Purpose purpose_of_transition() {
  return {"condition", "so the agent never goes over to it", "so it goes over at once"};
}

Purpose purpose_of_interjection() {
  return {"`when`", "so this never breaks in", "so this breaks in at once"};
}

Purpose purpose_of_check() { return {"`check`", "so it always fails", "asks for nothing", true}; }

Purpose purpose_of_sense() { return {"`when`", "so it never notices anybody", "asks for nothing", true}; }

Purpose purpose_of_branch(bool is_of_if) {
  if (is_of_if) return {"`if`", "so `then` is never done", "so `else` is never done"};
  return {"case", "so its steps are never done", "so no other case is ever done"};
}

Purpose purpose_of(const ModifierRow& row) {
  return {fmt::format("`{}`", row.name()), row.never, row.always, row.asks_for_nothing,
          row.in_blob == Modifier::interruptible};
}

}  // namespace ishi::compiler
