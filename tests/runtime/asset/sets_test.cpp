#include <limits>

#include "runtime/refusal.h"
#include "runtime/sets/fact_world.h"

// What a blob may not say of memories.

namespace ishi::testing::sets_test {

namespace {

BlobContent valid() { return fact_content({}); }

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
  REQUIRE(asset.count(Kind::sets) == 2);
  const uint32_t pickups = asset.find(facts::kPickups);
  const SetInfo info = AssetParts(asset).set(pickups);
  REQUIRE(info.things.count == 1);
  CHECK(AssetParts(asset).thing_of_set(info.things.first) == 0);
  CHECK(info.capacity == 4);
  CHECK(info.forget_seconds == 10);
  REQUIRE(info.fields.count == 3);
  CHECK(AssetParts(asset).member_field(info.fields.first).id == facts::kEnergy);
  CHECK(AssetParts(asset).member_field(info.fields.first + 2).id == facts::kChecked);
  CHECK(AssetParts(asset).owner_of_field(info.fields.first + 2) == pickups);
  CHECK(AssetParts(asset).set(asset.find(facts::kFaces)).fields.count == 0);
  CHECK(AssetParts(asset).option(0).set == pickups);
  CHECK(AssetParts(asset).option(1).set == kNotFound);
}

TEST_CASE("what a step may not do to facts is refused") {
  BlobContent content = valid();
  raw::Assignment& assignment = content.assignments[0];  // of the first step of an option for a fact
  constexpr auto kField = static_cast<uint8_t>(Target::member_field);
  constexpr auto kForget = static_cast<uint8_t>(Target::forget);
  SECTION("an unknown target") {
    assignment.target = 7;
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
    check_refused(content, StatusCode::member_field_noticed, assignment);
  }
  SECTION("a write to a fact of another memory") {
    content.sets[0].fields = {0, 0};
    content.sets[1].fields = {0, 1};
    assignment = {.subject = 2, .formula = 0, .target = kField};
    check_refused(content, StatusCode::formula_member, assignment);
  }
  SECTION("a write to a candidate that agents share") {
    content.sets[1].kind = static_cast<uint8_t>(SetKind::candidates);
    content.sets[1].scope = static_cast<uint8_t>(Scope::world);
    content.sets[1].forget = 0;
    content.sets[0].fields = {0, 0};
    content.sets[1].fields = {0, 1};
    content.sets[1].things = {1, 0};
    content.set_things = {0};
    assignment = {.subject = 2, .formula = 0, .target = kField};
    check_refused(content, StatusCode::candidates_shared, assignment);
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
  raw::Set& memory = content.sets[0];
  SECTION("no facts") {
    memory.capacity = 0;
    check_refused(content, StatusCode::set_capacity, memory);
  }
  SECTION("too many facts") {
    memory.capacity = 65;
    check_refused(content, StatusCode::set_capacity, memory);
  }
  SECTION("a thing that does not exist") {
    content.set_things[0] = 1;
    check_refused(content, StatusCode::index_out_of_range);
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
    memory.reserved_2 = 1;
    check_refused(content, StatusCode::reserved_not_zero, memory);
  }
  SECTION("fields that belong to nobody") {
    memory.fields = {0, 0};
    CHECK_FALSE(load_status(content.write()));
  }
  SECTION("a field with a scope") {
    content.set_fields[0].variable.scope = static_cast<uint8_t>(Scope::team);
    check_refused(content, StatusCode::scope_not_agent);
  }
  SECTION("a look-up of something else") {
    content.sets_by_id[0].index = 1 - content.sets_by_id[0].index;
    check_refused(content, StatusCode::lookup_disagrees);
  }
}

TEST_CASE("things with so many fields that facts would outgrow the blob are refused") {
  BlobContent content = valid();
  content.set_things.assign(40'001, 0);
  for (uint32_t i = 0; i < 40'000; ++i)
    content.sets.push_back({.id = i + 1, .things = {1 + i, 1}, .fields = {1, 0}});
  content.sort_by_id();
  check_refused(content, StatusCode::too_many);
}

TEST_CASE("operations that read members are held to their set") {
  BlobContent content = valid();
  const uint32_t field = place_of(content, OperationCode::member_field);
  SECTION("a set that does not exist") {
    content.operations[place_of(content, OperationCode::bound_row)].parameter = 2;
    check_refused(content, StatusCode::index_out_of_range);
  }
  SECTION("a field that does not exist") {
    content.operations[field].parameter = 3;
    check_refused(content, StatusCode::index_out_of_range);
  }
  SECTION("a point where a number is read") {
    content.operations[field].parameter = 1;
    check_refused(content, StatusCode::parameter_not_of_operation);
  }
  SECTION("a score in the pass of another set than the option is for") {
    content.options[0].set = content.formulas[0].set = content.formulas[1].set = 1;
    check_refused(content, StatusCode::score_outside_pass);
    content.options[0].set = content.formulas[0].set = content.formulas[1].set = raw::kMissing;
    check_refused(content, StatusCode::score_outside_pass);
  }
  SECTION("a score of members without its pass") {
    content.options[0].each = raw::kMissing;
    check_refused(content, StatusCode::score_outside_pass);
    content.options[0].each = 77;
    check_refused(content, StatusCode::score_outside_pass);
  }
  SECTION("an option for a set that does not exist") {
    content.options[1].set = 2;
    check_refused(content, StatusCode::index_out_of_range, content.options[1]);
  }
  SECTION("a formula of a set that does not exist") {
    content.formulas[0].set = 7;
    check_refused(content, StatusCode::index_out_of_range, content.formulas[0]);
  }
  SECTION("a formula that does not say that it reads a member") {
    content.formulas[0].set = raw::kMissing;
    check_refused(content, StatusCode::formula_member);
  }
  SECTION("a formula about a member where there is none") {
    content.options[0].set = content.options[0].each = raw::kMissing;
    content.operations[place_of(content, OperationCode::gate)].a = 0;
    CHECK_FALSE(load_status(content.write()));
  }
  SECTION("a formula of a body about a member of another set") {
    content.operations[place_of(content, OperationCode::bound_row)].parameter = 1;
    content.formulas[1].set = 1;
    check_refused(content, StatusCode::formula_member);
  }
  SECTION("the age of a member that is no number of one") {
    raw::Operation& age = content.operations[place_of(content, OperationCode::multiply)];
    age = {.code = static_cast<uint8_t>(OperationCode::member_age), .a = field, .gate = age.gate};
    check_refused(content, StatusCode::member_of_other_set);
  }
  SECTION("a draw for the member at hand, and for what is no number of a member") {
    raw::Operation& draw = content.operations[place_of(content, OperationCode::multiply)];
    draw = {.code = static_cast<uint8_t>(OperationCode::member_random),
            .a = place_of(content, OperationCode::each),
            .gate = draw.gate,
            .parameter = 7};
    check_refused(content, StatusCode::ok);
    draw.a = field;
    check_refused(content, StatusCode::member_of_other_set);
  }
  SECTION("a member of one set read as though it were of another") {
    raw::Operation& age = content.operations[place_of(content, OperationCode::multiply)];
    const uint32_t each = place_of(content, OperationCode::each);
    age = {
        .code = static_cast<uint8_t>(OperationCode::member_age), .a = each, .gate = age.gate, .parameter = 1};
    check_refused(content, StatusCode::member_of_other_set);
  }
  SECTION("the number of a member as a number like any other") {
    content.operations[place_of(content, OperationCode::multiply)].a = place_of(content, OperationCode::each);
    check_refused(content, StatusCode::member_outside_pass);
  }
  SECTION("what is of members before any pass") {
    raw::Operation& each = content.operations[place_of(content, OperationCode::each)];
    each = {.code = static_cast<uint8_t>(OperationCode::self_row)};
    check_refused(content, StatusCode::member_of_other_set);
  }
  SECTION("an each under a condition") {
    content.operations[place_of(content, OperationCode::each)].gate = 1;
    CHECK_FALSE(load_status(content.write()));
  }
}

TEST_CASE("candidates that make no sense are refused") {
  BlobContent content = valid();
  raw::Set& set = content.sets[1];
  set.kind = static_cast<uint8_t>(SetKind::candidates);
  set.capacity = 255;
  set.scope = static_cast<uint8_t>(Scope::world);
  check_refused(content, StatusCode::ok);
  SECTION("more than an agent has room for") {
    set.scope = static_cast<uint8_t>(Scope::agent);
    check_refused(content, StatusCode::set_capacity, set);
  }
  SECTION("more than a byte counts") {
    set.capacity = 256;
    check_refused(content, StatusCode::set_capacity, set);
  }
  SECTION("kinds of things where members are none") {
    content.set_things = {0, 0};
    set.things = {1, 1};
    check_refused(content, StatusCode::ok);
    set.entities = 0;
    check_refused(content, StatusCode::set_things, set);
  }
  SECTION("a kind of thing twice") {
    content.set_things = {0, 0, 0};
    set.things = {1, 2};
    check_refused(content, StatusCode::set_things, set);
  }
  SECTION("a time of forgetting") {
    set.forget = 1;
    check_refused(content, StatusCode::memory_forget, set);
  }
  SECTION("candidates before a memory") {
    std::swap(content.sets[0].kind, content.sets[1].kind);
    set.scope = static_cast<uint8_t>(Scope::agent);
    set.capacity = 2;
    check_refused(content, StatusCode::set_order);
  }
  SECTION("a kind of set that there is not") {
    set.kind = 2;
    check_refused(content, StatusCode::unknown_enumerator, set);
  }
  SECTION("a memory that agents share") {
    set.kind = static_cast<uint8_t>(SetKind::memory);
    set.capacity = 2;
    check_refused(content, StatusCode::memory_shared, set);
  }
}

}  // namespace ishi::testing::sets_test
