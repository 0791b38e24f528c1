#include "analyze/findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <string>

#include "analyze/order.h"
#include "analyze/prover.h"

namespace ishi::compiler {
namespace {

// Of all agents of a file: some ten milliseconds, so that an editor may ask with each key.
constexpr uint64_t kOperationsPerFile = 1'000'000;
constexpr uint32_t kSamples = 128;
constexpr uint32_t kCloserSamples = 128;

std::string number(float value) { return fmt::format("{:.4g}", value); }
std::string between(Interval range) {
  return range.low == range.high ? number(range.low)
                                 : fmt::format("{} to {}", number(range.low), number(range.high));
}

std::string listed(const std::vector<std::string>& names, std::string_view word) {
  if (names.size() == 1) return names[0];
  const std::vector<std::string> first(names.begin(), names.end() - 1);
  return fmt::format("{} {} {}", fmt::join(first, ", "), word, names.back());
}

// An option as the analysis sees it.
struct Contender {
  uint32_t action = 0;  // in the model
  uint32_t condition = 0;
  uint32_t gate = 0;
  uint32_t score = 0;
  int32_t rank = 0;
  bool is_reliable = true;       // where its condition holds it competes, whatever has happened before
  std::vector<uint32_t> states;  // in which it competes; none: the agent has no states
};

class AgentFindings {
 public:
  AgentFindings(const Model& model, const Lowered& lowered, const LoweredAgent& agent, Budget& budget,
                Diagnostics& diagnostics)
      : model_(model),
        lowered_(lowered),
        agent_(agent),
        written_(model.agents[agent.agent].value),
        diagnostics_(diagnostics),
        program_(analyzed(model, lowered, agent)),
        prover_(program_),
        budget_(budget) {
    for (uint32_t i = 0; i < agent.options.size(); ++i) contenders_.push_back(contender(i));
    everyone_.resize(contenders_.size());
    std::iota(everyone_.begin(), everyone_.end(), 0);
  }

  void report() {
    if (contenders_.empty()) return;
    guards();
    const bool is_planned = written_.planner.given();
    const auto may_be_chosen = std::ranges::count(never_holds_, false);
    if (!written_.select.draws() && !is_planned && may_be_chosen > 1) choices();
  }

 private:
  [[nodiscard]] const Named<Action>& action_of(uint32_t option) const {
    return model_.actions[contenders_[option].action];
  }
  [[nodiscard]] std::string name_of(uint32_t option) const {
    return fmt::format("`{}`", action_of(option).name.text);
  }

  [[nodiscard]] Contender contender(uint32_t option) const {
    const LoweredOption& lowered = agent_.options[option];
    const Action& action = model_.actions[lowered.action].value;
    Contender result{.action = lowered.action,
                     .condition = lowered.condition,
                     .gate = lowered.score,
                     .score = agent_.program[lowered.score].b,
                     .rank = action.rank.value,
                     .states = {}};
    result.is_reliable = lowered.set == kNoRef && action.claims.empty() && lowered.cooldown == 0;
    if (written_.states.given) {
      for (uint32_t state = 0; state < written_.states.value.size(); ++state) {
        if (std::ranges::binary_search(written_.states.value[state].value.options, option))
          result.states.push_back(state);
      }
      // What belongs to no state competes in all of them.
      if (result.states.empty()) {
        result.states.resize(written_.states.value.size());
        std::iota(result.states.begin(), result.states.end(), 0);
      }
    }
    return result;
  }

  // The sources that some operations need.
  [[nodiscard]] std::vector<bool> sources_of(std::initializer_list<uint32_t> roots) const {
    std::vector<bool> needed(agent_.program.size());
    for (const uint32_t root : roots) needed[root] = true;
    return sources_of(std::move(needed));
  }
  [[nodiscard]] std::vector<bool> sources_of(std::vector<bool> needed) const {
    for (auto i = static_cast<uint32_t>(needed.size()); i-- > 0;) {
      if (!needed[i] || program_.is_source(i)) continue;
      const LoweredOperation& operation = agent_.program[i];
      const auto operands = operation_table()[static_cast<uint32_t>(operation.code)].operands;
      if (operands > 0) needed[operation.a] = true;
      if (operands > 1) needed[operation.b] = true;
      if (operands > 2) needed[operation.c] = true;
    }
    for (uint32_t i = 0; i < needed.size(); ++i) needed[i] = needed[i] && program_.is_source(i);
    return needed;
  }

