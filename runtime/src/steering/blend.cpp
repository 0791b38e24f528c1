#include "steering/blend.h"

#include <algorithm>
#include <limits>

namespace ishi {
namespace {

constexpr float kBlocked = -std::numeric_limits<float>::infinity();

// By the sign, which vectors find sooner.
bool is_set(uint32_t word, uint32_t bit) { return static_cast<int32_t>(word << (31 - bit)) < 0; }

// The parts of all agents that a direction is weighed with.
struct Weighed {
  const float* __restrict right;
  const float* __restrict ahead;
  const float* __restrict weight;
  const uint32_t* __restrict strafes;
  const uint32_t* __restrict blocked;
};

// What one direction weighs: what strafing has made of `row`, if there is any, and what draws straight.
// Agents keep the heavier one of their heaviest direction and this one, if it is not blocked to them.
void weigh(const Heading& to, uint32_t direction, const Weighed& agents, float* __restrict row,
           float* __restrict most, uint32_t* __restrict heaviest, uint32_t count) {
  const uint32_t bit = direction % 32;
  for (uint32_t i = 0; i < whole_vectors(count); ++i) {
    const float drawn = (agents.right[i] * to.right + agents.ahead[i] * to.ahead) + agents.weight[i];
    const float strafing = drawn + row[i];
    const float weight = agents.strafes[i] != 0 ? strafing : drawn;
    const float open = is_set(agents.blocked[i], bit) ? kBlocked : weight;
    const float before = most[i];
    const float now = open > before ? open : before;
    heaviest[i] = now != before ? direction : heaviest[i];
    most[i] = now;
    row[i] = weight;
  }
}

void add_strafing(const Heading& direction, const float* __restrict right, const float* __restrict ahead,
                  const float* __restrict half, float* __restrict row, uint32_t agents) {
  for (uint32_t i = 0; i < whole_vectors(agents); ++i) {
    const float dot = right[i] * direction.right + ahead[i] * direction.ahead;
    const float raised = dot + 0.25f;
    row[i] += (dot + 1.0f) * (1.0f - raised * raised) * half[i];
  }
}

// Zeros where `counts` is 0.
void take(const uint32_t* __restrict counts, const float* __restrict from, float* __restrict to,
          uint32_t agents) {
  for (uint32_t i = 0; i < whole_vectors(agents); ++i) {
    const float value = from[i];
    to[i] = counts[i] != 0 ? value : 0.0f;
  }
}

// Where `counts` is not 0.
void add(const uint32_t* __restrict counts, const float* __restrict added, float* __restrict sum,
         uint32_t agents) {
  for (uint32_t i = 0; i < whole_vectors(agents); ++i) {
    const float with = sum[i] + added[i];
    sum[i] = counts[i] != 0 ? with : sum[i];
  }
}

}  // namespace

void Blend::Sum::add(const SteerWords& counts, const SteerFloats& to_right, const SteerFloats& to_ahead,
                     const SteerFloats& by, float sign, uint32_t agents) {
  for (uint32_t i = 0; i < whole_vectors(agents); ++i) {
    const float half = 0.5f * by[i];
    const float with_right = right[i] + half * (sign * to_right[i]);
    const float with_ahead = ahead[i] + half * (sign * to_ahead[i]);
    const float with_weight = weight[i] + half;
    right[i] = counts[i] != 0 ? with_right : right[i];
    ahead[i] = counts[i] != 0 ? with_ahead : ahead[i];
    weight[i] = counts[i] != 0 ? with_weight : weight[i];
  }
}

void Blend::seek(const SteerWords& counts, const SteerFloats& right, const SteerFloats& ahead,
                 const SteerFloats& weight, bool against) {
  drawn_.add(counts, right, ahead, weight, against ? -1.0f : 1.0f, agents_);
  move(counts, weight);
}

void Blend::keep(const SteerWords& counts, const SteerFloats& right, const SteerFloats& ahead,
                 const SteerFloats& weight) {
  kept_.add(counts, right, ahead, weight, 1.0f, agents_);
}

void Blend::move(const SteerWords& counts, const SteerFloats& weight) {
  for (uint32_t i = 0; i < whole_vectors(agents_); ++i)
    moves_[i] |= counts[i] & (weight[i] != 0.0f ? 1u : 0u);
}

void Blend::strafe(const SteerWords& counts, const SteerFloats& right, const SteerFloats& ahead,
                   const SteerFloats& weight) {
  for (uint32_t d = 0; d < directions_.count && !any_strafes_; ++d)
    std::fill_n(weights_[d], whole_vectors(agents_), 0.0f);
  any_strafes_ = true;
  // Where it does not count nothing is added.
  SteerFloats to_right, to_ahead, half;
  take(counts, right, to_right, agents_);
  take(counts, ahead, to_ahead, agents_);
  take(counts, weight, half, agents_);
  for (uint32_t i = 0; i < whole_vectors(agents_); ++i) half[i] *= 0.5f;
  for (uint32_t d = 0; d < directions_.count; ++d)
    add_strafing(directions_.at(d), to_right, to_ahead, half, weights_[d], agents_);
  for (uint32_t i = 0; i < whole_vectors(agents_); ++i) strafes_[i] |= counts[i];
  move(counts, weight);
}

void Blend::complete() {
  add(moves_, kept_.right, drawn_.right, agents_);
  add(moves_, kept_.ahead, drawn_.ahead, agents_);
  add(moves_, kept_.weight, drawn_.weight, agents_);
  SteerFloats most;
  std::fill_n(most, whole_vectors(agents_), 0.0f);
  std::fill_n(heaviest_, whole_vectors(agents_), kNoDirection);
  for (uint32_t d = 0; d < directions_.count; ++d) {
    const Weighed agents{drawn_.right, drawn_.ahead, drawn_.weight, strafes_, blocked_[d / 32]};
    weigh(directions_.at(d), d, agents, weights_[d], most, heaviest_, agents_);
  }
}

void Blend::write(uint32_t direction, float* __restrict out) const {
  const float* __restrict const row = weights_[direction];
  const uint32_t* __restrict const blocked = blocked_[direction / 32];
  const uint32_t bit = direction % 32;
  for (uint32_t i = 0; i < agents_; ++i) {
    const float weight = row[i];
    out[i] = is_set(blocked[i], bit) ? kBlocked : weight;
  }
}

// By the weights of all directions, the blocked ones included.
Heading Blend::between(uint32_t agent, uint32_t heaviest) const {
  const uint32_t count = directions_.count;
  const uint32_t left = heaviest == 0 ? count - 1 : heaviest - 1;
  const uint32_t right = heaviest + 1 == count ? 0 : heaviest + 1;
  const float left_weight = weights_[left][agent], right_weight = weights_[right][agent];
  const float bend = left_weight - 2.0f * weights_[heaviest][agent] + right_weight;
  float turn = bend < 0.0f ? 0.5f * (left_weight - right_weight) / bend : 0.0f;
  turn = turn < -0.5f ? -0.5f : turn > 0.5f ? 0.5f : turn;
  if ((turn < 0.0f && is_blocked(agent, left)) || (turn > 0.0f && is_blocked(agent, right))) turn = 0;
  if (turn == 0.0f) return directions_.at(heaviest);
  return heading_of((static_cast<float>(heaviest) + turn) / static_cast<float>(count));
}

}  // namespace ishi
