#include "asset/find.h"
#include "bodies/visit.h"

// What of a body ends because the next version of its asset does not have it.

namespace ishi {

Survival Visit::abort_lost(uint32_t slot, std::span<const uint32_t> to, bool lives, uint32_t& restarted) {
  body_.look_at(slot);
  const uint16_t running = body_.a.header(slot).option;
  const uint32_t root = body_.option(running).body();
  const uint32_t before = restarted;
  if (lives && abort_lost_below(root, to, restarted))
    return restarted == before ? Survival::whole : Survival::goal_restarts;
  if (end_if_over()) return Survival::option_ends;
  abort_node(root, NodeCause::reloaded);
  if (!lives && body_.p.option[slot] == running) leave_option(slot);
  end_option(blob::HowEnded::aborted, {.again = lives});
  return lives ? Survival::option_restarts : Survival::option_ends;
}

// True if the node, and all that is at work below it, goes on; a goal does without what it was at.
bool Visit::abort_lost_below(uint32_t index, std::span<const uint32_t> to, uint32_t& restarted) {
  if (to[index - body_.first_node] == kNotFound) return false;
  if (!body_.is_in(index, NodePhase::active)) return true;
  bool all = true;
  body_.for_each_at_work(index, [&](uint32_t child) {
    all = abort_lost_below(child, to, restarted) && all;
    return true;
  });
  if (all) return true;
  if (body_.t.nodes[index].kind() != blob::NodeKind::goal) return false;
  const WithinGoal within(body_, index);
  stop(index, NodeCause::reloaded);
  body_.state_of(index).phase = static_cast<uint8_t>(NodePhase::between_attempts);
  body_.state_of(index).due = body_.frame;
  body_.note(index, NodeChange::tried_again, NodeCause::reloaded);
  ++restarted;
  return true;
}

}  // namespace ishi
