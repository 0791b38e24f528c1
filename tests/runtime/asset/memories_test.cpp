#include <limits>

#include "runtime/facts/fact_world.h"
#include "runtime/refusal.h"

// What a blob may not say of memories.

using namespace ishi;
using namespace ishi::testing;

namespace {

BlobContent valid() { return fact_content({}); }

StatusCode load(const BlobContent& content) {
  Asset asset;
  return Asset::load(content.write(), asset).code;
}

uint32_t place_of(const BlobContent& content, OperationCode code) {
  for (uint32_t i = 0; i < content.operations.size(); ++i) {
    if (content.operations[i].code == static_cast<uint8_t>(code)) return i;
  }
  FAIL("no such operation");
  return 0;
}

}  // namespace

TEST_CASE("a blob with memories loads, and says what they are") {
  BlobContent content = valid();
  content.add_debug();
  const Asset asset = load_valid(content);
  REQUIRE(asset.count(Kind::memories) == 2);
  const uint32_t pickups = asset.find(Kind::memories, facts::kPickups);
  const MemoryInfo info = asset.memory(pickups);
  CHECK(info.thing == 0);
  CHECK(info.capacity == 4);
  CHECK(info.forget_seconds == 10);
  REQUIRE(info.fields.count == 3);
  CHECK(asset.fact_field(info.fields.first).id == facts::kEnergy);
  CHECK(asset.fact_field(info.fields.first + 2).id == facts::kChecked);
  CHECK(asset.memory_of_field(info.fields.first + 2) == pickups);
  CHECK(asset.memory(asset.find(Kind::memories, facts::kFaces)).fields.count == 0);
  CHECK(asset.option(0).memory == pickups);
  CHECK(asset.option(1).memory == kNotFound);
}

TEST_CASE("what a step may not do to facts is refused") {
  BlobContent content = valid();
  raw::Assignment& assignment = content.assignments[0];  // of the first step of an option for a fact
  constexpr auto kField = static_cast<uint8_t>(Target::fact_field);
  constexpr auto kForget = static_cast<uint8_t>(Target::forget);
  SECTION("an unknown target") {
    assignment.target = 5;
    check_refused(content, StatusCode::unknown_enumerator, assignment);
  }
  SECTION("an unused part") {
    assignment.reserved = 1;
    check_refused(content, StatusCode::reserved_not_zero, assignment);
  }
  SECTION("a write to a field that there is not") {
    assignment = {.subject = 5, .formula = 0, .target = kField};
    check_refused(content, StatusCode::index_out_of_range, assignment);
  }
  SECTION("a write to what was noticed of the thing") {
    assignment = {.subject = 0, .formula = 0, .target = kField};
    check_refused(content, StatusCode::fact_field_noticed, assignment);
  }
  SECTION("a write to a fact of another memory") {
    content.memories[0].fields = {0, 0};
    content.memories[1].fields = {0, 1};
    assignment = {.subject = 2, .formula = 0, .target = kField};
    check_refused(content, StatusCode::formula_fact, assignment);
  }
  SECTION("a memory that there is not") {
    assignment = {.subject = 2, .formula = 0, .target = kForget};
    check_refused(content, StatusCode::index_out_of_range, assignment);
  }
  SECTION("to remember nobody in particular") {
    assignment = {.subject = 0, .formula = raw::kMissing, .target = static_cast<uint8_t>(Target::remember)};
    check_refused(content, StatusCode::formula_not_of_owner, assignment);
  }
  SECTION("to forget a fact of another memory than the option is for") {
    assignment = {.subject = 1, .formula = raw::kMissing, .target = kForget};
    check_refused(content, StatusCode::formula_not_of_owner, assignment);
  }
  SECTION("one memory told twice by one step") {
    content.nodes[3].assignments = {0, 2};
    for (const uint32_t leaf : {4u, 5u}) content.nodes[leaf].assignments = {2, 0};
    content.assignments[0] = content.assignments[1] = {.subject = 0, .formula = 1, .target = kForget};
    check_refused(content, StatusCode::effect_order, content.assignments[1]);
  }
}

