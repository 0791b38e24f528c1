#include "analyze/violation.h"

#include <algorithm>
#include <array>

#include "analyze/defeat.h"

namespace ishi::compiler {
namespace {

bool draws(const Contest& contest) { return contest.written().select.draws(); }

// A set may be empty, so what is for its members need not be there.
bool is_there(const Contest& contest, uint32_t option) {
  return contest.agent().options[option].set == kNoRef;
}

bool claims_nothing(const Contest& contest, uint32_t option) {
  return contest.action_of(option).value.claims.empty();
}

// True if nobody can hold what b claims where a can be done.
bool claims_no_more(const Contest& contest, uint32_t b, uint32_t a) {
  return std::ranges::all_of(contest.action_of(b).value.claims, [&](const Reference& claim) {
    return claim.index != kNone && claims(contest, a, claim.index);
  });
}

// Those who take it from an option if they score more: of what is drawn only those of a higher rank.
std::vector<uint32_t> rivals_of(const Contest& contest, const std::vector<uint32_t>& competing, uint32_t a) {
  std::vector<uint32_t> rivals;
  for (const uint32_t b : competing) {
    const int32_t rank = contest.contenders()[a].rank;
    const int32_t other = contest.contenders()[b].rank;
    if (b == a || other < rank || (draws(contest) && other == rank)) continue;
    if (is_there(contest, b) && claims_no_more(contest, b, a)) rivals.push_back(b);
  }
  return rivals;
}

// True of a box if the violation is nowhere in it; narrows the box to the part where it may be.
class Impossible {
 public:
  Impossible(const Contest& contest, const std::vector<uint32_t>& competing, const Violation& violation,
             Budget& budget)
      : contest_(contest), competing_(competing), violation_(violation), budget_(budget) {
    if (violation.kind == Violation::Kind::wins) rivals_ = rivals_of(contest, competing, violation.option);
  }

  bool operator()(Ranges& ranges) {
    const Contender& own = contest_.contenders()[violation_.option];
    if (violation_.where != kNoRef && !narrow(contest_.program(), ranges, violation_.where, true))
      return true;
    switch (violation_.kind) {
      case Violation::Kind::wins:
        return cannot_win(contest_, violation_.option, rivals_, ranges, sums_left_, budget_, defeat_);
      case Violation::Kind::nothing_wins: return something_wins(ranges);
      case Violation::Kind::eligible: return !are_eligible(ranges);
      case Violation::Kind::outscored: return is_above_other(ranges);
      case Violation::Kind::above:
        return !contest_.narrow_to_eligible(ranges, violation_.option) ||
               !(ranges[own.score].high > violation_.bound) ||
               !narrow_to(contest_.program(), ranges, own.score, {violation_.bound, kInfinity});
      case Violation::Kind::below:
        return !contest_.narrow_to_eligible(ranges, violation_.option) ||
               !(ranges[own.score].low < violation_.bound) ||
               !narrow_to(contest_.program(), ranges, own.score, {-kInfinity, violation_.bound});
    }
    return false;
  }

 private:
  [[nodiscard]] bool something_wins(const Ranges& ranges) const {
    return std::ranges::any_of(competing_, [&](uint32_t option) {
      const Contender& one = contest_.contenders()[option];
      return is_there(contest_, option) && claims_nothing(contest_, option) &&
             !ranges[one.condition].contains(0) && ranges[one.score].low > contest_.minimum();
    });
  }

  // Both of them.
  bool are_eligible(Ranges& ranges) const {
    return std::ranges::all_of(std::array{violation_.option, violation_.other},
                               [&](uint32_t option) { return contest_.narrow_to_eligible(ranges, option); });
  }

  bool is_above_other(Ranges& ranges) {
    const Contender& own = contest_.contenders()[violation_.option];
    const Contender& other = contest_.contenders()[violation_.other];
    if (!are_eligible(ranges) || ranges[own.score].low > ranges[other.score].high) return true;
    if (sums_left_ == 0 || !budget_.spend(kContradictionOperations)) return false;
    --sums_left_;
    const std::array<Inequality, 1> above{{{.greater = other.score, .less = own.score}}};
    std::vector<bool> used;
    return contest_.is_contradiction(ranges, above, used);
  }

