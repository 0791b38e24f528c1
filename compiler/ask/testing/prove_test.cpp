#include "testing/prove_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "prove/proof_dependence.h"
#include "prove/proof_witness.h"
#include "prove/proof_words.h"
#include "prove/witness.h"

namespace ishi::compiler {
namespace {

constexpr uint32_t kShown = 4000;
constexpr uint32_t kMostConfirmed = 16;     // situations that are shown to the runtime
constexpr double kClaimedTolerance = 1e-5;  // of a score that is claimed as one number

class TestProof {
 public:
  TestProof(const Model& model, const Lowered& lowered, const LoweredAgent& agent, const Asset& asset,
            const TypedTest& test, const Stop* stop, uint64_t operations)
      : claim_(*test.claim),
        stop_(stop),
        operations_(operations),
        subject_(model, lowered, agent, asset, test),
        decisions_(asset, model) {
    result_.name = test.name.text;
    result_.span = test.name.span;
    result_.outcome = Outcome::proved;
  }

  TestResult run() {
    if (!subject_.fixed.is_read) {
      result_.outcome = Outcome::unknown;
      result_.message = "undecided: what the test gives beside `for_all` cannot be set up";
      return std::move(result_);
    }
    circumstances_ = circumstances_of(contest_, subject_.test.situation, subject_.ranges());
    for (Circumstance& circumstance : circumstances_)
      std::erase_if(circumstance.competing,
                    [&](uint32_t option) { return option >= subject_.known.competing; });
    for (const Circumstance& circumstance : circumstances_) {
      if (const FixedSet* const changed = changed_set(circumstance)) {
        report_changed(subject_.model.memory[changed->set].name.text, "remembers", circumstance);
        continue;
      }
      if (const std::string changed = subject_.changed_in_where(circumstance); !changed.empty()) {
        report_changed(changed, "where", circumstance);
        continue;
      }
      claim_picks(circumstance);
      claim_order(circumstance);
      claim_scores(circumstance);
      if (result_.outcome == Outcome::refuted) break;
    }
    if (result_.outcome == Outcome::proved) check_something_is_said();
    return std::move(result_);
  }

 private:
  // The keys that the test gives and a change of state sets anew. Null: none.
  [[nodiscard]] const FixedSet* changed_set(const Circumstance& circumstance) const {
    const auto& sets = subject_.fixed.sets;
    const auto found = std::ranges::find_first_of(sets, circumstance.remembered, {}, &FixedSet::set);
    return found == sets.end() ? nullptr : &*found;
  }

  // The value that the test gives holds only before the change.
  void report_changed(std::string_view what, std::string_view field, const Circumstance& circumstance) {
    if (result_.outcome != Outcome::proved) return;
    result_.outcome = Outcome::unknown;
    result_.message = fmt::format(
        "undecided: {}`{}`{} changes when the agent goes over to the state `{}`\n  look at that in a test "
        "of one situation, or leave out `{}`",
        field == "where" ? "" : "what ", what, field == "where" ? ", which `where` reads," : " holds",
        contest_.written().states.value[circumstance.state].name.text, field);
  }

  // --- what it claims ---

  void claim_picks(const Circumstance& circumstance) {
    const auto names = [](const Claimed& claimed, std::string_view name) {
      return std::ranges::find(claimed.picks, name, &Reference::text) != claimed.picks.end();
    };
    const Setting<Claimed>& always = claim_.always;
    const Setting<Claimed>& never = claim_.never;
    for (const uint32_t option : circumstance.competing) {
      const std::string_view name = subject_.name_of(option);
      if ((always.given && !names(always.value, name)) || (never.given && names(never.value, name)))
        refute(circumstance, {.kind = Violation::Kind::wins, .option = option});
    }
    if ((always.given && !names(always.value, "nothing")) || (never.given && names(never.value, "nothing")))
      refute(circumstance, {.kind = Violation::Kind::nothing_wins});
  }

  void claim_order(const Circumstance& circumstance) {
    const auto& order = claim_.order;
    for (size_t i = 0; i < order.size(); ++i) {
      for (size_t later = i + 1; later < order.size(); ++later) {
        for (const uint32_t option : subject_.options_of(order[i].text)) {
          for (const uint32_t other : subject_.options_of(order[later].text)) {
            if (competes(circumstance, option) && competes(circumstance, other))
              refute(circumstance, {.kind = Violation::Kind::outscored, .option = option, .other = other});
          }
        }
      }
    }
  }

