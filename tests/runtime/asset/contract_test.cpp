#include <limits>

#include "ishi/id.h"
#include "runtime/guard.h"
#include "runtime/refusal.h"

// Enums, things, keys, events and tasks of a blob.

namespace ishi::testing::asset_contract_test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Contract {
  BlobContent content = guard_content();

  raw::Variable& variable(guard::Key key) { return content.keys[key].variable; }
};

TEST_CASE_METHOD(Contract, "a look-up vector must be as long as what it looks up") {
  content.keys_by_id.pop_back();
  check_refused(content, StatusCode::lookup_count);
}

TEST_CASE_METHOD(Contract, "a look-up vector must be sorted") {
  std::swap(content.keys_by_id[2], content.keys_by_id[3]);
  check_refused(content, StatusCode::lookup_unsorted, content.keys_by_id[3]);
}

TEST_CASE_METHOD(Contract, "a look-up entry must name the element that it points at") {
  content.keys_by_id[2].index = content.keys_by_id[3].index;
  check_refused(content, StatusCode::lookup_disagrees, content.keys_by_id[2]);
}

TEST_CASE_METHOD(Contract, "a look-up entry must point at something") {
  content.keys_by_id[2].index = guard::kKeys;
  check_refused(content, StatusCode::index_out_of_range, content.keys_by_id[2]);
}

TEST_CASE_METHOD(Contract, "two keys must not have the same id") {
  content.keys[1].id = content.keys[0].id;
  content.sort_by_id();
  check_refused(content, StatusCode::id_duplicate);
}

TEST_CASE_METHOD(Contract, "an id must not be zero") {
  content.keys[1].id = 0;
  content.sort_by_id();
  check_refused(content, StatusCode::id_zero);
}

TEST_CASE_METHOD(Contract, "a look-up entry's reserved field must be zero") {
  content.things_by_id[0].reserved = 1;
  check_refused(content, StatusCode::reserved_not_zero, content.things_by_id[0]);
}

TEST_CASE_METHOD(Contract, "two members of an enum must not have the same id") {
  content.members[2].id = content.members[0].id;
  check_refused(content, StatusCode::id_duplicate, content.members[2]);
}

TEST_CASE_METHOD(Contract, "a member's id must not be zero") {
  content.members[1].id = 0;
  check_refused(content, StatusCode::id_zero, content.members[1]);
}

TEST_CASE_METHOD(Contract, "an enum has at most as many members as a byte counts") {
  content.members.clear();
  for (uint32_t i = 0; i < 257; ++i) content.members.push_back({i + 1});
  content.enums[0].parts = {0, 257};
  content.debug.reset();
  check_refused(content, StatusCode::too_many, content.enums[0]);
}

TEST_CASE_METHOD(Contract, "an enum has a member") {
  content.enums.push_back({77, {3, 0}});
  content.sort_by_id();
  check_refused(content, StatusCode::too_many, content.enums[1]);
}

TEST_CASE_METHOD(Contract, "a range must begin where the one before it ended") {
  content.things[1].parts = {2, 2};
  check_refused(content, StatusCode::range_not_tiled, content.things[1].parts);
}

TEST_CASE_METHOD(Contract, "a range must not run past its target") {
  content.things[1].parts.count = 2;
  check_refused(content, StatusCode::range_not_tiled, content.things[1].parts);
}

TEST_CASE_METHOD(Contract, "a range whose end overflows is refused") {
  content.things[1].parts.count = 0xffff'ffff;
  check_refused(content, StatusCode::range_not_tiled, content.things[1].parts);
}

TEST_CASE_METHOD(Contract, "ranges must leave nothing over") {
  content.things[1].parts.count = 0;
  check_refused(content, StatusCode::elements_left_over);
}

TEST_CASE_METHOD(Contract, "a type must exist") {
  variable(guard::hp).type = 12;
  check_refused(content, StatusCode::unknown_enumerator, variable(guard::hp));
}

TEST_CASE_METHOD(Contract, "a scope must exist") {
  variable(guard::hp).scope = 3;
  check_refused(content, StatusCode::unknown_enumerator, variable(guard::hp));
}

TEST_CASE_METHOD(Contract, "a variable's reserved fields must be zero") {
  variable(guard::hp).reserved = 1;
  check_refused(content, StatusCode::reserved_not_zero, variable(guard::hp));
  variable(guard::hp).reserved = 0;
  variable(guard::hp).reserved_2 = 1;
  check_refused(content, StatusCode::reserved_not_zero, variable(guard::hp));
}

TEST_CASE_METHOD(Contract, "a range must be finite") {
  variable(guard::hp).high = kInfinity;
  check_refused(content, StatusCode::number_not_finite, variable(guard::hp));
}

TEST_CASE_METHOD(Contract, "a default must be a number") {
  variable(guard::home).fallback[2] = std::numeric_limits<float>::quiet_NaN();
  check_refused(content, StatusCode::number_not_finite, variable(guard::home));
}

TEST_CASE_METHOD(Contract, "a range must not be inverted") {
  variable(guard::hp).low = 101;
  check_refused(content, StatusCode::range_inverted, variable(guard::hp));
}

TEST_CASE_METHOD(Contract, "a default must lie in its range") {
  variable(guard::hp).fallback[0] = -1;
  check_refused(content, StatusCode::range_inverted, variable(guard::hp));
}