  // "proved over the declared ranges of `hp` and `threat_range`".
  [[nodiscard]] std::string proved(const std::vector<bool>& sources) const {
    constexpr size_t kNamed = 5;
    std::vector<std::string> names;
    for (uint32_t i = 0; i < sources.size(); ++i) {
      const LoweredOperation& operation = agent_.program[i];
      if (!sources[i] || operation.code != OperationCode::key) continue;
      std::string name = fmt::format("`{}`", model_.blackboard[operation.parameter].name.text);
      if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }
    if (names.size() > kNamed) {
      const size_t more = names.size() - kNamed;
      names.resize(kNamed);
      names.push_back(fmt::format("{} more", more));
    }
    if (names.empty()) return "proved";
    return fmt::format("proved over the declared range{} of {}", names.size() == 1 ? "" : "s",
                       listed(names, "and"));
  }

  [[nodiscard]] std::string of_agent() const {
    return model_.agents.size() > 1 ? fmt::format(" of `{}`", model_.agents[agent_.agent].name.text) : "";
  }

  // --- guards ---

  void guards() {
    const Ranges all = all_situations(program_);
    const auto samples = prover_.samples(all, kSamples);
    never_holds_.assign(contenders_.size(), false);
    for (uint32_t i = 0; i < contenders_.size(); ++i) {
      const Formula& when = action_of(i).value.when;
      const uint32_t condition = contenders_[i].condition;
      if (!when.given()) continue;
      const auto holds = [&](const std::vector<float>& values) { return values[condition] != 0; };
      const bool ever = std::ranges::any_of(samples, holds);
      const bool always = std::ranges::all_of(samples, holds);
      if (ever && !always) continue;
      const auto is = [&](bool truth) {
        return Question{[&, truth](Ranges& ranges) { return !narrow(program_, ranges, condition, truth); },
                        [&, truth](const std::vector<float>& values) { return holds(values) == truth; }};
      };
      const std::vector<bool> sources = sources_of({condition});
      if (prover_.prove(all, is(!ever), sources, budget_) != Proof::never) continue;
      never_holds_[i] = !ever;
      if (!ever) {
        diagnostics_
            .report(Code::guard_never, when.span, fmt::format("the `when` of {} never holds", name_of(i)))
            .caption(fmt::format("so {} is never chosen", name_of(i)))
            .note(proved(sources))
            .help("look for parts that contradict each other, or for a range that does not reach so far");
      } else {
        diagnostics_
            .report(Code::guard_always, when.span, fmt::format("the `when` of {} always holds", name_of(i)))
            .caption("asks for nothing")
            .note(proved(sources))
            .help("leave it out, or look for a range that should reach further");
      }
    }
  }

  // --- choices ---

  using Samples = std::vector<std::vector<float>>;

  // An importance, which the game may give; or none.
  struct Setting {
    std::optional<uint32_t> profile;
    std::string name;
  };

  [[nodiscard]] std::vector<Setting> settings() const {
    std::vector<Setting> result = {{{}, ""}};
    for (uint32_t i = 0; i < model_.importance.size(); ++i)
      result.push_back({i, fmt::format("`{}`", model_.importance[i].name.text)});
    return result;
  }

