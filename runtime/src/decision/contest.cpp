#include "decision/contest.h"

#include <algorithm>
#include <limits>

#include "built_features.h"
#include "claims/claims.h"
#include "program/machine.h"

namespace ishi {
namespace {

constexpr float kOut = -std::numeric_limits<float>::infinity();

// The register of a contest's scores; or `masked`, with minus infinity where the option cools down, is kept
// from the agent by those who hold what it claims, or does not compete in the agent's state.
uint32_t eligible_scores(const Chunk& chunk, const Contest& contest, uint32_t register_of_masked) {
  if (!contest.may_be_out) return contest.scores;
  const uint32_t option = contest.option;
  const float* scores = chunk.lanes(contest.scores);
  float* const masked = chunk.lanes(register_of_masked);
  const auto keep_where = [&](auto&& is_eligible) {
    for (uint32_t i = 0; i < chunk.count; ++i) masked[i] = is_eligible(chunk.slots[i]) ? scores[i] : kOut;
    scores = masked;
  };
  const Cooling& cooling = chunk.cooling;
  const uint64_t* const ready_at = cooling.ready_at[option];
  if (ready_at != nullptr && cooling.until[option] > cooling.now)
    keep_where([&](uint32_t slot) { return ready_at[slot] <= cooling.now; });
  if (is_built(Feature::claims) && chunk.claims != nullptr && !chunk.claims->of(option).empty())
    keep_where([&](uint32_t slot) {
      const auto queues = chunk.claims->is_again ? Claims::Queues::in_turn : Claims::Queues::asks;
      return chunk.claims->has_tokens(option, slot, queues);
    });
  const Allowing& allowing = chunk.allowing;
  if (allowing.state != nullptr && ~allowing.in[option] != 0)
    keep_where([&](uint32_t slot) { return (allowing.in[option] >> allowing.state[slot] & 1) != 0; });
  return scores == masked ? register_of_masked : contest.scores;
}

// Those of the contests that anybody may win; of options that are drawn none, but their scores are kept.
std::span<const Contestant> find_contestants(const Chunk& chunk, const Schedule& schedule,
                                             const uint8_t* flags, std::span<Contestant> room) {
  if (schedule.contestants.size() != 0) return schedule.contestants;
  size_t count = 0;
  for (const Contest& contest : schedule.contests) {
    const bool may_win = contest.flag == 0 || flags[contest.flag - 1] != 0;
    if (schedule.scores.size() != 0) {
      const uint32_t kept = schedule.scores[contest.option];
      if (!may_win) {
        std::fill_n(chunk.lanes(kept), chunk.count, kOut);
      } else if (const uint32_t scores = eligible_scores(chunk, contest, kept); scores != kept) {
        std::copy_n(chunk.lanes(scores), chunk.count, chunk.lanes(kept));
      }
    } else if (may_win) {
      room[count++] = {eligible_scores(chunk, contest, contest.masked), static_cast<int32_t>(contest.option),
                       contest.rank, contest.has_inertia};
    }
  }
  return room.first(count);
}

}  // namespace

void compete(const Chunk& chunk, const Schedule& schedule, const uint8_t* flags, std::span<Contestant> room) {
  const std::span<const Contestant> contestants = find_contestants(chunk, schedule, flags, room);
  Choice& choice = chunk.choice;
  const Machine& loops = *schedule.machine;
  const bool are_alike = !contestants.empty() && !schedule.last_wins_ties && !choice.has_locks &&
                         contestants.front().rank == contestants.back().rank;  // they rise
  if (!are_alike && !choice.has_locks) choice.clear(chunk.padded());
  if (contestants.empty()) return;
  const auto compete = schedule.last_wins_ties ? loops.compete_for_last
                       : are_alike             ? loops.compete_alike
                                               : loops.compete;
  compete(chunk, contestants);
}

}  // namespace ishi
