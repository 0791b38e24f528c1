#include <algorithm>

#include "asset/limits.h"
#include "asset/program_check.h"
#include "asset/validate.h"
#include "built_features.h"
#include "ishi/program.h"

namespace ishi {
namespace {

// Profiles times operations could be far more than either.
bool check_profile_values(Check& check, const Tables& t, const blob::Agent& agent,
                          std::span<const Domain> domains) {
  const auto own = domains.subspan(agent.program().first(), agent.program().count());
  const auto operations = static_cast<uint64_t>(std::count(own.begin(), own.end(), Domain::profile));
  return check.that(operations * (t.profiles.size() + 1) <= limits::kProfileValues, StatusCode::too_many,
                    &agent);
}

std::span<const blob::Parameter> record_of(const Tables& t, const blob::Formula& formula) {
  switch (formula.record_kind()) {
    case blob::RecordKind::none:
    case blob::RecordKind::sense: return {};
    case blob::RecordKind::task: return part(t.parameters, t.tasks[formula.record()].parameters());
    case blob::RecordKind::goal: return part(t.parameters, t.goals[formula.record()].parameters());
    case blob::RecordKind::event: break;
  }
  return part(t.event_fields, t.events[formula.record()].fields());
}

// The programs of a blob, one after the other.
class ProgramsCheck {
 public:
  ProgramsCheck(Check& check, const Tables& tables, std::span<const MemberField> member_fields,
                std::span<Domain> domains)
      : check_(check), t_(tables), member_fields_(member_fields), domains_(domains) {}

  bool all() {
    if (!passes_.allocate(t_.operations.size())) return check_.out_of_memory();
    carries_ = std::any_of(t_.motives.begin(), t_.motives.end(),
                           [](const blob::Motive& motive) { return motive.carried() != 0; });
    const ProgramOwner shared{.carries = carries_};
    return Check::all(t_.tasks, [&](const blob::Task& task) { return formulas(task.formulas(), shared); }) &&
           Check::all(t_.goals, [&](const blob::Goal& goal) { return formulas(goal.formulas(), shared); }) &&
           Check::all(t_.sounds,
                      [&](const blob::Sound& sound) { return formulas(sound.formulas(), shared); }) &&
           Check::all(t_.agents, [&](const blob::Agent& agent) { return one_agent(agent); });
  }

 private:
  bool one_agent(const blob::Agent& agent) {
    ProgramOwner owner{.options = agent.options().count(),
                       .choices = part(t_.choices, agent.choices()),
                       .gates = true,
                       .carries = carries_,
                       .moments = agent.moments().count(),
                       .givens = part(t_.givens, agent.givens())};
    if (!program(agent.program(), owner) || !check_profile_values(check_, t_, agent, domains_) ||
        !scores(agent) || (is_built(Feature::levels) && !levels(agent)) ||
        (is_built(Feature::memories) && !choices(agent)) || !interval(agent)) {
      return false;
    }
    owner.gates = false;
    owner.step = true;
    return formulas(agent.formulas(), owner);
  }

  bool program(const blob::Range& range, const ProgramOwner& owner) {
    return check_program(check_, t_, member_fields_, part(t_.operations, range), owner,
                         domains_.subspan(range.first(), range.count()),
                         {passes_.data() + range.first(), range.count()});
  }

  bool formulas(const blob::Range& range, ProgramOwner owner) {
    const bool is_body = owner.step;
    return Check::all(part(t_.formulas, range), [&](const blob::Formula& formula) {
      owner.record = record_of(t_, formula);
      owner.target = formula.record_kind() == blob::RecordKind::sense;
      owner.step = is_body && !owner.target;
      owner.set = formula.set();
      return program(formula.program(), owner) && is_one_value(formula);
    });
  }

  // That a formula ends outside of passes.
  bool is_one_value(const blob::Formula& formula) {
    const blob::Range& range = formula.program();
    return check_.that(domains_[range.first() + range.count() - 1] != Domain::candidate,
                       StatusCode::member_outside_pass, &formula);
  }

  // That each option has a gate for its score: one before the pass over its set, or in it.
  bool scores(const blob::Agent& agent) {
    const auto operations = part(t_.operations, agent.program());
    const auto domains = domains_.subspan(agent.program().first(), agent.program().count());
    return Check::all(part(t_.options, agent.options()), [&](const blob::Option& option) {
      const bool is_gate = option.score() < operations.size() &&
                           operations[option.score()].code() == blob::OperationCode::gate;
      if (!check_.that(is_gate, StatusCode::score_not_gated, &option)) return false;
      const uint32_t each = option.each();
      const bool is_candidates = domains[option.score()] == Domain::candidate;
      if (each == kNotFound) {
        return check_.that(option.set() == kNotFound && !is_candidates, StatusCode::score_outside_pass,
                           &option);
      }
      const bool is_pass = each < operations.size() && operations[each].code() == blob::OperationCode::each &&
                           operations[each].parameter() == option.set();
      const bool in_pass =
          is_candidates ? passes_[agent.program().first() + option.score()] == each : option.score() < each;
      return check_.that(is_pass && in_pass, StatusCode::score_outside_pass, &option);
    });
  }

  // That each choice has its member and its score from one pass, and always.
  bool choices(const blob::Agent& agent) {
    const auto operations = part(t_.operations, agent.program());
    const auto own = part(t_.choices, agent.choices());
    return Check::all(own, [&](const blob::Choice& choice) {
      const auto index = static_cast<uint32_t>(&choice - own.data());
      const auto is = [&](uint32_t place, blob::OperationCode code) {
        return place < operations.size() && operations[place].code() == code &&
               operations[place].parameter() == index && operations[place].gate() == 0;
      };
      const bool are_its_own = is(choice.best(), blob::OperationCode::best_of) &&
                               is(choice.score(), blob::OperationCode::best_score) &&
                               operations[choice.best()].a() == operations[choice.score()].a() &&
                               operations[choice.best()].b() == operations[choice.score()].b();
      return check_.that(are_its_own, StatusCode::choice_result, &choice);
    });
  }

  // True if an operation of its program is the agent's own, and always computed.
  [[nodiscard]] bool is_own(const blob::Agent& agent, uint32_t index) const {
    const auto operations = part(t_.operations, agent.program());
    return index < operations.size() && domains_[agent.program().first() + index] == Domain::agent &&
           operations[index].gate() == 0 && operations[index].code() != blob::OperationCode::gate;
  }

  // That what the carried levels become is.
  bool levels(const blob::Agent& agent) {
    return Check::all(part(t_.levels, agent.levels()), [&](const uint32_t& level) {
      return check_.that(is_own(agent, level), StatusCode::level_result, &level);
    });
  }

  bool interval(const blob::Agent& agent) {
    return check_.that(agent.think_interval() == kNotFound || is_own(agent, agent.think_interval()),
                       StatusCode::interval_result, &agent);
  }

  Check& check_;
  const Tables& t_;
  std::span<const MemberField> member_fields_;
  std::span<Domain> domains_;
  Array<uint32_t> passes_;
  bool carries_ = false;
};

}  // namespace

bool validate_programs(Check& check, const Tables& t, std::span<const MemberField> member_fields,
                       std::span<Domain> domains) {
  return ProgramsCheck(check, t, member_fields, domains).all();
}

}  // namespace ishi