  void claim_scores(const Circumstance& circumstance) {
    for (const auto& score : claim_.score) {
      const Bounds& bounds = score.value.value;
      const double slack = bounds.low == bounds.high ? kClaimedTolerance : 0;
      for (const uint32_t option : subject_.options_of(score.name.text)) {
        if (!competes(circumstance, option)) continue;
        refute(circumstance, {.kind = Violation::Kind::above,
                              .option = option,
                              .bound = static_cast<float>(bounds.high + slack)});
        refute(circumstance, {.kind = Violation::Kind::below,
                              .option = option,
                              .bound = static_cast<float>(bounds.low - slack)});
      }
    }
  }

  [[nodiscard]] bool competes(const Circumstance& circumstance, uint32_t option) const {
    return circumstance.state == kNone || contest_.is_in(option, circumstance.state);
  }

  // --- whether it says anything ---

  // A claim about an action where it is eligible says nothing of one that never is.
  void check_something_is_said() {
    for (const auto& score : claim_.score) check_eligible(subject_.option_of(score.name.text), "score");
    for (const Reference& action : claim_.order) check_eligible(subject_.option_of(action.text), "order");
    if (result_.outcome != Outcome::proved) return;
    const auto& order = claim_.order;
    for (size_t i = 0; i + 1 < order.size(); ++i) {
      if (may_be_eligible(subject_.option_of(order[i].text), subject_.option_of(order[i + 1].text))) continue;
      say_nothing(fmt::format("`{}` and `{}` are nowhere eligible together, so `order` says nothing of them",
                              order[i].text, order[i + 1].text));
    }
  }