  [[nodiscard]] Ranges box_of(const Setting& setting) const {
    Ranges ranges = all_situations(program_);
    for (uint32_t i = 0; i < agent_.program.size(); ++i) {
      const LoweredOperation& operation = agent_.program[i];
      const LoweredWeight weight =
          setting.profile
              ? (operation.code == OperationCode::weight || operation.code == OperationCode::curve_choice
                     ? lowered_.weights[*setting.profile][operation.parameter]
                     : LoweredWeight{})
              : LoweredWeight{};
      if (operation.code == OperationCode::weight) ranges[i] = {weight.weight, weight.weight};
      if (operation.code == OperationCode::curve_choice) {
        const auto curve = static_cast<float>(weight.curve);
        ranges[i] = {curve, curve};
      }
    }
    propagate(program_, ranges);
    return ranges;
  }

  // Whether `b` competes wherever `a` does.
  [[nodiscard]] bool is_beside(const Contender& b, const Contender& a) const {
    return std::ranges::includes(b.states, a.states);
  }
  // Whether a score of b is enough against one of a, of options of one rank.
  [[nodiscard]] bool beats(uint32_t b, float of_b, uint32_t a, float of_a) const {
    const bool wins_ties = (b < a) == (written_.select.ties.value == Ties::first);
    return wins_ties ? of_b >= of_a : of_b > of_a;
  }

  // Whether it wins against some others in one situation.
  [[nodiscard]] bool wins(uint32_t a, const std::vector<float>& values,
                          const std::vector<uint32_t>& rivals) const {
    const auto minimum = static_cast<float>(written_.select.minimum.value);
    const float own = values[contenders_[a].gate];
    if (!(own > minimum)) return false;
    return std::ranges::none_of(rivals, [&](uint32_t b) {
      const Contender& other = contenders_[b];
      const float score = values[other.gate];
      if (b == a || !(score > minimum) || other.rank < contenders_[a].rank) return false;
      return other.rank > contenders_[a].rank || beats(b, score, a, own);
    });
  }

  struct Loser {
    std::vector<std::string> settings;
    Interval score{kInfinity, -kInfinity};
    std::vector<bool> beaten_by;
    Interval winner{kInfinity, -kInfinity};  // its scores, if there is one alone
    bool is_below_minimum = false;
  };

  void choices() {
    const std::vector<Setting> all = settings();
    std::vector<Loser> losers(contenders_.size());
    std::vector<std::vector<std::string>> winners(contenders_.size());
    for (const Setting& setting : all) {
      const Ranges box = box_of(setting);
      const auto samples = prover_.samples(box, kSamples);
      if (const auto winner = find_winner(box, samples)) {
        winners[*winner].push_back(setting.name);
        continue;
      }
      for (uint32_t i = 0; i < contenders_.size(); ++i) {
        if (!never_holds_[i]) find_loser(i, box, samples, setting, losers[i]);
      }
    }
    for (uint32_t i = 0; i < contenders_.size(); ++i) {
      if (!winners[i].empty()) report_winner(i, winners[i], winners[i].size() == all.size());
      if (!losers[i].settings.empty()) report_loser(i, losers[i], losers[i].settings.size() == all.size());
    }
  }

  // Why it never wins: where one other alone is enough, because of that one.
  void find_loser(uint32_t a, const Ranges& box, const Samples& samples, const Setting& setting,
                  Loser& loser) {
    constexpr uint64_t kForOne = kOperationsPerFile / 30;
    std::vector<uint32_t> rivals;
    for (uint32_t b = 0; b < contenders_.size(); ++b) {
      const Contender& other = contenders_[b];
      if (b != a && other.is_reliable && is_beside(other, contenders_[a]) &&
          other.rank >= contenders_[a].rank)
        rivals.push_back(b);
    }
    const auto wins_in = [&](const Samples& some, const std::vector<uint32_t>& against) {
      return std::ranges::any_of(some, [&](const auto& values) { return wins(a, values, against); });
    };
    if (wins_in(samples, rivals)) return;
    // Where it may be chosen at all.
    Ranges narrowed = box;
    const bool may_be = narrow(program_, narrowed, contenders_[a].condition, true);
    const Samples closer = may_be ? prover_.samples(narrowed, kCloserSamples) : Samples();
    if (wins_in(closer, rivals)) return;
    for (const uint32_t rival : rivals) {
      if (wins_in(samples, {rival}) || wins_in(closer, {rival})) continue;
      Budget budget{std::min(kForOne, budget_.operations)};
      const uint64_t before = budget.operations;
      const bool is_enough = loses(a, {rival}, box, setting, loser, budget);
      budget_.operations -= before - budget.operations;
      if (is_enough) return;
    }
    loses(a, rivals, box, setting, loser, budget_);
  }

