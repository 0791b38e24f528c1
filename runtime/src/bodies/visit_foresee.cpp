#include <algorithm>

#include "asset/check.h"
#include "bodies/foresight.h"
#include "bodies/visit.h"

// Goals that decompose their bodies before they begin, and keep to what they have chosen.

namespace ishi {

uint8_t* Visit::foreseen_methods(uint32_t goal) const {
  const auto parameters = part(t_.parameters, t_.goals[t_.nodes[goal].subject()].parameters());
  return reinterpret_cast<uint8_t*>(record_of(goal)) + record_size(parameters);
}

uint8_t Visit::foreseen(uint32_t node) const {
  if (a_.layout.foreseen.size() == 0) return kNotForeseen;
  const BodyLayout::Foreseen& foreseen = a_.layout.foreseen[node - first_node_];
  if (foreseen.goal == kNotFound) return kNotForeseen;
  return foreseen_methods(first_node_ + foreseen.goal)[foreseen.number];
}

void Visit::forget_foreseen(uint32_t goal) {
  std::fill_n(foreseen_methods(goal), a_.layout.foreseen[goal - first_node_].count, kNotForeseen);
}

// Before the body of a goal begins: fails it if there is no whole way, and another attempt would not find
// one.
Outcome Visit::begin_foreseen(uint32_t goal) {
  const Foresight::Result result = Foresight(*this, goal).find();
  if (result == Foresight::Result::found) return Outcome::running;
  state_of(goal).retries_left = 0;
  cause_ = result == Foresight::Result::gave_up ? NodeCause::search_full : NodeCause::requirement;
  return Outcome::failed;
}

uint32_t Visit::foreseen_by(uint32_t goal, std::span<ForeseenChoice> choices) const {
  if (!foresees(t_.nodes[goal]) || !is_at_work(t_.nodes[goal].children().first())) return 0;
  uint32_t count = 0;
  for (uint32_t i = 0; i < a_.layout.foreseen.size(); ++i) {
    if (a_.layout.foreseen[i].goal != goal - first_node_) continue;
    const uint8_t method = foreseen(first_node_ + i);
    if (method == kNotForeseen) continue;
    if (count < choices.size())
      choices[count] = {.node = first_node_ + i, .method = method == kLeftOut ? kNotFound : method};
    ++count;
  }
  return count;
}

}  // namespace ishi