  void check_eligible(uint32_t option, std::string_view field) {
    if (may_be_eligible(option, option)) return;
    const std::string_view name = subject_.name_of(option);
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

  // True if both are eligible somewhere, as far as that is known.
  [[nodiscard]] bool may_be_eligible(uint32_t option, uint32_t other) const {
    const Violation both{
        .kind = Violation::Kind::eligible, .option = option, .other = other, .where = subject_.where};
    return std::ranges::any_of(circumstances_, [&](const Circumstance& circumstance) {
      if (!competes(circumstance, option) || !competes(circumstance, other)) return false;
      Budget budget{operations_, false, stop_};
      Evidence evidence;
      return find(contest_, subject_.box_of(circumstance), circumstance.competing, both, budget, evidence) !=
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

  void refute(const Circumstance& circumstance, Violation violation) {
    if (result_.outcome == Outcome::refuted || is_stopped(stop_)) return;
    violation.where = subject_.where;
    const Ranges box = subject_.box_of(circumstance);
    if (is_soon_proved(circumstance, violation, box)) return;
    const std::vector<bool> relevant = sources_of(contest_, circumstance.competing, violation);
    if (show_sample(circumstance, violation, relevant, box)) return;
    Budget budget{operations_, false, stop_};
    Evidence evidence;
    const Proof proof = find(contest_, box, circumstance.competing, violation, budget, evidence);
    if (proof == Proof::never) return;
    if (proof == Proof::sometimes && show(circumstance, violation, relevant, box, evidence.witness)) return;
    if (show_sayable(circumstance, violation, relevant, box)) return;
    if (show_drawn(circumstance, violation, relevant, box)) return;
    if (proof == Proof::sometimes) return report_unknown(violation, depends(circumstance, violation, box));
    const std::string largest = text_of(contest_, relevant, evidence.open);
    report_unknown(violation,
                   largest.empty() ? "" : fmt::format("the largest part left: for_all: {}", largest));
  }

  // Most claims that hold are proved by less work than the samples take that would refute others.
  [[nodiscard]] bool is_soon_proved(const Circumstance& circumstance, const Violation& violation,
                                    const Ranges& box) const {
    constexpr uint64_t kPart = 256;
    Budget budget{operations_ / kPart, false, stop_};
    Evidence evidence;
    return find(contest_, box, circumstance.competing, violation, budget, evidence) == Proof::never;
  }

  // The same where all that no test can say is as tests have it.
  bool show_sayable(const Circumstance& circumstance, const Violation& violation,
                    const std::vector<bool>& relevant, const Ranges& box) {
    const Ranges sayable = subject_.as_in_tests(box, [](uint32_t) { return true; });
    if (sayable == box) return false;
    if (show_sample(circumstance, violation, relevant, sayable)) return true;
    Budget budget{operations_, false, stop_};
    Evidence evidence;
    return find(contest_, sayable, circumstance.competing, violation, budget, evidence) == Proof::sometimes &&
           show(circumstance, violation, relevant, sayable, evidence.witness);
  }

  bool show_sample(const Circumstance& circumstance, const Violation& violation,
                   const std::vector<bool>& relevant, const Ranges& box) {
    uint32_t tried = 0;
    bool is_shown = false;
    static_cast<void>(contest_.prover().find_sample(box, kShown, [&](const std::vector<float>& values) {
      if (!is_so(contest_, circumstance.competing, violation, values)) return false;
      is_shown = show(circumstance, violation, relevant, box, values);
      return is_shown || ++tried == kMostConfirmed || is_stopped(stop_);
    }));
    return is_shown;
  }

  [[nodiscard]] Dependence dependence(uint32_t source) const {
    return dependence_of(subject_.model, subject_.given, subject_.fixed, subject_.known, source);
  }

  // Those which a violation is about.
  static std::vector<uint32_t> options_of(const Violation& violation) {
    if (violation.kind == Violation::Kind::nothing_wins) return {};
    if (violation.kind == Violation::Kind::outscored) return {violation.option, violation.other};
    return {violation.option};
  }

  // "it depends on what `flock` holds; give this test its own `candidates`".
  [[nodiscard]] std::string depends(const Circumstance& circumstance, const Violation& violation,
                                    const Ranges& box) const {
    const std::vector<bool> relevant = sources_of(contest_, circumstance.competing, violation);
    std::vector<Dependence> found, all;
    for (const uint32_t option : options_of(violation)) {
      const uint32_t set = contest_.agent().options[option].set;
      if (set == kNoRef) continue;
      // It can be done only for a member.
      Dependence one = dependence_on_set(subject_.model, subject_.fixed, set);
      if (std::ranges::find(all, one) != all.end()) continue;
      all.push_back(one);
      found.push_back(std::move(one));
    }
    for (uint32_t i = 0; i < relevant.size(); ++i) {
      if (!relevant[i]) continue;
      Dependence one = dependence(i);
      if (one.words.empty() || std::ranges::find(all, one) != all.end()) continue;
      all.push_back(one);
      const Ranges held = subject_.as_in_tests(box, [&](uint32_t other) { return dependence(other) == one; });
      Budget budget{operations_, false, stop_};
      Evidence evidence;
      const bool matters =
          find(contest_, held, circumstance.competing, violation, budget, evidence) != Proof::sometimes;
      if (matters) found.push_back(std::move(one));
    }
    if (found.empty() && !circumstance.set.empty())
      return "it depends on what the states set when the agent goes over";
    if (found.empty() && all.empty()) {
      for (const uint32_t option : circumstance.competing) {
        if (!contest_.action_of(option).value.claims.empty())
          return fmt::format(
              "it may be so where others hold what `{}` claims; look at that in a test of one situation, "
              "with "
              "`taken`",
              subject_.name_of(option));
      }
      return "no situation was found that shows it";
    }
    if (found.empty()) found = std::move(all);
    return described(found);
  }

  // --- what is told ---

  // The same with members of the sets that the test leaves open.
  bool show_drawn(const Circumstance& circumstance, const Violation& violation,
                  const std::vector<bool>& relevant, const Ranges& box) {
    const Ranges sayable = subject_.as_in_tests(box, [](uint32_t) { return true; });
    return show(violation,
                drawn_witness(subject_, decisions_, circumstance, violation, relevant, sayable, stop_));
  }

  bool show(const Circumstance& circumstance, const Violation& violation, const std::vector<bool>& relevant,
            const Ranges& box, const std::vector<float>& values) {
    return show(violation,
                simplest_witness(subject_, decisions_, circumstance, violation, relevant, box, values));
  }

  bool show(const Violation& violation, const std::optional<ConfirmedWitness>& witness) {
    if (!witness) return false;
    result_.outcome = Outcome::refuted;
    result_.message = refutation(subject_, violation, *witness);
    result_.witness = witness->text;
    return true;
  }

  void report_unknown(const Violation& violation, const std::string& why) {
    if (result_.outcome == Outcome::unknown) return;  // one is enough
    result_.outcome = Outcome::unknown;
    result_.message = undecided(subject_, violation, why);
  }

  const ProofClaim& claim_;
  const Stop* stop_;
  const uint64_t operations_;
  ProofSubject subject_;
  const Contest& contest_ = subject_.contest;
  RepeatedDecision decisions_;
  std::vector<Circumstance> circumstances_;
  TestResult result_;
};

}  // namespace

TestResult prove_test(const Model& model, const Lowered& lowered, const Asset& asset, const TypedTest& test,
                      const Stop* stop, uint64_t operations) {
  const auto agent = std::ranges::find(lowered.agents, test.situation.agent, &LoweredAgent::agent);
  return TestProof(model, lowered, *agent, asset, test, stop, operations).run();
}

}  // namespace ishi::compiler
