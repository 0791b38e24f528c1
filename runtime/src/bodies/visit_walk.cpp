#include "bodies/visit.h"
#include "navigation/walking.h"
#include "navigation/walks.h"

// Walking: a node asks for a way in the frame in which it begins, and looks at where it is in each one.

namespace ishi {

Outcome Visit::walk_step(uint32_t index) {
  watches_ = true;
  watch(t_.nodes[index].value());
  float place[3];
  evaluate(t_.nodes[index].value(), Storage::vector, place);
  switch (ishi::walk(p_, row_.slot, index, place)) {
    case WalkOutcome::running: return Outcome::running;
    case WalkOutcome::arrived: give_back_walk(index); return Outcome::completed;
    case WalkOutcome::failed: give_back_walk(index); return Outcome::failed;
  }
  return Outcome::failed;
}

// Another node may walk by now.
void Visit::give_back_walk(uint32_t index) {
  if (p_.walks.states[row_.slot].node == index) p_.walks.release(row_.slot);
}

}  // namespace ishi
