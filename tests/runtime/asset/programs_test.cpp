#include <limits>

#include "ishi/id.h"
#include "runtime/guard.h"
#include "runtime/refusal.h"

// The operations of a blob's programs.

namespace ishi::testing::programs_test {
namespace {

using Code = OperationCode;

uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }

// A small program of one agent, written operation by operation.
struct Program {
  BlobContent content;

  Program() {
    const BlobContent whole = guard_content();
    content.things = whole.things;
    content.fields = whole.fields;
    content.enums = whole.enums;
    content.members = whole.members;
    content.keys = whole.keys;
    content.motives = whole.motives;
    content.agents = {{.id = id_of("agents", "one"),
                       .profile = kNoProfile,
                       .program = {0, 5},
                       .options = {0, 1},
                       .nodes = {0, 1}}};
    content.options = {{id_of("actions", "act"), 4}};
    content.nodes = {{}};
    content.nodes[0].children = {1, 0};
    content.operations = {{static_cast<uint8_t>(Code::constant), 0, 0, 0, 0, 0, 0, bits(0.5f)},
                          operation(Code::key, {.parameter = guard::hp}),
                          operation(Code::less, {.a = 0, .b = 1}),
                          operation(Code::multiply, {.a = 1, .b = 0, .gate = 3}),
                          operation(Code::gate, {.a = 2, .b = 3})};
    content.sort_by_id();
  }

  struct Parts {
    uint32_t a = 0, b = 0, c = 0, gate = 0, parameter = 0;
  };
  static raw::Operation operation(Code code, Parts parts) {
    return {static_cast<uint8_t>(code), 0, 0, parts.a, parts.b, parts.c, parts.gate, parts.parameter};
  }

