#include "model/step.h"

namespace ishi::compiler {

Step::Step() = default;
Step::Step(const Step&) = default;
Step::Step(Step&&) noexcept = default;
Step& Step::operator=(const Step&) = default;
Step& Step::operator=(Step&&) noexcept = default;
Step::~Step() = default;

const StepCall* Step::call() const {
  return std::visit(
      [](const auto& verb) -> const StepCall* {
        if constexpr (std::is_base_of_v<StepCall, std::decay_t<decltype(verb)>>) return &verb;
        return nullptr;
      },
      what);
}

StepTraits Step::traits() const {
  return std::visit([](const auto& verb) { return std::decay_t<decltype(verb)>::traits; }, what);
}

Step::Parts::Parts(const std::vector<Step>& steps) : steps_(steps.data()), size_(steps.size()) {}
Step::Parts::Parts(const Map<Step>& methods)
    : methods_(methods.empty() ? nullptr : &methods[0]), size_(methods.size()) {}
const Step& Step::Parts::operator[](size_t index) const {
  return steps_ != nullptr ? steps_[index] : methods_[index].value;
}

Step::Parts Step::parts() const {
  return std::visit(
      [](const auto& verb) {
        if constexpr (requires { verb.steps; })
          return Parts(verb.steps);
        else if constexpr (requires { verb.methods; })
          return Parts(verb.methods);
        else
          return Parts();
      },
      what);
}

}  // namespace ishi::compiler
