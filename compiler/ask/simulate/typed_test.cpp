#include "simulate/typed_test.h"

namespace ishi::compiler {

// The special members of these types are compiled once, here, as those of the model's tests are.

TypedExpectation::TypedExpectation() = default;
TypedExpectation::TypedExpectation(const TypedExpectation&) = default;
TypedExpectation::TypedExpectation(TypedExpectation&&) noexcept = default;
TypedExpectation& TypedExpectation::operator=(const TypedExpectation&) = default;
TypedExpectation& TypedExpectation::operator=(TypedExpectation&&) noexcept = default;
TypedExpectation::~TypedExpectation() = default;

TypedTest::TypedTest() = default;
TypedTest::TypedTest(const TypedTest&) = default;
TypedTest::TypedTest(TypedTest&&) noexcept = default;
TypedTest& TypedTest::operator=(const TypedTest&) = default;
TypedTest& TypedTest::operator=(TypedTest&&) noexcept = default;
TypedTest::~TypedTest() = default;

TypedExpectation read_expectation(const Model& model, const AgentExpectation& expect,
                                  const Situation& situation, uint32_t agent, Diagnostics& diagnostics) {
  TypedExpectation typed;
  static_cast<NamedExpectation&>(typed) = expect;
  typed.keys = read_expected_keys(model, expect.key, situation, agent, diagnostics);
  ExpectedRecords records = read_expected_records(model, expect, situation, agent, diagnostics);
  typed.does = std::move(records.does);
  typed.does_in_order = std::move(records.does_in_order);
  typed.emits = {std::move(records.emits), expect.emits.span, expect.emits.given};
  typed.heads = read_heading(expect, diagnostics);
  const auto read_invariant = [&](const Setting<Invariant>& written, Setting<TypedInvariant>& out) {
    static_cast<NamedInvariant&>(out.value) = written.value;
    out.value.keys = read_expected_keys(model, written.value.key, situation, agent, diagnostics);
    out.given = written.given;
    out.span = written.span;
  };
  read_invariant(expect.always, typed.always);
  read_invariant(expect.never, typed.never);
  typed.expects_place = expect.reaches != nullptr;
  for (const Timed<AgentExpectation>& moment : expect.at)
    typed.at.push_back({moment.time, read_expectation(model, moment.value, situation, agent, diagnostics)});
  return typed;
}

}  // namespace ishi::compiler
