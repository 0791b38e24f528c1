#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "lower/body_lowerer.h"
#include "model/steps_within.h"

// What steps are given back, and the members that they go over: the places of an agent's `givens`.

namespace ishi::compiler {

// Whom steps go over, by place.
LoweredFormula BodyLowerer::member_of_steps(uint32_t given) {
  ProgramBuilder builder(curves_);
  Ref result = builder.result(builder.source(OperationCode::given_entity, given, {0, 16777216}));
  std::vector<Ref*> roots = {&result};
  LoweredFormula lowered;
  lowered.program = builder.finish(roots, &lowered.ranges);
  size_ += lowered.program.size();
  return lowered;
}

// Of an `all` or `any` the parts are given something.
void BodyLowerer::add_givens(const Step& step, bool is_sure, std::vector<GivenPlace>& places,
                             LoweredNode& forget) {
  const Modifiers& how = step.modifiers;
  is_sure = is_sure && !how.when.given() && !how.until.given() && !how.on_fail.given && !how.invert.value &&
            !how.once.value;
  if (step.is<AllStep>() || step.is<AnyStep>()) {
    const bool has_all = step.is<AllStep>() && !how.enough.given && !how.failures.given;
    for_each_part(step, [&](const Step& part) { add_givens(part, is_sure && has_all, places, forget); });
    return;
  }
  if (!how.as.given || is_full()) return;
  const auto* const task = step.as<TaskStep>();
  const auto* const named = step.as<GoalStep>();
  const Map<Variable>& values =
      task != nullptr ? model_.tasks[task->index].value.gives : model_.goals[named->index].value.gives;
  if (named != nullptr) {
    const Modifiers& own = model_.goals[named->index].value.body.modifiers;
    is_sure = is_sure && !own.until.given() && !own.on_fail.given && !own.invert.value && !own.once.value;
  }
  const auto first = static_cast<uint32_t>(givens_->size());
  const std::string_view name = how.as.value.text;
  const auto add = [&](const Variable* variable, std::string_view field) {
    std::string called = fmt::format("{}.{}", name, field);
    std::string path = path_of_given(called);
    givens_->push_back({variable, std::move(called), std::move(path)});
  };
  add(nullptr, kKnown);
  for (const auto& value : values) add(&value.value, value.name.text);
  given_of_step_[&step] = first;
  places.push_back({name, &values, first, is_sure});
  forget.assignments.push_back({Target::given, first, constant(0)});
}

// A path that no other given value of the agent has.
std::string BodyLowerer::path_of_given(std::string_view name) const {
  std::string path = fmt::format("{}/{}/{}", option_name_, fmt::join(goals_, "/"), name);
  if (std::ranges::count(*givens_, path, &LoweredGiven::path) > 0)
    path += fmt::format("#{}", givens_->size());
  return path;
}

uint32_t BodyLowerer::enter_loop(const Map<Reference>& for_each) {
  if (for_each.empty() || is_full()) return kNone;
  const auto& [name, set] = for_each[0];
  const auto given = static_cast<uint32_t>(givens_->size());
  givens_->push_back({nullptr, std::string(name.text), path_of_given(name.text), set.index});
  at_.loops.push_back({name.text, set.index, given});
  return given;
}

// The last step of a goal's body whose outcome is read.
void BodyLowerer::write_gives(const Goal& goal, uint32_t first, LoweredNode& body) {
  LoweredNode inner = std::move(body);
  body = {};
  LoweredNode write;
  write.kind = ishi::NodeKind::set;
  write.assignments.push_back({Target::given, first, constant(1)});
  if (goal.body.is<BodyStep>()) at_.scope = of_list_;
  for (const auto& given : goal.gives)
    write.assignments.push_back({Target::given, ++first, lower_formula(given.value.gives)});
  at_.scope.clear();
  size_ += 2;
  body.children.push_back(std::move(inner));
  body.children.push_back(std::move(write));
}

}  // namespace ishi::compiler
