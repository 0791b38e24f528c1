#include "testing/prove_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "analyze/shrink.h"
#include "analyze/violation.h"
#include "language/unit.h"
#include "testing/circumstances.h"
#include "testing/proof_ranges.h"
#include "testing/situation_values.h"
#include "testing/thought.h"
#include "testing/witness.h"

namespace ishi::compiler {
namespace {

constexpr uint64_t kOperations = 30'000'000;  // of one claim
constexpr uint32_t kShown = 4000;
constexpr uint32_t kMostConfirmed = 16;     // situations that are shown to the runtime
constexpr double kClaimedTolerance = 1e-5;  // of a score that is claimed as one number

class TestProof {
 public:
  TestProof(const Model& model, const Lowered& lowered, const LoweredAgent& agent, const Asset& asset,
            const Named<Test>& test)
      : model_(model), asset_(asset), test_(test), contest_(model, lowered, agent) {
    result_.name = test.name.text;
    result_.span = test.name.span;
    result_.outcome = Outcome::proved;
  }

  TestResult run() {
    Diagnostics nothing_new;  // it has been checked
    ranges_ = read_proof_ranges(model_, test_.value, nothing_new);
    for (const Circumstance& circumstance : circumstances_of(contest_, test_.value, ranges_)) {
      claim_picks(circumstance);
      claim_order(circumstance);
      claim_scores(circumstance);
      if (result_.outcome == Outcome::refuted) break;
    }
    return std::move(result_);
  }

 private:
  // --- what it is about ---

  [[nodiscard]] Ranges box_of(const Circumstance& circumstance) const {
    Ranges box = contest_.box_of(circumstance.weighing);
    for (uint32_t i = 0; i < box.size(); ++i) {
      if (contest_.program().operations[i].code == OperationCode::running) box[i] = {0, 0};
    }
    std::vector<ProofRange> ranges = ranges_;
    std::erase_if(ranges, [&](const ProofRange& range) {
      return !range.is_level && std::ranges::find(circumstance.set, range.index) != circumstance.set.end();
    });
    hold_within(contest_.program(), ranges, box);
    return box;
  }

  // Tokens which the options that compete with one claim, and it does not: others may hold them.
  [[nodiscard]] std::vector<uint32_t> tokens_of_others(const Circumstance& circumstance,
                                                       const Violation& violation) const {
    std::vector<uint32_t> tokens;
    if (violation.kind != Violation::Kind::wins && violation.kind != Violation::Kind::nothing_wins)
      return tokens;
    const bool is_of_one = violation.kind == Violation::Kind::wins;
    for (const uint32_t option : circumstance.competing) {
      for (const Reference& claim : contest_.action_of(option).value.claims) {
        const bool is_own = is_of_one && claims(contest_, violation.option, claim.index);
        if (claim.index != kNone && !is_own && std::ranges::find(tokens, claim.index) == tokens.end())
          tokens.push_back(claim.index);
      }
    }
    return tokens;
  }

  // --- what it claims ---

  [[nodiscard]] uint32_t option_of(std::string_view action) const {
    const auto& actions = contest_.written().actions;
    return static_cast<uint32_t>(std::ranges::find(actions, action, &Reference::text) - actions.begin());
  }

  void claim_picks(const Circumstance& circumstance) {
    const auto names = [](const Claimed& claimed, std::string_view name) {
      return std::ranges::find(claimed.picks, name, &Reference::text) != claimed.picks.end();
    };
    const Setting<Claimed>& always = test_.value.always;
    const Setting<Claimed>& never = test_.value.never;
    for (const uint32_t option : circumstance.competing) {
      const std::string_view name = contest_.written().actions[option].text;
      if ((always.given && !names(always.value, name)) || (never.given && names(never.value, name)))
        refute(circumstance, {.kind = Violation::Kind::wins, .option = option});
    }
    if ((always.given && !names(always.value, "nothing")) || (never.given && names(never.value, "nothing")))
      refute(circumstance, {.kind = Violation::Kind::nothing_wins});
  }

  void claim_order(const Circumstance& circumstance) {
    const auto& order = test_.value.order;
    for (size_t i = 0; i < order.size(); ++i) {
      for (size_t later = i + 1; later < order.size(); ++later) {
        const Violation violation{.kind = Violation::Kind::outscored,
                                  .option = option_of(order[i].text),
                                  .other = option_of(order[later].text)};
        if (competes(circumstance, violation.option) && competes(circumstance, violation.other))
          refute(circumstance, violation);
      }
    }
  }

  void claim_scores(const Circumstance& circumstance) {
    for (const auto& score : test_.value.score) {
      const uint32_t option = option_of(score.name.text);
      if (!competes(circumstance, option)) continue;
      const Bounds& bounds = score.value.value;
      const double slack = bounds.low == bounds.high ? kClaimedTolerance : 0;
      refute(circumstance, {.kind = Violation::Kind::above,
                            .option = option,
                            .bound = static_cast<float>(bounds.high + slack)});
      refute(circumstance, {.kind = Violation::Kind::below,
                            .option = option,
                            .bound = static_cast<float>(bounds.low - slack)});
    }
  }

