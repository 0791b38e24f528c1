#include "model/test.h"

namespace ishi::compiler {

// The special members of these types are compiled once, here. Each type has many vectors and maps, so they
// would cost every file that copies one some hundred functions.

Scene::Scene() = default;
Scene::Scene(const Scene&) = default;
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(const Scene&) = default;
Scene& Scene::operator=(Scene&&) noexcept = default;
Scene::~Scene() = default;

NamedExpectation::NamedExpectation() = default;
NamedExpectation::NamedExpectation(const NamedExpectation&) = default;
NamedExpectation::NamedExpectation(NamedExpectation&&) noexcept = default;
NamedExpectation& NamedExpectation::operator=(const NamedExpectation&) = default;
NamedExpectation& NamedExpectation::operator=(NamedExpectation&&) noexcept = default;
NamedExpectation::~NamedExpectation() = default;

AgentExpectation::AgentExpectation() = default;
AgentExpectation::AgentExpectation(const AgentExpectation&) = default;
AgentExpectation::AgentExpectation(AgentExpectation&&) noexcept = default;
AgentExpectation& AgentExpectation::operator=(const AgentExpectation&) = default;
AgentExpectation& AgentExpectation::operator=(AgentExpectation&&) noexcept = default;
AgentExpectation::~AgentExpectation() = default;

Expectation::Expectation() = default;
Expectation::Expectation(const Expectation&) = default;
Expectation::Expectation(Expectation&&) noexcept = default;
Expectation& Expectation::operator=(const Expectation&) = default;
Expectation& Expectation::operator=(Expectation&&) noexcept = default;
Expectation::~Expectation() = default;

Test::Test() = default;
Test::Test(const Test&) = default;
Test::Test(Test&&) noexcept = default;
Test& Test::operator=(const Test&) = default;
Test& Test::operator=(Test&&) noexcept = default;
Test::~Test() = default;

}  // namespace ishi::compiler
