#include "model/behaviour.h"

namespace ishi::compiler {

// The special members of these types are compiled once, here. Each type has many vectors and maps, so they
// would cost every file that copies one some hundred functions.

Goal::Goal() = default;
Goal::Goal(const Goal&) = default;
Goal::Goal(Goal&&) noexcept = default;
Goal& Goal::operator=(const Goal&) = default;
Goal& Goal::operator=(Goal&&) noexcept = default;
Goal::~Goal() = default;

Action::Action() = default;
Action::Action(const Action&) = default;
Action::Action(Action&&) noexcept = default;
Action& Action::operator=(const Action&) = default;
Action& Action::operator=(Action&&) noexcept = default;
Action::~Action() = default;

Agent::Agent() = default;
Agent::Agent(const Agent&) = default;
Agent::Agent(Agent&&) noexcept = default;
Agent& Agent::operator=(const Agent&) = default;
Agent& Agent::operator=(Agent&&) noexcept = default;
Agent::~Agent() = default;

Sense::Sense() = default;
Sense::Sense(const Sense&) = default;
Sense::Sense(Sense&&) noexcept = default;
Sense& Sense::operator=(const Sense&) = default;
Sense& Sense::operator=(Sense&&) noexcept = default;
Sense::~Sense() = default;

State::State() = default;
State::State(const State&) = default;
State::State(State&&) noexcept = default;
State& State::operator=(const State&) = default;
State& State::operator=(State&&) noexcept = default;
State::~State() = default;

}  // namespace ishi::compiler