  static bool competes(const Circumstance& circumstance, uint32_t option) {
    return std::ranges::find(circumstance.competing, option) != circumstance.competing.end();
  }

  // --- whether it holds ---

  // What is asked, and by what it may come about that no source says.
  struct Trial {
    const Circumstance& circumstance;
    const Violation& violation;
    const std::vector<bool>& relevant;
    const WayOver* way = nullptr;
    std::vector<uint32_t> taken;  // tokens that others hold
  };

  void refute(const Circumstance& circumstance, const Violation& violation) {
    if (result_.outcome == Outcome::refuted) return;
    const Ranges box = box_of(circumstance);
    const std::vector<bool> relevant = sources_of(contest_, circumstance.competing, violation);
    const auto is_so_here = [&](const std::vector<float>& values) {
      return is_so(contest_, circumstance.competing, violation, values);
    };
    const auto report_if_confirmed = [&](const std::vector<float>& values) {
      Trial trial{circumstance, violation, relevant, nullptr, {}};
      const std::vector<uint32_t> tokens = tokens_of_others(circumstance, violation);
      for (const WayOver& way : circumstance.ways) {
        trial.way = &way;
        for (const bool are_taken : {false, true}) {
          if (are_taken && tokens.empty()) continue;
          trial.taken = are_taken ? tokens : std::vector<uint32_t>{};
          if (!is_confirmed(trial, values)) continue;
          report_witness(trial, box, values);
          return true;
        }
      }
      return false;
    };
    uint32_t tried = 0;
    for (const std::vector<float>& values : contest_.prover().samples(box, kShown)) {
      if (!is_so_here(values) || tried++ >= kMostConfirmed) continue;
      if (report_if_confirmed(values)) return;
    }
    Budget budget{kOperations};
    Evidence evidence;
    const Proof proof = find(contest_, box, circumstance.competing, violation, budget, evidence);
    if (proof == Proof::never) return;
    if (proof == Proof::sometimes) {
      if (report_if_confirmed(evidence.witness)) return;
      return report_unknown(violation,
                            circumstance.set.empty()
                                ? "it depends on what no test can say: what is remembered, drawn or past"
                                : "it depends on what the states set when the agent goes over");
    }
    const std::string largest = text_of(contest_, relevant, evidence.open);
    report_unknown(violation,
                   largest.empty() ? "" : fmt::format("the largest part left: for_all: {}", largest));
  }

  // A situation has no key twice: what an option reads counts, and the way over must do with it.
  void add_way(const WayOver& way, Situation& situation) const {
    const auto is_new = [](const std::vector<SituationValue>& values, uint32_t index) {
      return std::ranges::find(values, index, &SituationValue::index) == values.end();
    };
    for (SituationValue key : way.keys) {
      if (!is_new(situation.keys, key.index)) continue;
      if (key.entity != kNone) key.entity = add_somebody(model_.blackboard[key.index].value, situation);
      situation.keys.push_back(key);
    }
    for (const SituationValue& level : way.levels) {
      if (is_new(situation.levels, level.index)) situation.levels.push_back(level);
    }
  }

  // What is set on the way over, as it is before: in its range, and by default if that will do.
  void add_as_claimed(const ProofRange& range, Situation& situation) const {
    if (std::ranges::find(situation.keys, range.index, &SituationValue::index) != situation.keys.end())
      return;
    const Variable& variable = model_.blackboard[range.index].value;
    SituationValue key{range.index, variable.fallback};
    if (variable.resolved.kind == ValueKind::entity) {
      if (range.of[0].low >= 1) key.entity = add_somebody(variable, situation);
    } else {
      for (size_t i = 0; i < range.of.size(); ++i)
        key.value[i] = std::clamp(key.value[i], range.of[i].low, range.of[i].high);
    }
    situation.keys.push_back(key);
  }

  uint32_t add_somebody(const Variable& variable, Situation& situation) const {
    situation.entities.push_back({{}, variable.resolved.reference, {}, forward(model_), {}});
    return static_cast<uint32_t>(situation.entities.size() - 1);
  }

  [[nodiscard]] Situation situation_of_trial(const Trial& trial, const std::vector<float>& values,
                                             std::vector<std::string>& names) const {
    Situation situation = situation_of(contest_, trial.relevant, values, names);
    situation.profile = test_.value.importance.index;
    situation.state = trial.circumstance.from;
    situation.taken_tokens = trial.taken;
    const auto is_set = [&](uint32_t key) {
      return std::ranges::find(trial.circumstance.set, key) != trial.circumstance.set.end();
    };
    std::erase_if(situation.keys, [&](const SituationValue& key) { return is_set(key.index); });
    add_way(*trial.way, situation);
    for (const ProofRange& range : ranges_) {
      if (!range.is_level && is_set(range.index)) add_as_claimed(range, situation);
    }
    return situation;
  }

