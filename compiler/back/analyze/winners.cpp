#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>

#include "analyze/defeat.h"
#include "analyze/kinds_of_findings.h"
#include "analyze/program_part.h"
#include "analyze/words_of_findings.h"

// Actions that can never win, and actions that always do.

namespace ishi::compiler {
namespace {

constexpr uint32_t kSamples = 128;
constexpr uint32_t kCloserSamples = 128;

class Winners {
 public:
  Winners(const Contest& contest, const std::vector<bool>& is_said, Budget& budget, Diagnostics& diagnostics)
      : contest_(contest),
        contenders_(contest.contenders()),
        is_said_(is_said),
        budget_(budget),
        diagnostics_(diagnostics),
        everyone_(contest.contenders().size()) {
    std::iota(everyone_.begin(), everyone_.end(), 0);
  }

  // By importance: whether something was said of it.
  std::vector<bool> report() {
    const std::vector<Weighing> all = contest_.weighings();
    std::vector<bool> is_said_of(all.size() - 1);
    std::vector<Loser> losers(contenders_.size());
    std::vector<std::vector<std::string>> winners(contenders_.size());
    for (const Weighing& weighing : all) {
      const Ranges box = contest_.box_of(weighing);
      const auto samples = contest_.prover().situations(box, kSamples);
      std::vector<bool> is_settled = is_said_;
      for (uint32_t i = 0; i < contenders_.size(); ++i) {
        if (!is_settled[i]) is_settled[i] = loses_by_itself(i, box, weighing, losers[i]);
      }
      // If one is left alone, the reason that keeps the others out has been reported; if lots are drawn, all
      // may win.
      if (std::ranges::count(is_settled, false) < 2 || !contest_.chooses_the_best()) continue;
      if (const auto winner = find_winner(box, samples)) {
        winners[*winner].push_back(weighing.name);
        continue;
      }
      for (uint32_t i = 0; i < contenders_.size(); ++i) {
        if (!is_settled[i]) find_loser(i, box, samples, weighing, losers[i]);
      }
    }
    const std::vector<bool> is_told = report_losers_to_one(losers, all.size());
    for (uint32_t i = 0; i < contenders_.size(); ++i) {
      if (!winners[i].empty()) report_winner(i, winners[i], winners[i].size() == all.size());
      if (!losers[i].weighings.empty() && !is_told[i])
        report_loser(i, losers[i], losers[i].weighings.size() == all.size());
      for (size_t p = 0; p < is_said_of.size(); ++p) {
        const std::string& name = all[p + 1].name;
        if (std::ranges::count(winners[i], name) + std::ranges::count(losers[i].weighings, name) > 0)
          is_said_of[p] = true;
      }
    }
    return is_said_of;
  }

 private:
  using Samples = std::vector<std::vector<float>>;

  struct Loser : Defeat {
    std::vector<std::string> weighings;
  };

  // It always scores too little. Without a search: this is reported of any number of them.
  bool loses_by_itself(uint32_t a, const Ranges& box, const Weighing& weighing, Loser& loser) {
    const Contender& own = contenders_[a];
    const ProgramPart part(contest_.program(), {own.condition, own.score});
    Ranges ranges = part.of(box);
    if (!narrow(part.program(), ranges, part.place(own.condition), true)) return false;
    const Interval score = ranges[part.place(own.score)];
    if (score.high > contest_.minimum()) return false;
    Defeat defeat;
    defeat.is_below_minimum = true;
    defeat.score = score;
    loser.weighings.push_back(weighing.name);
    loser.add(defeat);
    return true;
  }

  // Why it never wins: where one other alone is enough, because of that one.
  void find_loser(uint32_t a, const Ranges& box, const Samples& samples, const Weighing& weighing,
                  Loser& loser) {
    const std::vector<uint32_t> rivals = contest_.reliable_rivals(a);
    const auto wins_in = [&](const Samples& some, const std::vector<uint32_t>& against) {
      return std::ranges::any_of(some, [&](const auto& values) { return contest_.wins(a, values, against); });
    };
    if (wins_in(samples, rivals)) return;
    if (!may_search(box, budget_)) return;
    // The situations in which it may be chosen at all.
    Ranges narrowed = box;
    const bool may_be = contest_.narrow_to_eligible(narrowed, a);
    const Samples closer = may_be ? contest_.prover().situations(narrowed, kCloserSamples) : Samples();
    if (wins_in(closer, rivals)) return;
    for (const uint32_t rival : rivals) {
      if (budget_.operations < box.size()) break;
      if (wins_in(samples, {rival}) || wins_in(closer, {rival})) continue;
      Budget budget{std::min(for_one_, budget_.operations), false, budget_.stop};
      const uint64_t before = budget.operations;
      const bool is_enough = loses(a, {rival}, box, weighing, loser, budget);
      budget_.operations -= before - budget.operations;
      if (is_enough) return;
    }
    loses(a, rivals, box, weighing, loser, budget_);
  }