  bool loses(uint32_t a, const std::vector<uint32_t>& rivals, const Ranges& box, const Setting& setting,
             Loser& loser, Budget& budget) {
    const Contender& own = contenders_[a];
    const auto minimum = static_cast<float>(written_.select.minimum.value);
    Loser found;
    found.beaten_by.assign(contenders_.size(), false);
    const auto is_impossible = [&](Ranges& ranges) {
      if (!narrow(program_, ranges, own.condition, true)) return true;
      const Interval score = ranges[own.score];
      if (!(score.high > minimum)) {
        found.is_below_minimum = true;
        found.score = hull(found.score, score);
        return true;
      }
      for (const uint32_t b : rivals) {
        const Contender& other = contenders_[b];
        const Interval of_other = ranges[other.score];
        if (ranges[other.condition].contains(0)) continue;
        const bool is_above =
            of_other.low > minimum && (other.rank > own.rank || beats(b, of_other.low, a, score.high));
        // Where the loser scores more than the minimum the other does, too.
        const bool is_as_much = other.rank == own.rank && beats(b, 0, a, 0) &&
                                is_at_least(program_, ranges, other.score, own.score);
        if (!is_above && !is_as_much) continue;
        found.beaten_by[b] = true;
        found.score = hull(found.score, score);
        found.winner = hull(found.winner, of_other);
        return true;
      }
      return false;
    };
    const auto is_so = [&](const std::vector<float>& values) { return wins(a, values, rivals); };
    std::vector<bool> needed(agent_.program.size());
    needed[own.condition] = needed[own.score] = true;
    for (const uint32_t b : rivals) needed[contenders_[b].condition] = needed[contenders_[b].score] = true;
    if (prover_.prove(box, {is_impossible, is_so}, sources_of(needed), budget) != Proof::never) return false;
    loser.settings.push_back(setting.name);
    loser.score = hull(loser.score, found.score);
    loser.winner = hull(loser.winner, found.winner);
    loser.is_below_minimum |= found.is_below_minimum;
    loser.beaten_by.resize(contenders_.size());
    for (uint32_t b = 0; b < contenders_.size(); ++b)
      loser.beaten_by[b] = loser.beaten_by[b] || found.beaten_by[b];
    return true;
  }

  [[nodiscard]] std::optional<uint32_t> find_winner(const Ranges& box, const Samples& samples) {
    for (uint32_t a = 0; a < contenders_.size(); ++a) {
      const Contender& own = contenders_[a];
      if (!own.is_reliable || !own.states.empty()) continue;
      const auto never_loses = [&](const auto& values) { return wins(a, values, everyone_); };
      if (!std::ranges::all_of(samples, never_loses)) continue;
      const auto minimum = static_cast<float>(written_.select.minimum.value);
      const auto is_impossible = [&](Ranges& ranges) {
        if (ranges[own.condition].contains(0) || !(ranges[own.score].low > minimum)) return false;
        for (uint32_t b = 0; b < contenders_.size(); ++b) {
          const Contender& other = contenders_[b];
          if (b == a || other.rank < own.rank) continue;
          Ranges with = ranges;
          if (!narrow(program_, with, other.condition, true) || !(with[other.score].high > minimum)) continue;
          const bool loses =
              other.rank == own.rank && !beats(b, with[other.score].high, a, with[own.score].low);
          if (!loses) return false;
        }
        return true;
      };
      const auto is_so = [&](const std::vector<float>& values) { return !wins(a, values, everyone_); };
      std::vector<bool> needed(agent_.program.size());
      for (const Contender& one : contenders_) needed[one.condition] = needed[one.score] = true;
      if (prover_.prove(box, {is_impossible, is_so}, sources_of(needed), budget_) == Proof::never) return a;
    }
    return {};
  }