  const Contest& contest_;
  const std::vector<uint32_t>& competing_;
  const Violation& violation_;
  Budget& budget_;
  std::vector<uint32_t> rivals_;
  uint32_t sums_left_ = kMostSums;
  Defeat defeat_;  // nobody asks
};

}  // namespace

bool claims(const Contest& contest, uint32_t option, uint32_t token) {
  return std::ranges::find(contest.action_of(option).value.claims, token, &Reference::index) !=
         contest.action_of(option).value.claims.end();
}

bool is_so(const Contest& contest, const std::vector<uint32_t>& competing, const Violation& violation,
           const std::vector<float>& values) {
  const Contender& own = contest.contenders()[violation.option];
  const auto score = [&](uint32_t option) { return values[contest.contenders()[option].score]; };
  if (violation.where != kNoRef && values[violation.where] == 0) return false;
  switch (violation.kind) {
    case Violation::Kind::wins:
      return contest.score_in(violation.option, values) > contest.minimum() &&
             contest.wins(violation.option, values, rivals_of(contest, competing, violation.option));
    case Violation::Kind::nothing_wins:
      return std::ranges::none_of(competing, [&](uint32_t option) {
        return is_there(contest, option) && claims_nothing(contest, option) &&
               contest.score_in(option, values) > contest.minimum();
      });
    case Violation::Kind::eligible:
      return contest.is_eligible(violation.option, values) && contest.is_eligible(violation.other, values);
    case Violation::Kind::outscored:
      return contest.is_eligible(violation.option, values) && contest.is_eligible(violation.other, values) &&
             score(violation.other) >= score(violation.option);
    case Violation::Kind::above:
      return contest.is_eligible(violation.option, values) && values[own.score] > violation.bound;
    case Violation::Kind::below:
      return contest.is_eligible(violation.option, values) && values[own.score] < violation.bound;
  }
  return false;
}

std::vector<bool> sources_of(const Contest& contest, const std::vector<uint32_t>& competing,
                             const Violation& violation) {
  std::vector<bool> roots(contest.program().operations.size());
  const auto add = [&](uint32_t option) {
    roots[contest.contenders()[option].condition] = roots[contest.contenders()[option].score] = true;
    for (const uint32_t count : contest.contenders()[option].counts) roots[count] = true;
  };
  if (violation.where != kNoRef) roots[violation.where] = true;
  const bool is_of_all =
      violation.kind == Violation::Kind::wins || violation.kind == Violation::Kind::nothing_wins;
  if (is_of_all) std::ranges::for_each(competing, add);
  if (violation.kind != Violation::Kind::nothing_wins) add(violation.option);
  const bool is_of_two =
      violation.kind == Violation::Kind::outscored || violation.kind == Violation::Kind::eligible;
  if (is_of_two) add(violation.other);
  return sources_of(contest.program(), std::move(roots));
}

Proof find(const Contest& contest, const Ranges& box, const std::vector<uint32_t>& competing,
           const Violation& violation, Budget& budget, Evidence& evidence) {
  constexpr uint32_t kSamples = 1000;
  constexpr uint64_t kFirst = 200;  // passes of the program
  const auto is_so_here = [&](const std::vector<float>& values) {
    return is_so(contest, competing, violation, values);
  };
  // Most of what can never be is proved by less work than the samples take.
  Budget first{std::min(budget.operations, kFirst * box.size()), false, budget.stop};
  Impossible is_soon_impossible(contest, competing, violation, first);
  const Question soon{[&](Ranges& ranges) { return is_soon_impossible(ranges); }, is_so_here};
  if (contest.prover().prove(box, soon, sources_of(contest, competing, violation), first) == Proof::never)
    return Proof::never;
  if (budget.spend(kSamples * box.size())) {
    if (auto found = contest.prover().find_sample(box, kSamples, is_so_here)) {
      evidence.witness = std::move(*found);
      return Proof::sometimes;
    }
  }
  Impossible is_impossible(contest, competing, violation, budget);
  const Question question{[&](Ranges& ranges) { return is_impossible(ranges); }, is_so_here};
  return contest.prover().prove(box, question, sources_of(contest, competing, violation), budget, &evidence);
}

}  // namespace ishi::compiler