  // True if a search can begin at all. The work before it is not counted, so without this it would go on
  // for each pair of a thousand options when nothing is left to spend.
  static bool may_search(const Ranges& box, Budget& budget) {
    return budget.operations >= box.size() || budget.spend(box.size());
  }

  bool loses(uint32_t a, const std::vector<uint32_t>& rivals, const Ranges& box, const Weighing& weighing,
             Loser& loser, Budget& budget) {
    if (!may_search(box, budget)) return false;
    const Contender& own = contenders_[a];
    Defeat found;
    uint32_t sums_left = kMostSums;
    const auto is_impossible = [&](Ranges& ranges) {
      return cannot_win(contest_, a, rivals, ranges, sums_left, budget, found);
    };
    const auto is_so = [&](const std::vector<float>& values) { return contest_.wins(a, values, rivals); };
    std::vector<bool> needed(contest_.program().operations.size());
    needed[own.condition] = needed[own.score] = true;
    for (const uint32_t b : rivals) needed[contenders_[b].condition] = needed[contenders_[b].score] = true;
    if (contest_.prover().prove(box, {is_impossible, is_so}, sources_of(contest_.program(), needed),
                                budget) != Proof::never)
      return false;
    loser.weighings.push_back(weighing.name);
    loser.add(found);
    return true;
  }

  [[nodiscard]] std::optional<uint32_t> find_winner(const Ranges& box, const Samples& samples) {
    for (uint32_t a = 0; a < contenders_.size(); ++a) {
      const Contender& own = contenders_[a];
      if (!own.is_reliable || !own.states.empty()) continue;
      const auto never_loses = [&](const auto& values) { return contest_.wins(a, values, everyone_); };
      if (!std::ranges::all_of(samples, never_loses)) continue;
      const float minimum = contest_.minimum();
      uint32_t sums_left = kMostSums;
      const auto is_impossible = [&](Ranges& ranges) {
        if (ranges[own.condition].contains(0) || !(ranges[own.score].low > minimum)) return false;
        for (uint32_t b = 0; b < contenders_.size(); ++b) {
          const Contender& other = contenders_[b];
          if (b == a || other.rank < own.rank) continue;
          Ranges with = ranges;
          if (!contest_.narrow_to_eligible(with, b) || !(with[other.score].high > minimum)) continue;
          if (other.rank > own.rank) return false;
          if (!contest_.beats(b, with[other.score].high, a, with[own.score].low)) continue;
          const Inequality beats{
              .greater = other.score, .less = own.score, .is_strict = !contest_.beats(b, 0, a, 0)};
          std::vector<bool> used;
          if (sums_left == 0 || !budget_.spend(kContradictionOperations)) return false;
          --sums_left;
          if (!contest_.is_contradiction(with, std::span(&beats, 1), used)) return false;
        }
        return true;
      };
      const auto is_so = [&](const std::vector<float>& values) {
        return !contest_.wins(a, values, everyone_);
      };
      std::vector<bool> needed(contest_.program().operations.size());
      for (const Contender& one : contenders_) needed[one.condition] = needed[one.score] = true;
      if (contest_.prover().prove(box, {is_impossible, is_so}, sources_of(contest_.program(), needed),
                                  budget_) == Proof::never)
        return a;
    }
    return {};
  }

  [[nodiscard]] static std::string for_weighings(const std::vector<std::string>& names, bool all) {
    if (all) return "";
    std::vector<std::string> given;
    std::ranges::copy_if(names, std::back_inserter(given), [](const auto& name) { return !name.empty(); });
    if (given.empty()) return " without an importance";
    const std::string_view none = given.size() < names.size() ? ", and without one" : "";
    return fmt::format(" for importance {}{}", listed(given, "and"), none);
  }

  // If ranges alone do not show the winner, another proof has.
  [[nodiscard]] std::string scores_of_winner(uint32_t a, const Loser& loser) const {
    std::string scores = fmt::format("scores {}", shown(loser.winner));
    if (loser.winner.low >= loser.score.high) return scores;
    // Of two that score too little to be chosen either may score less.
    const float minimum = contest_.minimum();
    if (loser.score.low > minimum)
      return fmt::format("{}, and at least as much as {} wherever that is eligible", scores,
                         contest_.name_of(a));
    return fmt::format("{}, and at least as much as {} wherever that scores more than {}", scores,
                       contest_.name_of(a), shown(minimum));
  }