  [[nodiscard]] static std::string for_settings(const std::vector<std::string>& names, bool all) {
    if (all) return "";
    std::vector<std::string> given;
    std::ranges::copy_if(names, std::back_inserter(given), [](const auto& name) { return !name.empty(); });
    if (given.empty()) return " without an importance";
    const std::string_view none = given.size() < names.size() ? ", and without one" : "";
    return fmt::format(" for importance {}{}", listed(given, "and"), none);
  }

  void report_loser(uint32_t a, const Loser& loser, bool all) {
    std::vector<bool> needed(agent_.program.size());
    needed[contenders_[a].condition] = needed[contenders_[a].score] = true;
    std::vector<uint32_t> beaten_by;
    std::vector<std::string> names;
    for (uint32_t b = 0; b < contenders_.size(); ++b) {
      if (!loser.beaten_by[b]) continue;
      beaten_by.push_back(b);
      names.push_back(name_of(b));
      needed[contenders_[b].condition] = needed[contenders_[b].score] = true;
    }
    Report report = diagnostics_.report(
        Code::never_wins, action_of(a).name.span,
        fmt::format("{}{} can never win{}", name_of(a), of_agent(), for_settings(loser.settings, all)));
    report.caption(fmt::format("scores at most {}", number(loser.score.high)));
    for (const uint32_t b : beaten_by) {
      const bool outranks = contenders_[b].rank > contenders_[a].rank;
      report.label(action_of(b).name.span, outranks ? "stands above it in rank"
                                           : beaten_by.size() > 1
                                               ? "scores more, or as much and stands before it"
                                               : fmt::format("scores {}", between(loser.winner)));
    }
    if (loser.is_below_minimum) {
      const auto minimum = static_cast<float>(written_.select.minimum.value);
      report.note(fmt::format("what scores {} or less is never chosen", number(minimum)));
    }
    if (beaten_by.size() > 1)
      report.note(fmt::format("whatever the situation, {} wins instead", listed(names, "or")));
    report.note(fmt::format("{}, while nothing cools down", proved(sources_of(needed))));
    const auto outranks = [&](uint32_t b) { return contenders_[b].rank > contenders_[a].rank; };
    report.help(
        beaten_by.empty()
            ? "if it is what remains when nothing else is to be done, let it score a little, such as 0.01"
        : std::ranges::all_of(beaten_by, outranks)
            ? "let it stand as high in rank, or give what stands above it a `when`"
            : "let its score reach higher, or give what wins instead a `when` or a `cooldown`");
  }

  void report_winner(uint32_t a, const std::vector<std::string>& names, bool all) {
    std::vector<bool> needed(agent_.program.size());
    for (const Contender& one : contenders_) needed[one.condition] = needed[one.score] = true;
    diagnostics_
        .report(Code::always_wins, action_of(a).name.span,
                fmt::format("{}{} always wins{}", name_of(a), of_agent(), for_settings(names, all)))
        .caption("so nothing else is ever chosen")
        .note(fmt::format("{}, while nothing cools down", proved(sources_of(needed))))
        .help("give it a `when`, or let it score less where something else is to be done");
  }

  const Model& model_;
  const Lowered& lowered_;
  const LoweredAgent& agent_;
  const Agent& written_;
  Diagnostics& diagnostics_;
  AnalyzedProgram program_;
  Prover prover_;
  Budget& budget_;
  std::vector<Contender> contenders_;
  std::vector<uint32_t> everyone_;
  std::vector<bool> never_holds_;
};

}  // namespace

void report_findings(const Model& model, const Lowered& lowered, Diagnostics& diagnostics) {
  Budget budget{kOperationsPerFile};
  for (const LoweredAgent& agent : lowered.agents)
    AgentFindings(model, lowered, agent, budget, diagnostics).report();
}

}  // namespace ishi::compiler
