#include <algorithm>
#include <tuple>

#include "claims/claims.h"
#include "population/population_state.h"
#include "world/thought.h"

// Grants the claims of agents, one after the other.

namespace ishi {
namespace {

// Those who ask, who comes first at the head.
class Queue {
 public:
  explicit Queue(ClaimTable& table) : asking_(table.asking.begin()) {}

  [[nodiscard]] bool empty() const { return count_ == 0; }
  void push(const ClaimTable::Asking& one) {
    asking_[count_++] = one;
    std::push_heap(asking_, asking_ + count_, comes_later);
  }
  // Adds the claim of an agent, if it has one.
  void push(const Population::State& p, uint32_t slot) {
    const Claims& claims = p.claims;
    if (claims.wanted[slot] == kNoOption) return;
    push({claims.wanted_rank[slot], claims.wanted_score[slot], p.index, slot});
  }
  ClaimTable::Asking pop() {
    std::pop_heap(asking_, asking_ + count_, comes_later);
    return asking_[--count_];
  }

 private:
  static bool comes_later(const ClaimTable::Asking& a, const ClaimTable::Asking& b) {
    return std::tuple(a.rank, a.score, b.population, b.slot) <
           std::tuple(b.rank, b.score, a.population, a.slot);
  }

  ClaimTable::Asking* asking_;
  size_t count_ = 0;
};

// An agent that has come too late decides again, and with it the next ones of its population of whom that is
// known already: many at once cost little more than one.
void decide_again(const World::State& world, Population::State& p, uint32_t slot, Queue& queue) {
  constexpr size_t kAtOnce = 64;
  uint32_t late[kAtOnce] = {slot};
  ClaimTable::Asking others[kAtOnce];
  size_t count = 1, passed = 0;
  while (!queue.empty() && count < kAtOnce && passed < kAtOnce) {
    const ClaimTable::Asking next = queue.pop();
    const Population::State& of = *world.populations[next.population];
    const bool is_late = &of == &p && !can_take(p, next.slot, p.claims.wanted[next.slot],
                                                p.claims.wanted_candidate[next.slot]);
    if (is_late)
      late[count++] = next.slot;
    else
      others[passed++] = next;
  }
  for (size_t i = 0; i < passed; ++i) queue.push(others[i]);
  std::sort(late, late + count);  // as slots must be that decide
  for (size_t i = 0; i < count; ++i) {
    p.claims.wanted[late[i]] = kNoOption;
    ++p.claims.again[late[i]];
  }
  p.claims.is_again = true;
  decide(p, {late, count}, reinterpret_cast<std::byte*>(p.claims.scratch.data()), 0);
  p.claims.is_again = false;
  for (size_t i = 0; i < count; ++i) queue.push(p, late[i]);
}

}  // namespace

void grant_claims(World::State& world) {
  Queue queue(world.claims);
  for (Population::State* p : world.populations) {
    if (!p->claims.has_thought) continue;
    for (const uint32_t slot : p->jobs.rows()) {
      p->claims.again[slot] = 0;
      queue.push(*p, slot);
    }
  }
  if (world.claims.queues()) count_askers(world);
  while (!queue.empty()) {
    const ClaimTable::Asking first = queue.pop();
    Population::State& p = *world.populations[first.population];
    Claims& claims = p.claims;
    const uint32_t slot = first.slot;
    const uint16_t option = claims.wanted[slot];
    const EntityId candidate = claims.wanted_candidate[slot];
    if (!take_claims(world, p, slot, option, candidate)) {
      decide_again(world, p, slot, queue);
      continue;
    }
    claims.wanted[slot] = kNoOption;
    if (claims.is_any_fifo && claims.ask_option[slot] == option) claims.ask(slot, kNoOption, {}, 0);
    if (goes_on(p, slot, option, candidate)) claims.body_team[slot] = claims.team[slot];
    begin_chosen(p, slot, option, candidate);
  }
  for (Population::State* p : world.populations) p->claims.has_thought = false;
}

}  // namespace ishi
