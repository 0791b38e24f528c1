#include "steering/blend.h"

#include <bit>
#include <limits>

namespace ishi {

void Blend::seek(const Heading& to, float weight) {
  const float half = 0.5f * weight;
  drawn_.right += half * to.right;
  drawn_.ahead += half * to.ahead;
  drawn_weight_ += half;
  moves_ = moves_ || weight != 0.0f;
}

void Blend::keep(const Heading& heading, float weight) {
  const float half = 0.5f * weight;
  kept_.right += half * heading.right;
  kept_.ahead += half * heading.ahead;
  kept_weight_ += half;
}

void Blend::strafe(const Heading& to, float weight) {
  const uint32_t count = directions_.padded;
  if (!strafes_) {
    for (uint32_t i = 0; i < count; ++i) strafing_[i] = 0;
  }
  const float half = 0.5f * weight;
  for (uint32_t i = 0; i < count; ++i) {
    const float dot = to.right * directions_.right[i] + to.ahead * directions_.ahead[i];
    const float raised = dot + 0.25f;
    strafing_[i] += (dot + 1.0f) * (1.0f - raised * raised) * half;
  }
  strafes_ = true;
  moves_ = moves_ || weight != 0.0f;
}

Headed Blend::choose(float* weights, bool smooth) {
  if (moves_) {
    drawn_.right += kept_.right;
    drawn_.ahead += kept_.ahead;
    drawn_weight_ += kept_weight_;
  }
  const uint32_t padded = directions_.padded;
  for (uint32_t i = 0; i < padded; ++i) {
    weights[i] = (drawn_.right * directions_.right[i] + drawn_.ahead * directions_.ahead[i]) + drawn_weight_;
  }
  if (strafes_) {
    for (uint32_t i = 0; i < padded; ++i) weights[i] += strafing_[i];
  }
  const uint32_t count = directions_.count;
  // What stands behind the last direction is none.
  for (uint32_t i = count; i < padded; ++i) weights[i] = 0;
  const bool fits_between = smooth && blocked_ != 0;
  float open[kMostDirections];
  if (fits_between) {
    for (uint32_t i = 0; i < padded; ++i) open[i] = weights[i];
  }
  const uint64_t all = count == kMostDirections ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
  for (uint64_t rest = blocked_ & all; rest != 0; rest &= rest - 1)
    weights[std::countr_zero(rest)] = -std::numeric_limits<float>::infinity();

  float most[Directions::kLanes] = {};
  for (uint32_t i = 0; i < padded; i += Directions::kLanes) {
    for (uint32_t k = 0; k < Directions::kLanes; ++k)
      most[k] = weights[i + k] > most[k] ? weights[i + k] : most[k];
  }
  for (uint32_t half = Directions::kLanes / 2; half > 0; half /= 2) {
    for (uint32_t k = 0; k < half; ++k) most[k] = most[k + half] > most[k] ? most[k + half] : most[k];
  }
  const float highest = most[0];
  if (highest <= 0.0f) return {};
  // The first of them, without a branch that nobody can foretell.
  uint32_t heaviest = count;
  for (uint32_t i = count; i-- > 0;) heaviest = weights[i] == highest ? i : heaviest;
  return {heaviest, smooth ? between(fits_between ? open : weights, heaviest) : directions_.at(heaviest)};
}

// `weights` are those of all directions, the blocked ones included.
Heading Blend::between(const float* weights, uint32_t heaviest) const {
  const uint32_t count = directions_.count;
  const uint32_t left = heaviest == 0 ? count - 1 : heaviest - 1;
  const uint32_t right = heaviest + 1 == count ? 0 : heaviest + 1;
  const float bend = weights[left] - 2.0f * weights[heaviest] + weights[right];
  float turn = bend < 0.0f ? 0.5f * (weights[left] - weights[right]) / bend : 0.0f;
  turn = turn < -0.5f ? -0.5f : turn > 0.5f ? 0.5f : turn;
  if ((turn < 0.0f && is_blocked(left)) || (turn > 0.0f && is_blocked(right))) turn = 0;
  if (turn == 0.0f) return directions_.at(heaviest);
  return heading_of((static_cast<float>(heaviest) + turn) / static_cast<float>(count));
}

}  // namespace ishi