  void report_loser(uint32_t a, const Loser& loser, bool all) {
    std::vector<bool> needed(contest_.program().operations.size());
    needed[contenders_[a].condition] = needed[contenders_[a].score] = true;
    std::vector<uint32_t> beaten_by;
    std::vector<std::string> names;
    for (uint32_t b = 0; b < contenders_.size(); ++b) {
      if (!loser.by.contains(b)) continue;
      beaten_by.push_back(b);
      names.push_back(contest_.name_of(b));
      needed[contenders_[b].condition] = needed[contenders_[b].score] = true;
    }
    Report report =
        diagnostics_.report(Code::never_wins, contest_.action_of(a).name.span,
                            fmt::format("{}{} can never win{}", contest_.name_of(a), contest_.of_agent(),
                                        for_weighings(loser.weighings, all)));
    report.caption(fmt::format("scores at most {}", shown(loser.score.high)));
    for (const uint32_t b : beaten_by) {
      const bool outranks = contenders_[b].rank > contenders_[a].rank;
      report.label(contest_.action_of(b).name.span, outranks ? "stands above it in rank"
                                                    : beaten_by.size() > 1
                                                        ? "scores more, or as much and stands before it"
                                                        : scores_of_winner(a, loser));
    }
    if (loser.is_below_minimum || beaten_by.empty()) {
      const float minimum = contest_.minimum();
      report.note(fmt::format("what scores {} or less is never chosen", shown(minimum)));
    }
    if (beaten_by.size() > 1)
      report.note(fmt::format("whatever the situation, {} wins instead", listed(names, "or")));
    report.note(fmt::format("{}, while nothing cools down or has just failed", contest_.proved(needed)));
    const auto outranks = [&](uint32_t b) { return contenders_[b].rank > contenders_[a].rank; };
    const bool has_minimum = loser.is_below_minimum && contest_.minimum() > 0;
    if (has_minimum) report.label(contest_.written().select.minimum.span, "the least that is chosen");
    report.help(
        has_minimum ? "let its score reach higher, or lower the `minimum`"
        : beaten_by.empty()
            ? "if it is what remains when nothing else is to be done, let it score a little, such as 0.01"
        : std::ranges::all_of(beaten_by, outranks)
            ? "let it stand as high in rank, or give what stands above it a `when`"
            : "let its score reach higher, or give what wins instead a `when` or a `cooldown`");
  }

  // If one leaves many without a chance at any weights of importance, it is the one that is reported. By
  // option: whether that tells of it.
  std::vector<bool> report_losers_to_one(const std::vector<Loser>& losers, size_t weighings) {
    constexpr size_t kMany = 3;
    std::vector<bool> is_told(contenders_.size());
    for (uint32_t winner = 0; winner < contenders_.size(); ++winner) {
      std::vector<uint32_t> beaten;
      for (uint32_t i = 0; i < losers.size(); ++i) {
        const Loser& loser = losers[i];
        const bool is_only = loser.by.size() == 1 && loser.by.contains(winner) && !loser.is_below_minimum;
        if (is_only && loser.weighings.size() == weighings) beaten.push_back(i);
      }
      if (beaten.size() < kMany) continue;
      report_losers_to(winner, beaten);
      for (const uint32_t i : beaten) is_told[i] = true;
    }
    return is_told;
  }

  void report_losers_to(uint32_t winner, const std::vector<uint32_t>& beaten) {
    std::vector<bool> needed(contest_.program().operations.size());
    needed[contenders_[winner].condition] = needed[contenders_[winner].score] = true;
    std::vector<std::string> names;
    for (const uint32_t i : beaten) {
      needed[contenders_[i].condition] = needed[contenders_[i].score] = true;
      names.push_back(contest_.name_of(i));
    }
    Report report = diagnostics_.report(Code::never_wins, contest_.action_of(winner).name.span,
                                        fmt::format("{}{} can never win beside {}", listed(names, "and"),
                                                    contest_.of_agent(), contest_.name_of(winner)));
    report.caption("wins against each of them, whatever the situation");
    for (const uint32_t i : beaten) report.label(contest_.action_of(i).name.span, "can never win");
    report.note(fmt::format("{}, while nothing cools down or has just failed", contest_.proved(needed)))
        .help(
            fmt::format("let {} score less, or give it a `when` or a `cooldown`", contest_.name_of(winner)));
  }

  void report_winner(uint32_t a, const std::vector<std::string>& names, bool all) {
    std::vector<bool> needed(contest_.program().operations.size());
    for (const Contender& one : contenders_) needed[one.condition] = needed[one.score] = true;
    diagnostics_
        .report(Code::always_wins, contest_.action_of(a).name.span,
                fmt::format("{}{} always wins{}", contest_.name_of(a), contest_.of_agent(),
                            for_weighings(names, all)))
        .caption("so nothing else is ever chosen")
        .note(fmt::format("{}, while nothing cools down or has just failed", contest_.proved(needed)))
        .help("give it a `when`, or let it score less where something else is to be done");
  }

  const Contest& contest_;
  const std::vector<Contender>& contenders_;
  const std::vector<bool>& is_said_;
  Budget& budget_;
  Diagnostics& diagnostics_;
  std::vector<uint32_t> everyone_;
  uint64_t for_one_ = budget_.operations / 30;  // for one rival of an option
};

}  // namespace

std::vector<bool> find_winners(const Contest& contest, const std::vector<bool>& is_said, Budget& budget,
                               Diagnostics& diagnostics) {
  return Winners(contest, is_said, budget, diagnostics).report();
}

}  // namespace ishi::compiler