  [[nodiscard]] std::optional<Thought> thought_of(const Trial& trial,
                                                  const std::vector<float>& values) const {
    std::vector<std::string> names;
    const Situation situation = situation_of_trial(trial, values, names);
    Thought thought;
    if (!think_once(asset_, model_, situation, thought)) return std::nullopt;
    return thought;
  }

  // Whether the runtime finds it, too.
  [[nodiscard]] bool is_confirmed(const Trial& trial, const std::vector<float>& values) const {
    const auto thought = thought_of(trial, values);
    const Circumstance& circumstance = trial.circumstance;
    if (!thought || (circumstance.state != kNone && thought->state != circumstance.state)) return false;
    const Violation& violation = trial.violation;
    const auto score = [&](uint32_t option) { return thought->score(asset_, option); };
    switch (violation.kind) {
      case Violation::Kind::wins:
        return thought->picked == violation.option ||
               (contest_.written().select.draws() && score(violation.option) > contest_.minimum());
      case Violation::Kind::nothing_wins: return thought->picked == kNone;
      case Violation::Kind::outscored:
        return score(violation.option) > -kInfinity && score(violation.other) >= score(violation.option);
      case Violation::Kind::above: return score(violation.option) > violation.bound;
      case Violation::Kind::below:
        return score(violation.option) > -kInfinity && score(violation.option) < violation.bound;
    }
    return false;
  }

  void report_witness(const Trial& trial, const Ranges& box, const std::vector<float>& values) {
    const Circumstance& circumstance = trial.circumstance;
    const Violation& violation = trial.violation;
    const auto still_is_so = [&](const std::vector<float>& changed) {
      return is_so(contest_, circumstance.competing, violation, changed) && is_confirmed(trial, changed);
    };
    const auto plain = plain_values(model_, contest_.program());
    const auto simple = simplest(contest_.program(), box, trial.relevant, plain, values, still_is_so);
    std::vector<std::string> names;
    const Situation situation = situation_of_trial(trial, simple, names);
    const WitnessText text = text_of(model_, situation);
    const auto thought = thought_of(trial, simple);
    const auto scored = [&](uint32_t option) {
      return fmt::format("`{}` ({:.4f})", contest_.written().actions[option].text,
                         thought->score(asset_, option));
    };
    std::string what;
    switch (violation.kind) {
      case Violation::Kind::wins: what = fmt::format("it picks {}", scored(violation.option)); break;
      case Violation::Kind::nothing_wins: what = "it picks nothing"; break;
      case Violation::Kind::outscored:
        what = fmt::format("{} is not above {}", scored(violation.option), scored(violation.other));
        break;
      case Violation::Kind::above:
      case Violation::Kind::below:
        what = fmt::format("{} scores {} {:.6g}", scored(violation.option),
                           violation.kind == Violation::Kind::above ? "more than" : "less than",
                           violation.bound);
        break;
    }
    result_.outcome = Outcome::refuted;
    const std::vector<std::string> lines = text.lines();
    const bool is_plain = circumstance.from == kNone && lines.empty();
    result_.message = fmt::format("refuted: {}, for instance {}", what,
                                  is_plain ? "where every key has its default" : "with");
    if (situation.time_microseconds != 0)
      result_.message +=
          fmt::format("{}\n  a world that is {} old, which no test can say", is_plain ? ", in" : "",
                      show(static_cast<double>(situation.time_microseconds) * 1e-6, Quantity::duration));
    if (circumstance.from != kNone)
      result_.message +=
          fmt::format("\n  state: {}", contest_.written().states.value[circumstance.from].name.text);
    for (const std::string& line : lines) result_.message += "\n  " + line;
    result_.witness = text.all();
  }

  void report_unknown(const Violation& violation, const std::string& why) {
    const std::string_view name = contest_.written().actions[violation.option].text;
    std::string what;
    switch (violation.kind) {
      case Violation::Kind::wins: what = fmt::format("whether it may pick `{}`", name); break;
      case Violation::Kind::nothing_wins: what = "whether it may pick nothing"; break;
      case Violation::Kind::outscored:
        what = fmt::format("whether `{}` may score as much as `{}`",
                           contest_.written().actions[violation.other].text, name);
        break;
      case Violation::Kind::above: what = fmt::format("whether `{}` may score more", name); break;
      case Violation::Kind::below: what = fmt::format("whether `{}` may score less", name); break;
    }
    if (result_.outcome == Outcome::unknown) return;  // one is enough
    result_.outcome = Outcome::unknown;
    result_.message = fmt::format("undecided: {} is neither proved nor refuted", what);
    if (!why.empty()) result_.message += fmt::format("\n  {}", why);
  }

  const Model& model_;
  const Asset& asset_;
  const Named<Test>& test_;
  Contest contest_;
  std::vector<ProofRange> ranges_;
  TestResult result_;
};

}  // namespace

TestResult prove_test(const Model& model, const Lowered& lowered, const Asset& asset,
                      const Named<Test>& test) {
  const auto agent = std::ranges::find(lowered.agents, test.value.agent.index, &LoweredAgent::agent);
  return TestProof(model, lowered, *agent, asset, test).run();
}

}  // namespace ishi::compiler
