#include "testing/prove_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>

#include "analyze/shrink.h"
#include "analyze/violation.h"
#include "testing/proof_ranges.h"
#include "testing/thought.h"
#include "testing/witness.h"

namespace ishi::compiler {
namespace {

constexpr uint64_t kOperations = 30'000'000;  // of one claim
constexpr uint32_t kShown = 4000;
constexpr uint32_t kMostConfirmed = 16;     // situations that are shown to the runtime
constexpr double kClaimedTolerance = 1e-5;  // of a score that is claimed as one number

// In which the agent may be when it scores.
struct Circumstance {
  uint32_t state = kNone;  // of the agent
  std::vector<uint32_t> competing;
  Weighing weighing;
};

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
    for (const Circumstance& circumstance : circumstances()) {
      claim_picks(circumstance);
      claim_order(circumstance);
      claim_scores(circumstance);
      if (result_.outcome == Outcome::refuted) break;
    }
    return std::move(result_);
  }

 private:
  // --- what it is about ---

  [[nodiscard]] Weighing usual_weighing() const {
    const Reference& importance =
        test_.value.importance.given() ? test_.value.importance : contest_.written().importance;
    if (importance.index == kNone) return {};
    return {importance.index, std::string(importance.text)};
  }

  // The states from which it may score: the one that is named and those that it may go over to, or all.
  [[nodiscard]] std::vector<Circumstance> circumstances() const {
    std::vector<Circumstance> result;
    const Map<State>& states = contest_.written().states.value;
    if (states.empty()) {
      Circumstance& only = result.emplace_back();
      only.competing.resize(contest_.contenders().size());
      std::iota(only.competing.begin(), only.competing.end(), 0);
      only.weighing = usual_weighing();
      return result;
    }
    for (uint32_t state = 0; state < states.size(); ++state) {
      const uint32_t named = test_.value.in_state;
      const bool is_reached = named == kNone || named == state ||
                              find_index(states[named].value.to, states[state].name.text) != kNone;
      if (!is_reached) continue;
      Circumstance& one = result.emplace_back();
      one.state = state;
      for (uint32_t option = 0; option < contest_.contenders().size(); ++option) {
        if (std::ranges::binary_search(contest_.contenders()[option].states, state))
          one.competing.push_back(option);
      }
      const Reference& importance = states[state].value.importance;
      one.weighing = importance.index != kNone ? Weighing{importance.index, std::string(importance.text)}
                                               : usual_weighing();
    }
    return result;
  }

  // Empty if the ranges leave nothing.
  [[nodiscard]] Ranges box_of(const Circumstance& circumstance) const {
    Ranges box = contest_.box_of(circumstance.weighing);
    for (uint32_t i = 0; i < box.size(); ++i) {
      const LoweredOperation& source = contest_.program().operations[i];
      if (source.code == OperationCode::running) box[i] = {0, 0};
      for (const ProofRange& range : ranges_) hold(source, range, box[i]);
    }
    propagate(contest_.program(), box);
    return box;
  }

  static void hold(const LoweredOperation& source, const ProofRange& range, Interval& held) {
    using enum OperationCode;
    if (source.parameter != range.index) return;
    size_t place = 0;
    if (range.is_level) {
      if (source.code != level && source.code != level_after) return;
    } else if (source.code >= key_x && source.code <= key_z) {
      place = static_cast<size_t>(source.code) - static_cast<size_t>(key_x);
    } else if (source.code != key && source.code != key_entity) {
      return;
    }
    if (place >= range.of.size()) return;
    held = {std::max(held.low, range.of[place].low), std::min(held.high, range.of[place].high)};
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

  void refute(const Circumstance& circumstance, const Violation& violation) {
    if (result_.outcome == Outcome::refuted) return;
    const Ranges box = box_of(circumstance);
    const std::vector<bool> relevant = sources_of(contest_, circumstance.competing, violation);
    const auto is_so_here = [&](const std::vector<float>& values) {
      return is_so(contest_, circumstance.competing, violation, values);
    };
    uint32_t tried = 0;
    for (const std::vector<float>& values : contest_.prover().samples(box, kShown)) {
      if (!is_so_here(values) || tried++ >= kMostConfirmed) continue;
      if (is_confirmed(circumstance, violation, relevant, values))
        return report_witness(circumstance, violation, relevant, box, values);
    }
    Budget budget{kOperations};
    Evidence evidence;
    const Proof proof = find(contest_, box, circumstance.competing, violation, budget, evidence);
    if (proof == Proof::never) return;
    if (proof == Proof::sometimes) {
      if (is_confirmed(circumstance, violation, relevant, evidence.witness))
        return report_witness(circumstance, violation, relevant, box, evidence.witness);
      return report_unknown(violation,
                            "it depends on what no test can say: what is remembered, drawn or past");
    }
    const std::string largest = text_of(contest_, relevant, evidence.open);
    report_unknown(violation,
                   largest.empty() ? "" : fmt::format("the largest part left: for_all: {}", largest));
  }

  [[nodiscard]] std::optional<Thought> thought_of(const Circumstance& circumstance,
                                                  const std::vector<bool>& relevant,
                                                  const std::vector<float>& values) const {
    std::vector<std::string> names;
    Situation situation = situation_of(contest_, relevant, values, names);
    situation.profile = test_.value.importance.index;
    situation.state = circumstance.state;
    Thought thought;
    if (!think_once(asset_, model_, situation, thought)) return std::nullopt;
    return thought;
  }

  // Whether the runtime finds it, too.
  [[nodiscard]] bool is_confirmed(const Circumstance& circumstance, const Violation& violation,
                                  const std::vector<bool>& relevant, const std::vector<float>& values) const {
    const auto thought = thought_of(circumstance, relevant, values);
    if (!thought || (circumstance.state != kNone && thought->state != circumstance.state)) return false;
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

  void report_witness(const Circumstance& circumstance, const Violation& violation,
                      const std::vector<bool>& relevant, const Ranges& box,
                      const std::vector<float>& values) {
    const auto still_is_so = [&](const std::vector<float>& changed) {
      return is_so(contest_, circumstance.competing, violation, changed) &&
             is_confirmed(circumstance, violation, relevant, changed);
    };
    const auto plain = plain_values(model_, contest_.program());
    const auto simple = simplest(contest_.program(), box, relevant, plain, values, still_is_so);
    std::vector<std::string> names;
    const Situation situation = situation_of(contest_, relevant, simple, names);
    const WitnessText text = text_of(model_, situation);
    const auto thought = thought_of(circumstance, relevant, simple);
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
    const bool is_plain = circumstance.state == kNone && text.lines().empty();
    result_.message = fmt::format("refuted: {}, for instance {}", what,
                                  is_plain ? "where every key has its default" : "with");
    if (circumstance.state != kNone)
      result_.message +=
          fmt::format("\n  state: {}", contest_.written().states.value[circumstance.state].name.text);
    for (const std::string& line : text.lines()) result_.message += "\n  " + line;
    result_.witness = text.given;
    result_.witness.insert(result_.witness.end(), text.world.begin(), text.world.end());
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
