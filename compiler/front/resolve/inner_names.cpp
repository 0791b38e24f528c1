#include "resolve/linking.h"

#include <cstdint>
#include <set>
#include <utility>

#include "language/words.h"
#include "model/steps_within.h"

namespace ishi::compiler {
namespace {

class InnerNames {
 public:
  InnerNames(const Model& model, Diagnostics& diagnostics) : model_(model), diagnostics_(diagnostics) {}

  void check() {
    for (const auto& thing : model_.things) {
      check(thing.value.fields);
      check(thing.value.offers);
    }
    for (const auto& event : model_.events) check(event.value.fields);
    for (const auto& task : model_.tasks) {
      check(task.value.parameters);
      check(task.value.gives);
    }
    for (const auto& value : model_.values) check(value.value.parameters);
    for (const auto& goal : model_.goals) {
      check(goal.value.parameters);
      check(goal.value.gives);
      check(goal.value.interject);
    }
    for_each_step(model_, [&](const Step& step) {
      if (step.methods() != nullptr) check(*step.methods());
      if (const auto& as = step.modifiers.as; as.given) check(as.value);
    });
    for (const auto& action : model_.actions) check(action.value.considerations.value);
    for (const auto& choice : model_.choices) check(choice.value.considerations.value);
    for (const auto& planner : model_.planners) check(planner.value.plans);
    for (const auto& steering : model_.steering) check(steering.value.blend);
    for (const auto& agent : model_.agents) check(agent.value.states.value);
  }

 private:
  template <typename Value>
  void check(const Map<Value>& entries) {
    for (const auto& entry : entries) check(entry.name);
  }

  // Whoever extends an entry has what stands in it, too.
  void check(const Name& name) {
    if (name.span.end == name.span.begin || !seen_.emplace(name.span.file, name.span.begin).second) return;
    static_cast<void>(check_new_name(name.text, name.span, diagnostics_));
  }

  const Model& model_;
  Diagnostics& diagnostics_;
  std::set<std::pair<uint32_t, uint32_t>> seen_;  // file and place
};

}  // namespace

void check_inner_names(const Model& model, Diagnostics& diagnostics) {
  InnerNames(model, diagnostics).check();
}

}  // namespace ishi::compiler
