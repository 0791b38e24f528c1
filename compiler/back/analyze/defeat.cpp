#include "analyze/defeat.h"

#include "analyze/order.h"

namespace ishi::compiler {
namespace {

bool loses_by_range(const Contest& contest, uint32_t a, const std::vector<uint32_t>& rivals,
                    const Ranges& ranges, Defeat& defeat) {
  const Contender& own = contest.contenders()[a];
  const float minimum = contest.minimum();
  const Interval score = ranges[own.score];
  if (!(score.high > minimum)) return defeat.is_below_minimum = true;
  for (const uint32_t b : rivals) {
    const Contender& other = contest.contenders()[b];
    const Interval of_other = ranges[other.score];
    if (ranges[other.condition].contains(0)) continue;
    const bool is_above =
        of_other.low > minimum && (other.rank > own.rank || contest.beats(b, of_other.low, a, score.high));
    // Wherever the loser scores more than the minimum, the other does, too.
    const bool is_as_much = other.rank == own.rank && contest.beats(b, 0, a, 0) &&
                            is_at_least(contest.program(), ranges, other.score, own.score);
    if (!is_above && !is_as_much) continue;
    defeat.by.insert(b);
    defeat.winner = hull(defeat.winner, of_other);
    return true;
  }
  return false;
}

// If it won it would score more than the minimum, and more than the others do.
bool loses_by_sums(const Contest& contest, uint32_t a, const std::vector<uint32_t>& rivals,
                   const Ranges& ranges, Defeat& defeat) {
  const Contender& own = contest.contenders()[a];
  const float minimum = contest.minimum();
  std::vector<Inequality> winning = {{.greater = own.score, .constant = minimum, .is_strict = true}};
  std::vector<uint32_t> rival_of = {a};
  for (const uint32_t b : rivals) {
    const Contender& other = contest.contenders()[b];
    if (ranges[other.condition].contains(0)) continue;
    rival_of.push_back(b);
    if (other.rank > own.rank)
      winning.push_back({.less = other.score, .constant = minimum});
    else
      winning.push_back({.greater = own.score, .less = other.score, .is_strict = contest.beats(b, 0, a, 0)});
  }
  std::vector<bool> used;
  if (!contest.is_contradiction(ranges, winning, used)) return false;
  for (size_t i = 1; i < used.size(); ++i) {
    if (!used[i]) continue;
    defeat.by.insert(rival_of[i]);
    defeat.winner = hull(defeat.winner, ranges[contest.contenders()[rival_of[i]].score]);
  }
  return true;
}

}  // namespace

void Defeat::add(const Defeat& other) {
  score = hull(score, other.score);
  winner = hull(winner, other.winner);
  by.insert(other.by.begin(), other.by.end());
  is_below_minimum |= other.is_below_minimum;
}

bool cannot_win(const Contest& contest, uint32_t a, const std::vector<uint32_t>& rivals, Ranges& ranges,
                uint32_t& sums_left, Budget& budget, Defeat& defeat) {
  const Contender& own = contest.contenders()[a];
  if (!contest.narrow_to_eligible(ranges, a)) return true;
  bool loses = loses_by_range(contest, a, rivals, ranges, defeat);
  if (!loses && sums_left > 0 && budget.spend(kContradictionOperations)) {
    --sums_left;
    loses = loses_by_sums(contest, a, rivals, ranges, defeat);
  }
  if (loses) defeat.score = hull(defeat.score, ranges[own.score]);
  return loses;
}

}  // namespace ishi::compiler
