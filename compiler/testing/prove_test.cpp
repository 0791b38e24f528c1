#include "testing/prove_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "analyze/fixed_sets.h"
#include "analyze/shrink.h"
#include "analyze/violation.h"
#include "language/unit.h"
#include "testing/circumstances.h"
#include "testing/proof_dependence.h"
#include "testing/proof_fixed.h"
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
      : model_(model),
        given_(agent),
        asset_(asset),
        test_(test),
        fixed_(read_fixed(model, asset, test.value)),
        known_(with_fixed_sets(agent, fixed_.sets)),
        contest_(model, lowered, known_.agent) {
    result_.name = test.name.text;
    result_.span = test.name.span;
    result_.outcome = Outcome::proved;
  }

  TestResult run() {
    if (!fixed_.is_read) {
      result_.outcome = Outcome::unknown;
      result_.message = "undecided: what the test gives beside `for_all` cannot be set up";
      return std::move(result_);
    }
    Diagnostics nothing_new;  // it has been checked
    ranges_ = read_proof_ranges(model_, test_.value, nothing_new);
    circumstances_ = circumstances_of(contest_, test_.value, ranges_);
    for (Circumstance& circumstance : circumstances_)
      std::erase_if(circumstance.competing, [&](uint32_t option) { return option >= known_.competing; });
    for (const Circumstance& circumstance : circumstances_) {
      claim_picks(circumstance);
      claim_order(circumstance);
      claim_scores(circumstance);
      if (result_.outcome == Outcome::refuted) break;
    }
    if (result_.outcome == Outcome::proved) check_something_is_said();
    return std::move(result_);
  }

 private:
  // --- what it is about ---

  // Empty if the ranges leave nothing.
  [[nodiscard]] Ranges box_of(const Circumstance& circumstance) const {
    Ranges box = contest_.box_of(circumstance.weighing);
    for (uint32_t i = 0; i < box.size(); ++i) {
      const OperationCode code = contest_.program().operations[i].code;
      const bool is_of_running = code == OperationCode::running || code == OperationCode::elapsed ||
                                 code == OperationCode::step_elapsed;
      if (is_of_running) box[i] = {0, 0};
      const uint32_t key = fixed_key_of(i);
      if (key != kNone && !is_set_on_the_way(circumstance, key))
        box[i] = {fixed_.values[known_.operations[i]], fixed_.values[known_.operations[i]]};
    }
    std::vector<ProofRange> ranges = ranges_;
    std::erase_if(ranges, [&](const ProofRange& range) {
      return !range.is_level && is_set_on_the_way(circumstance, range.index);
    });
    hold_within(contest_.program(), ranges, box);
    return box;
  }

  static bool is_set_on_the_way(const Circumstance& circumstance, uint32_t key) {
    return std::ranges::find(circumstance.set, key) != circumstance.set.end();
  }

  // The key that names somebody of the test's world, if a source is that, or read of them.
  [[nodiscard]] uint32_t fixed_key_of(uint32_t i) const {
    const LoweredOperation* source = &contest_.program().operations[i];
    while (reads_entity(source->code)) source = &contest_.program().operations[source->a];
    const bool is_fixed =
        source->code == OperationCode::key_entity && fixed_.keys[source->parameter] != nullptr;
    return is_fixed ? source->parameter : kNone;
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

  // Of an action that is for a fixed set the option for the best of its members.
  [[nodiscard]] uint32_t option_of(std::string_view action) const {
    const auto& actions = contest_.written().actions;
    return known_
        .best[static_cast<size_t>(std::ranges::find(actions, action, &Reference::text) - actions.begin())];
  }

  [[nodiscard]] std::string_view name_of(uint32_t option) const {
    return contest_.written().actions[known_.origins[option]].text;
  }

  void claim_picks(const Circumstance& circumstance) {
    const auto names = [](const Claimed& claimed, std::string_view name) {
      return std::ranges::find(claimed.picks, name, &Reference::text) != claimed.picks.end();
    };
    const Setting<Claimed>& always = test_.value.always;
    const Setting<Claimed>& never = test_.value.never;
    for (const uint32_t option : circumstance.competing) {
      const std::string_view name = name_of(option);
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

  [[nodiscard]] bool competes(const Circumstance& circumstance, uint32_t option) const {
    return circumstance.state == kNone || contest_.is_in(option, circumstance.state);
  }

  // --- whether it says anything ---

  // What holds of an action wherever it is eligible says nothing of one that never is.
  void check_something_is_said() {
    for (const auto& score : test_.value.score) check_eligible(option_of(score.name.text), "score");
    for (const Reference& action : test_.value.order) check_eligible(option_of(action.text), "order");
    if (result_.outcome != Outcome::proved) return;
    const auto& order = test_.value.order;
    for (size_t i = 0; i + 1 < order.size(); ++i) {
      if (may_be_eligible(option_of(order[i].text), option_of(order[i + 1].text))) continue;
      say_nothing(fmt::format("`{}` and `{}` are nowhere eligible together, so `order` says nothing of them",
                              order[i].text, order[i + 1].text));
    }
  }

  void check_eligible(uint32_t option, std::string_view field) {
    if (may_be_eligible(option, option)) return;
    const std::string_view name = name_of(option);
    const Formula& when = contest_.action_of(option).value.when;
    const bool is_there =
        std::ranges::any_of(circumstances_, [&](const Circumstance& one) { return competes(one, option); });
    std::string why;
    if (!is_there)
      why = ": the state lacks it";
    else if (when.given())
      why = fmt::format(": its `when`, `{}`, holds nowhere", when.text);
    say_nothing(fmt::format("`{}` is nowhere eligible, so `{}` says nothing of it{}", name, field, why));
  }

  // Whether both are eligible somewhere, as far as that is known.
  [[nodiscard]] bool may_be_eligible(uint32_t option, uint32_t other) const {
    const Violation both{.kind = Violation::Kind::eligible, .option = option, .other = other};
    return std::ranges::any_of(circumstances_, [&](const Circumstance& circumstance) {
      if (!competes(circumstance, option) || !competes(circumstance, other)) return false;
      Budget budget{kOperations};
      Evidence evidence;
      return find(contest_, box_of(circumstance), circumstance.competing, both, budget, evidence) !=
             Proof::never;
    });
  }

  void say_nothing(const std::string& what) {
    const bool is_first = result_.outcome == Outcome::proved;
    result_.outcome = Outcome::failed;
    const std::string line = fmt::format("in all these situations {}", what);
    if (result_.message.find(line) == std::string::npos)
      result_.message += fmt::format("{}{}", is_first ? "" : "\n", line);
  }

  // --- whether it holds ---

  void refute(const Circumstance& circumstance, const Violation& violation) {
    if (result_.outcome == Outcome::refuted) return;
    const Ranges box = box_of(circumstance);
    const std::vector<bool> relevant = sources_of(contest_, circumstance.competing, violation);
    if (show_sample(circumstance, violation, relevant, box)) return;
    Budget budget{kOperations};
    Evidence evidence;
    const Proof proof = find(contest_, box, circumstance.competing, violation, budget, evidence);
    if (proof == Proof::never) return;
    if (proof == Proof::sometimes && show(circumstance, violation, relevant, box, evidence.witness)) return;
    if (show_sayable(circumstance, violation, relevant, box)) return;
    if (proof == Proof::sometimes) return report_unknown(violation, depends(circumstance, violation, box));
    const std::string largest = text_of(contest_, relevant, evidence.open);
    report_unknown(violation,
                   largest.empty() ? "" : fmt::format("the largest part left: for_all: {}", largest));
  }

  // The same where all that no test can say is as tests have it.
  bool show_sayable(const Circumstance& circumstance, const Violation& violation,
                    const std::vector<bool>& relevant, const Ranges& box) {
    const Ranges sayable = as_in_tests(box, [](uint32_t) { return true; });
    if (sayable == box) return false;
    if (show_sample(circumstance, violation, relevant, sayable)) return true;
    Budget budget{kOperations};
    Evidence evidence;
    return find(contest_, sayable, circumstance.competing, violation, budget, evidence) == Proof::sometimes &&
           show(circumstance, violation, relevant, sayable, evidence.witness);
  }

  bool show_sample(const Circumstance& circumstance, const Violation& violation,
                   const std::vector<bool>& relevant, const Ranges& box) {
    uint32_t tried = 0;
    for (const std::vector<float>& values : contest_.prover().samples(box, kShown)) {
      if (!is_so(contest_, circumstance.competing, violation, values)) continue;
      if (show(circumstance, violation, relevant, box, values)) return true;
      if (++tried == kMostConfirmed) break;
    }
    return false;
  }

  // --- what no test can say ---

  // Of a box the part in which some of what no test can say is as it is in tests.
  template <class IsHeld>
  [[nodiscard]] Ranges as_in_tests(Ranges box, const IsHeld& is_held) const {
    for (uint32_t i = 0; i < box.size(); ++i) {
      if (!contest_.program().is_source(i) ||
          dependence_of(model_, given_, fixed_, known_, i).words.empty() || !is_held(i))
        continue;
      const float value = fixed_.values[known_.operations[i]];
      if (box[i].contains(value)) box[i] = {value, value};
    }
    propagate(contest_.program(), box);
    return box;
  }

  // "it depends on what `flock` holds; give this test its own `candidates`".
  [[nodiscard]] std::string depends(const Circumstance& circumstance, const Violation& violation,
                                    const Ranges& box) const {
    const std::vector<bool> relevant = sources_of(contest_, circumstance.competing, violation);
    std::vector<Dependence> found;
    for (uint32_t i = 0; i < relevant.size(); ++i) {
      if (!relevant[i]) continue;
      Dependence one = dependence_of(model_, given_, fixed_, known_, i);
      if (one.words.empty() || std::ranges::find(found, one) != found.end()) continue;
      const Ranges held = as_in_tests(
          box, [&](uint32_t other) { return dependence_of(model_, given_, fixed_, known_, other) == one; });
      Budget budget{kOperations};
      Evidence evidence;
      const bool matters =
          find(contest_, held, circumstance.competing, violation, budget, evidence) != Proof::sometimes;
      if (matters) found.push_back(std::move(one));
    }
    if (found.empty() && !circumstance.set.empty())
      return "it depends on what the states set when the agent goes over";
    if (found.empty()) return "no situation was found that shows it";
    return described(found);
  }

  // --- what is told ---

  // A situation as a test writes it, and what the runtime makes of what is written.
  struct Shown {
    WitnessText text;
    std::unique_ptr<WrittenSituation> written;
    Thought thought;
  };

  // What is asked, and by what it may come about that no source says.
  struct Trial {
    const Circumstance& circumstance;
    const Violation& violation;
    const std::vector<bool>& relevant;
    const WayOver* way = nullptr;
    std::vector<uint32_t> taken;  // tokens that others hold
  };

  // A situation has no key twice: what an option reads counts, and the way over must do with it.
  void add_way(const WayOver& way, Situation& situation) const {
    const auto is_new = [](const std::vector<SituationValue>& values, uint32_t index) {
      return std::ranges::find(values, index, &SituationValue::index) == values.end();
    };
    for (SituationValue key : way.keys) {
      if (!is_new(situation.keys, key.index) || fixed_.keys[key.index] != nullptr) continue;
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

  [[nodiscard]] WitnessText text_of_trial(const Trial& trial, const std::vector<float>& values) const {
    std::vector<bool> is_fixed;
    for (const Node* const value : fixed_.keys) is_fixed.push_back(value != nullptr);
    std::vector<std::string> names;
    Situation situation = situation_of(contest_, trial.relevant, values, is_fixed, names);
    situation.state = trial.circumstance.from;
    situation.taken_tokens = trial.taken;
    std::erase_if(situation.keys, [&](const SituationValue& key) {
      return is_set_on_the_way(trial.circumstance, key.index);
    });
    add_way(*trial.way, situation);
    for (const ProofRange& range : ranges_) {
      const bool is_before = !range.is_level && is_set_on_the_way(trial.circumstance, range.index);
      if (is_before && fixed_.keys[range.index] == nullptr) add_as_claimed(range, situation);
    }
    WitnessText text = text_of(model_, situation);
    for (uint32_t key = 0; key < fixed_.keys.size(); ++key) {
      if (fixed_.keys[key] != nullptr)
        text.given.emplace_back(model_.blackboard[key].name.text, fixed_.keys[key]->text);
    }
    return text;
  }

  // Nothing if the runtime does not find the violation in it.
  [[nodiscard]] std::optional<Shown> confirmed(const Trial& trial, const std::vector<float>& values) const {
    Shown shown;
    shown.text = text_of_trial(trial, values);
    shown.written = read_written(model_, test_.value, shown.text);
    if (shown.written == nullptr || !think_once(asset_, model_, shown.written->situation, shown.thought))
      return std::nullopt;
    const uint32_t state = trial.circumstance.state;
    if (state != kNone && shown.thought.state != state) return std::nullopt;
    if (!is_so_in(shown.thought, trial.violation)) return std::nullopt;
    return shown;
  }

  [[nodiscard]] bool is_so_in(const Thought& thought, const Violation& violation) const {
    const auto score = [&](uint32_t option) { return thought.score(asset_, known_.origins[option]); };
    switch (violation.kind) {
      case Violation::Kind::wins:
        return thought.picked == known_.origins[violation.option] ||
               (contest_.written().select.draws() && score(violation.option) > contest_.minimum());
      case Violation::Kind::nothing_wins: return thought.picked == kNone;
      case Violation::Kind::eligible:
        return score(violation.option) > -kInfinity && score(violation.other) > -kInfinity;
      case Violation::Kind::outscored:
        return score(violation.option) > -kInfinity && score(violation.other) >= score(violation.option);
      case Violation::Kind::above: return score(violation.option) > violation.bound;
      case Violation::Kind::below:
        return score(violation.option) > -kInfinity && score(violation.option) < violation.bound;
    }
    return false;
  }

  // Tells the simplest situation like this one. False if it does not show the violation.
  bool show(const Circumstance& circumstance, const Violation& violation, const std::vector<bool>& relevant,
            const Ranges& box, const std::vector<float>& values) {
    const std::vector<uint32_t> tokens = tokens_of_others(circumstance, violation);
    Trial trial{circumstance, violation, relevant, nullptr, {}};
    for (const WayOver& way : circumstance.ways) {
      trial.way = &way;
      for (const bool are_taken : {false, true}) {
        if (are_taken && tokens.empty()) continue;
        trial.taken = are_taken ? tokens : std::vector<uint32_t>{};
        if (!confirmed(trial, values)) continue;
        tell_simplest(trial, box, values);
        return true;
      }
    }
    return false;
  }

  void tell_simplest(const Trial& trial, const Ranges& box, const std::vector<float>& values) {
    const auto still_is_so = [&](const std::vector<float>& changed) {
      return is_so(contest_, trial.circumstance.competing, trial.violation, changed) &&
             confirmed(trial, changed);
    };
    const auto plain = plain_values(model_, contest_.program());
    const auto simple = simplest(contest_.program(), box, trial.relevant, plain, values, still_is_so);
    tell(trial.violation, *confirmed(trial, simple));
  }

  void tell(const Violation& violation, const Shown& shown) {
    const auto scored = [&](uint32_t option) {
      return fmt::format("`{}` ({:.4f})", name_of(option),
                         shown.thought.score(asset_, known_.origins[option]));
    };
    std::string what;
    switch (violation.kind) {
      case Violation::Kind::wins: what = fmt::format("it picks {}", scored(violation.option)); break;
      case Violation::Kind::nothing_wins: what = "it picks nothing"; break;
      case Violation::Kind::eligible: break;  // nobody claims it
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
    const bool is_plain = shown.text.lines().empty();
    result_.message = fmt::format("refuted: {}, for instance {}", what,
                                  is_plain ? "where every key has its default" : "with");
    if (shown.text.seconds > 0)
      result_.message +=
          fmt::format("{}\n  a world that is {} old, which no test can say", is_plain ? ", in" : "",
                      ishi::compiler::show(shown.text.seconds, Quantity::duration));
    for (const std::string& line : shown.text.lines()) result_.message += "\n  " + line;
    const Test& test = test_.value;
    std::vector<std::string_view> beside;
    if (!test.world.empty()) beside.push_back("`world`");
    if (!test.remembers.empty()) beside.push_back("`remembers`");
    if (!test.candidates.empty()) beside.push_back("`candidates`");
    if (!beside.empty()) result_.message += fmt::format("\n  and this test's {}", listed(beside));
    result_.witness = shown.text;
  }

  void report_unknown(const Violation& violation, const std::string& why) {
    const std::string_view name = name_of(violation.option);
    std::string what;
    switch (violation.kind) {
      case Violation::Kind::wins: what = fmt::format("whether it may pick `{}`", name); break;
      case Violation::Kind::nothing_wins: what = "whether it may pick nothing"; break;
      case Violation::Kind::eligible: break;  // nobody claims it
      case Violation::Kind::outscored:
        what = fmt::format("whether `{}` may score as much as `{}`", name_of(violation.other), name);
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
  const LoweredAgent& given_;
  const Asset& asset_;
  const Named<Test>& test_;
  const Fixed fixed_;
  const FixedAgent known_;
  Contest contest_;
  std::vector<ProofRange> ranges_;
  std::vector<Circumstance> circumstances_;
  TestResult result_;
};

}  // namespace

TestResult prove_test(const Model& model, const Lowered& lowered, const Asset& asset,
                      const Named<Test>& test) {
  const auto agent = std::ranges::find(lowered.agents, test.value.agent.index, &LoweredAgent::agent);
  return TestProof(model, lowered, *agent, asset, test).run();
}

}  // namespace ishi::compiler