TEST_CASE_METHOD(Contract, "an integer's range is whole") {
  variable(guard::ammo).high = 12.5f;
  check_refused(content, StatusCode::range_not_of_type, variable(guard::ammo));
}

TEST_CASE_METHOD(Contract, "an integer's range is what floats hold exactly") {
  variable(guard::ammo).high = 0x1p+25f;
  check_refused(content, StatusCode::range_not_of_type, variable(guard::ammo));
}

TEST_CASE_METHOD(Contract, "a boolean is 0 or 1") {
  variable(guard::in_cover).high = 2;
  check_refused(content, StatusCode::range_not_of_type, variable(guard::in_cover));
}

TEST_CASE_METHOD(Contract, "an enum's range is that of its members") {
  variable(guard::posture).high = 3;
  check_refused(content, StatusCode::range_not_of_type, variable(guard::posture));
}

TEST_CASE_METHOD(Contract, "an entity has no default but nobody") {
  variable(guard::cover).fallback[0] = 1;
  check_refused(content, StatusCode::range_not_of_type, variable(guard::cover));
}

TEST_CASE_METHOD(Contract, "a point has no range") {
  variable(guard::home).high = 1;
  check_refused(content, StatusCode::range_not_of_type, variable(guard::home));
}

TEST_CASE_METHOD(Contract, "a point's default is not farther than points can be") {
  variable(guard::home).fallback[1] = 2e6f;
  check_refused(content, StatusCode::range_not_of_type, variable(guard::home));
}

TEST_CASE_METHOD(Contract, "a number's default is one number") {
  variable(guard::hp).fallback[1] = 1;
  check_refused(content, StatusCode::range_not_of_type, variable(guard::hp));
}

TEST_CASE_METHOD(Contract, "an enum that a key refers to must exist") {
  variable(guard::posture).reference = 1;
  check_refused(content, StatusCode::index_out_of_range, variable(guard::posture));
}

TEST_CASE_METHOD(Contract, "a thing that a key refers to must exist") {
  variable(guard::threat).reference = 2;
  check_refused(content, StatusCode::index_out_of_range, variable(guard::threat));
}

TEST_CASE_METHOD(Contract, "a type that refers to nothing has no reference") {
  variable(guard::hp).reference = 1;
  check_refused(content, StatusCode::reference_not_of_type, variable(guard::hp));
}

TEST_CASE_METHOD(Contract, "a field has no scope of its own") {
  content.fields[0].variable.scope = static_cast<uint8_t>(Scope::world);
  check_refused(content, StatusCode::scope_not_agent, content.fields[0].variable);
}

TEST_CASE_METHOD(Contract, "a thing's fields have different ids") {
  content.fields[2].id = content.fields[0].id;
  check_refused(content, StatusCode::id_duplicate, content.fields[2]);
}

TEST_CASE_METHOD(Contract, "an event's fields are checked like a thing's") {
  content.event_fields[0].variable.type = 99;
  check_refused(content, StatusCode::unknown_enumerator, content.event_fields[0].variable);
}

TEST_CASE_METHOD(Contract, "a parameter lies at its natural place") {
  content.parameters[1].offset = 1;
  check_refused(content, StatusCode::parameter_offset, content.parameters[1]);
}

TEST_CASE_METHOD(Contract, "a parameter is required or not") {
  content.parameters[0].required = 2;
  check_refused(content, StatusCode::unknown_enumerator, content.parameters[0]);
}

TEST_CASE_METHOD(Contract, "only a task has live parameters") {
  content.event_fields[1].live = 1;
  check_refused(content, StatusCode::live_not_of_task, content.event_fields[1]);
  content.event_fields[1].live = 0;
  content.parameters.push_back(
      {.id = id_of("goals/reach", "place"), .variable = point_variable({}), .live = 1});
  content.goals = {{id_of("goals", "reach"), {3, 1}}};
  content.sort_by_id();
  content.debug.reset();
  check_refused(content, StatusCode::live_not_of_task, content.parameters.back());
  content.parameters.back().live = 0;
  CHECK(load_status(content.write()));
}

TEST_CASE_METHOD(Contract, "a record has at most 1,024 bytes") {
  raw::Owner& damaged = content.events[0];
  content.event_fields.clear();
  content.debug.reset();
  for (uint32_t i = 0; i < 256; ++i)
    content.event_fields.push_back({100 + i, number_variable(0, 1, 0), 4 * i});
  damaged.parts = {0, 256};
  CHECK(load_status(content.write()));
  content.event_fields.push_back({99, boolean_variable(), 1024});
  damaged.parts.count = 257;
  check_refused(content, StatusCode::record_too_large, damaged);
}

TEST_CASE_METHOD(Contract, "a task takes a finite time") {
  content.tasks[0].takes_seconds = kInfinity;
  check_refused(content, StatusCode::number_not_finite, content.tasks[0]);
}

TEST_CASE_METHOD(Contract, "a task does not end before it starts") {
  content.tasks[0].takes_seconds = -1;
  check_refused(content, StatusCode::range_inverted, content.tasks[0]);
}

TEST_CASE_METHOD(Contract, "a task's reserved field must be zero") {
  content.tasks[1].reserved = 1;
  check_refused(content, StatusCode::reserved_not_zero, content.tasks[1]);
}

TEST_CASE_METHOD(Contract, "an axis that points upwards must exist") {
  content.up = 2;
  check_refused(content, StatusCode::unknown_enumerator);
}

}  // namespace
}  // namespace ishi::testing::asset_contract_test
