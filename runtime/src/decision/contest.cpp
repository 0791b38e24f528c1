#include "decision/contest.h"

#include <algorithm>
#include <limits>

#include "built_features.h"
#include "claims/claims.h"
#include "program/machine.h"

namespace ishi {
namespace {

constexpr float kOut = -std::numeric_limits<float>::infinity();

// The scores of a contest; or, in `masked`, minus infinity where the option cools down, is kept from the
// agent by those who hold what it claims, or does not compete in the agent's state.
const float* eligible_scores(const Chunk& chunk, const Contest& contest, float* masked) {
  const uint32_t option = contest.option;
  const float* scores = chunk.lanes(contest.scores);
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
  return scores;
}

}  // namespace

void compete(const Chunk& chunk, const Schedule& schedule, const uint8_t* flags,
             std::span<Contestant> contestants) {
  size_t count = 0;
  for (const Contest& contest : schedule.contests) {
    const bool may_win = contest.flag == 0 || flags[contest.flag - 1] != 0;
    if (schedule.scores.size() != 0) {
      float* const kept = chunk.lanes(schedule.scores[contest.option]);
      if (!may_win) {
        std::fill_n(kept, chunk.count, kOut);
      } else if (const float* const scores = eligible_scores(chunk, contest, kept); scores != kept) {
        std::copy_n(scores, chunk.count, kept);
      }
    } else if (may_win) {
      const float* const scores = eligible_scores(chunk, contest, chunk.lanes(contest.masked));
      contestants[count++] = {scores, static_cast<int32_t>(contest.option), contest.rank,
                              contest.has_inertia};
    }
  }
  if (count == 0) return;
  const Machine& loops = *schedule.machine;
  const bool are_alike =
      !chunk.choice.has_locks && contestants[0].rank == contestants[count - 1].rank;  // they rise
  const auto compete = schedule.last_wins_ties ? loops.compete_for_last
                       : are_alike             ? loops.compete_alike
                                               : loops.compete;
  compete(chunk, contestants.first(count));
}

}  // namespace ishi