TEST_CASE("memories that make no sense are refused") {
  BlobContent content = valid();
  raw::Memory& memory = content.memories[0];
  SECTION("no facts") {
    memory.capacity = 0;
    check_refused(content, StatusCode::memory_capacity, memory);
  }
  SECTION("too many facts") {
    memory.capacity = 65;
    check_refused(content, StatusCode::memory_capacity, memory);
  }
  SECTION("a thing that does not exist") {
    memory.thing = 1;
    check_refused(content, StatusCode::index_out_of_range, memory);
  }
  SECTION("forgetting before noticing") {
    memory.forget = -1;
    check_refused(content, StatusCode::memory_forget, memory);
  }
  SECTION("forgetting beyond counting") {
    memory.forget = 2e9f;
    check_refused(content, StatusCode::memory_forget, memory);
  }
  SECTION("a time that is no number") {
    memory.forget = std::numeric_limits<float>::quiet_NaN();
    check_refused(content, StatusCode::number_not_finite, memory);
  }
  SECTION("what is reserved") {
    memory.reserved = 1;
    check_refused(content, StatusCode::reserved_not_zero, memory);
  }
  SECTION("fields that belong to nobody") {
    memory.fields = {0, 0};
    CHECK(load(content) != StatusCode::ok);
  }
  SECTION("a field with a scope") {
    content.memory_fields[0].variable.scope = static_cast<uint8_t>(Scope::team);
    CHECK(load(content) == StatusCode::scope_not_agent);
  }
  SECTION("a look-up of something else") {
    content.memories_by_id[0].index = 1 - content.memories_by_id[0].index;
    CHECK(load(content) == StatusCode::lookup_disagrees);
  }
}

TEST_CASE("things with so many fields that facts would outgrow the blob are refused") {
  BlobContent content = valid();
  for (uint32_t i = 0; i < 40'000; ++i)
    content.memories.push_back({.id = i + 1, .thing = 0, .fields = {1, 0}});
  content.sort_by_id();
  CHECK(load(content) == StatusCode::too_many);
}

TEST_CASE("operations that read facts are held to their memory") {
  BlobContent content = valid();
  const uint32_t field = place_of(content, OperationCode::fact_field);
  SECTION("a memory that does not exist") {
    content.operations[place_of(content, OperationCode::fact_row)].parameter = 2;
    CHECK(load(content) == StatusCode::index_out_of_range);
  }
  SECTION("a field that does not exist") {
    content.operations[field].parameter = 3;
    CHECK(load(content) == StatusCode::index_out_of_range);
  }
  SECTION("a point where a number is read") {
    content.operations[field].parameter = 1;
    CHECK(load(content) == StatusCode::parameter_not_of_operation);
  }
  SECTION("a score of facts that the option is not for") {
    content.options[0].memory = content.formulas[0].memory = content.formulas[1].memory = 1;
    CHECK(load(content) == StatusCode::fact_of_other_memory);
    content.options[0].memory = content.formulas[0].memory = content.formulas[1].memory = raw::kMissing;
    CHECK(load(content) == StatusCode::fact_of_other_memory);
  }
  SECTION("an option for a memory that does not exist") {
    content.options[1].memory = 2;
    check_refused(content, StatusCode::index_out_of_range, content.options[1]);
  }
  SECTION("a formula of a memory that does not exist") {
    content.formulas[0].memory = 7;
    check_refused(content, StatusCode::index_out_of_range, content.formulas[0]);
  }
  SECTION("a formula that does not say that it reads a fact") {
    content.formulas[0].memory = raw::kMissing;
    CHECK(load(content) == StatusCode::formula_fact);
  }
  SECTION("a formula about a fact where there is none") {
    content.options[0].memory = raw::kMissing;
    content.operations[place_of(content, OperationCode::gate)].a = 0;
    CHECK(load(content) != StatusCode::ok);
  }
  SECTION("a formula of a body about a fact of another memory") {
    content.operations[place_of(content, OperationCode::fact_row)].parameter = 1;
    content.formulas[1].memory = 1;
    CHECK(load(content) == StatusCode::formula_fact);
  }
  SECTION("facts of two memories in one calculation") {
    content.operations[place_of(content, OperationCode::multiply)] = {
        .code = static_cast<uint8_t>(OperationCode::fact_age), .gate = 0, .parameter = 1};
    CHECK(load(content) != StatusCode::ok);
  }
}