  raw::Operation& at(uint32_t index) { return content.operations[index]; }
  // Puts an operation before the gate, which follows it.
  raw::Operation& insert(Code code, Parts parts) {
    content.operations.insert(content.operations.begin() + 4, operation(code, parts));
    content.agents[0].program.count = 6;
    content.options[0].score = 5;
    return at(4);
  }
};

TEST_CASE_METHOD(Program, "the small program is valid") { CHECK(load_status(content.write())); }

TEST_CASE_METHOD(Program, "an operation's code must exist") {
  at(2).code = static_cast<uint8_t>(kOperationCount);
  check_refused(content, StatusCode::unknown_enumerator, at(2));
}

TEST_CASE_METHOD(Program, "an operation's reserved fields must be zero") {
  at(2).reserved = 1;
  check_refused(content, StatusCode::reserved_not_zero, at(2));
  at(2).reserved = 0;
  at(2).reserved_2 = 1;
  check_refused(content, StatusCode::reserved_not_zero, at(2));
}

TEST_CASE_METHOD(Program, "an operand that a code does not use is zero") {
  at(2).c = 1;
  check_refused(content, StatusCode::unused_not_zero, at(2));
}

TEST_CASE_METHOD(Program, "a parameter that a code does not use is zero") {
  at(2).parameter = 1;
  check_refused(content, StatusCode::unused_not_zero, at(2));
}

TEST_CASE_METHOD(Program, "an operand is earlier than its operation") {
  at(2).b = 2;
  check_refused(content, StatusCode::operand_not_earlier, at(2));
  at(2).b = 0xffff'ffff;
  check_refused(content, StatusCode::operand_not_earlier, at(2));
}

TEST_CASE_METHOD(Program, "a constant is finite") {
  at(0).parameter = bits(std::numeric_limits<float>::infinity());
  check_refused(content, StatusCode::number_not_finite, at(0));
}

TEST_CASE_METHOD(Program, "a key that is read must exist") {
  at(1).parameter = guard::kKeys;
  check_refused(content, StatusCode::index_out_of_range, at(1));
}

TEST_CASE_METHOD(Program, "a key is read as what it is") {
  at(1).parameter = guard::home;
  check_refused(content, StatusCode::parameter_not_of_operation, at(1));
  at(1) = operation(Code::key_x, {.parameter = guard::hp});
  check_refused(content, StatusCode::parameter_not_of_operation, at(1));
  at(1) = operation(Code::key_entity, {.parameter = guard::hp});
  check_refused(content, StatusCode::parameter_not_of_operation, at(1));
  at(1) = operation(Code::key, {.parameter = guard::threat});
  check_refused(content, StatusCode::parameter_not_of_operation, at(1));
}

TEST_CASE_METHOD(Program, "a field is read as what it is") {
  insert(Code::field, {.a = 1, .parameter = 1});
  check_refused(content, StatusCode::parameter_not_of_operation, at(4));
  at(4) = operation(Code::field_y, {.a = 1, .parameter = 0});
  check_refused(content, StatusCode::parameter_not_of_operation, at(4));
  at(4) = operation(Code::field_entity, {.a = 1, .parameter = 0});
  check_refused(content, StatusCode::parameter_not_of_operation, at(4));
}

TEST_CASE_METHOD(Program, "a field, option, motive or curve that is read must exist") {
  insert(Code::field, {.a = 1, .parameter = 4});
  check_refused(content, StatusCode::index_out_of_range, at(4));
  at(4) = operation(Code::running, {.parameter = 1});
  check_refused(content, StatusCode::index_out_of_range, at(4));
  at(4) = operation(Code::weight, {.parameter = 3});
  check_refused(content, StatusCode::index_out_of_range, at(4));
  at(4) = operation(Code::curve, {.a = 1, .parameter = 0});
  check_refused(content, StatusCode::index_out_of_range, at(4));
}

TEST_CASE_METHOD(Program, "nothing computes with the result of a gate") {
  content.operations.push_back(operation(Code::negate, {.a = 4}));
  content.agents[0].program.count = 6;
  check_refused(content, StatusCode::operand_of_gate, at(5));
}

TEST_CASE_METHOD(Program, "the result of a gate is no condition") {
  content.operations.push_back(operation(Code::negate, {.a = 1, .gate = 5}));
  content.agents[0].program.count = 6;
  check_refused(content, StatusCode::operand_of_gate, at(5));
}

TEST_CASE_METHOD(Program, "a value under a gate does not leave it") {
  insert(Code::negate, {.a = 3});
  check_refused(content, StatusCode::operand_outside_gate, at(4));
}

TEST_CASE_METHOD(Program, "a value under a gate does not enter another gate") {
  insert(Code::less, {.a = 1, .b = 0});
  at(5).a = 4;
  check_refused(content, StatusCode::operand_outside_gate, at(5));
}

TEST_CASE_METHOD(Program, "a value under a gate is not the condition of a gate") {
  at(4).a = 3;
  check_refused(content, StatusCode::operand_outside_gate, at(4));
}

TEST_CASE_METHOD(Program, "a value under a gate may feed others under the same gate") {
  insert(Code::negate, {.a = 3, .gate = 3});
  at(5).b = 4;
  CHECK(load_status(content.write()));
}

TEST_CASE_METHOD(Program, "a gate's condition is earlier") {
  at(1).gate = 3;
  check_refused(content, StatusCode::gate_not_earlier, at(1));
  at(1).gate = 0xffff'ffff;
  check_refused(content, StatusCode::gate_not_earlier, at(1));
}

TEST_CASE_METHOD(Program, "gates do not nest") {
  insert(Code::negate, {.a = 1, .gate = 4});
  check_refused(content, StatusCode::gate_nested, at(4));
}

TEST_CASE_METHOD(Program, "a gate operation is under no gate") {
  at(4).gate = 3;
  check_refused(content, StatusCode::gate_nested, at(4));
}

TEST_CASE_METHOD(Program, "domains do not fall") {
  insert(Code::time, {});
  check_refused(content, StatusCode::domain_falls, at(4));
}

TEST_CASE_METHOD(Program, "a value crosses domains by spreading alone") {
  // time, hp < time
  at(0) = operation(Code::time, {});
  check_refused(content, StatusCode::operand_outside_domain, at(2));
}

TEST_CASE_METHOD(Program, "the values of teams and profiles meet in the agents") {
  content.operations = {operation(Code::key, {.parameter = guard::alarm}),
                        operation(Code::weight, {.parameter = 0}), operation(Code::add, {.a = 0, .b = 1})};
  content.agents[0].program.count = 3;
  check_refused(content, StatusCode::operand_outside_domain, at(2));
}

TEST_CASE_METHOD(Program, "teams and profiles read the world") {
  content.operations = {operation(Code::time, {}),
                        operation(Code::key, {.parameter = guard::alarm}),
                        operation(Code::less, {.a = 1, .b = 0}),
                        operation(Code::weight, {.parameter = 0}),
                        operation(Code::multiply, {.a = 3, .b = 0}),
                        operation(Code::gate, {.a = 3, .b = 4})};
  content.agents[0].program.count = 6;
  content.options[0].score = 5;
  CHECK(load_status(content.write()));
}

TEST_CASE_METHOD(Program, "an agent's value is not spread") {
  insert(Code::spread, {.a = 1});
  check_refused(content, StatusCode::operand_outside_domain, at(4));
}

TEST_CASE_METHOD(Program, "a score is a gate") {
  content.options[0].score = 3;
  check_refused(content, StatusCode::score_not_gated, content.options[0]);
}

TEST_CASE_METHOD(Program, "a score is an operation of its agent") {
  content.options[0].score = 5;
  check_refused(content, StatusCode::score_not_gated, content.options[0]);
}

TEST_CASE_METHOD(Program, "a program has at most 65,536 operations") {
  content.operations.insert(content.operations.begin(), 65'533, operation(Code::constant, {}));
  content.agents[0].program.count = 65'538;
  check_refused(content, StatusCode::too_many, content.agents[0]);
}

TEST_CASE_METHOD(Program, "profiles times operations are at most 16 million values") {
  content.agents[0].program = {0, 5003};
  content.operations.assign(5000, operation(Code::weight, {}));
  content.operations.insert(content.operations.end(),
                            {operation(Code::spread, {.a = 0}), operation(Code::gate, {.a = 5000, .b = 5000}),
                             operation(Code::self_row, {})});
  content.options[0].score = 5001;
  const auto profiles = [&](uint32_t count) {
    content.profiles.clear();
    content.weights.assign(size_t{count} * 3, {});
    for (uint32_t i = 0; i < count; ++i) content.profiles.push_back({i + 1, {3 * i, 3}});
    content.sort_by_id();
  };
  profiles(3354);
  CHECK(load_status(content.write()));
  profiles(3355);
  check_refused(content, StatusCode::too_many, content.agents[0]);
}

}  // namespace
}  // namespace ishi::testing::programs_test
