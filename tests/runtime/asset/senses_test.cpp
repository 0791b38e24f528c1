#include <limits>

#include "runtime/refusal.h"
#include "runtime/senses/sense_world.h"

// Broken senses, sounds and levels of awareness are refused.

namespace ishi::testing::senses_test {
namespace {

BlobContent valid() {
  raw::Sense ears = hearing();
  return watch_content({.senses = {touch(1), sight(5, 0.5f, true), ears}, .has_awareness = true, .rise = 1});
}

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("the senses that the tests break are right") {
  Asset asset;
  const std::vector<uint8_t> bytes = valid().write();
  REQUIRE(Asset::load(bytes, asset));
  CHECK(AssetParts(asset).agent(0).senses.count == 3);
  CHECK(AssetParts(asset).sense(1).cosine == 0.5f);
  CHECK(AssetParts(asset).sense(1).occlusion);
  CHECK(AssetParts(asset).sense(2).thing == kNotFound);
  CHECK_FALSE(AssetParts(asset).sense(2).occlusion);
  CHECK(AssetParts(asset).sound(0).radius == 14);
  CHECK(asset.find(senses::kFootstep) == 1);
  CHECK(AssetParts(asset).set(0).has_awareness);
  CHECK(AssetParts(asset).set(1).has_noises);
  CHECK(AssetParts(asset).awareness_level(0).level == 0.4f);
}

TEST_CASE("a sense that is broken is refused") {
  BlobContent content = valid();
  raw::Sense& hands = content.senses[0];
  raw::Sense& eyes = content.senses[1];
  raw::Sense& ears = content.senses[2];
  SECTION("a kind that does not exist") {
    hands.kind = 3;
    check_refused(content, StatusCode::unknown_enumerator, hands);
  }
  SECTION("what is reserved") {
    hands.reserved_2 = 1;
    check_refused(content, StatusCode::reserved_not_zero, hands);
  }
  SECTION("a negative range") {
    hands.range = -1;
    check_refused(content, StatusCode::sense_range, hands);
  }
  SECTION("a range beyond the world") {
    hands.range = 2e6f;
    check_refused(content, StatusCode::sense_range, hands);
  }
  SECTION("a range that is no number") {
    hands.range = kNaN;
    check_refused(content, StatusCode::number_not_finite, hands);
  }
  SECTION("a cosine above 1") {
    eyes.cosine = 1.5f;
    check_refused(content, StatusCode::sense_range, eyes);
  }
  SECTION("a field of touch") {
    hands.cosine = 0;
    check_refused(content, StatusCode::sense_unused_part, hands);
  }
  SECTION("occlusion that is neither") {
    ears.occlusion = 2;
    check_refused(content, StatusCode::unknown_enumerator, ears);
  }
  SECTION("a kind of thing that is heard") {
    ears.thing = 0;
    check_refused(content, StatusCode::sense_unused_part, ears);
  }
  SECTION("sounds that are seen") {
    content.sense_sounds = {0};
    content.senses[0].sounds = {0, 1};
    content.senses[1].sounds = content.senses[2].sounds = {1, 0};
    check_refused(content, StatusCode::sense_unused_part, hands);
  }
  SECTION("a thing that does not exist") {
    hands.thing = 1;
    check_refused(content, StatusCode::index_out_of_range, hands);
  }
  SECTION("a memory that does not exist") {
    hands.memory = 2;
    check_refused(content, StatusCode::index_out_of_range, hands);
  }
  SECTION("a memory of noises for what is touched") {
    hands.rise = raw::kMissing;
    hands.memory = 1;
    check_refused(content, StatusCode::sense_memory, hands);
  }
  SECTION("anything in a memory of persons") {
    hands.thing = raw::kMissing;
    check_refused(content, StatusCode::sense_memory, hands);
  }
  SECTION("awareness of a memory that has none") {
    ears.rise = 0;
    check_refused(content, StatusCode::sense_memory, ears);
  }
  SECTION("a formula of nobody") {
    hands.when = 7;
    check_refused(content, StatusCode::formula_not_of_owner, hands);
  }
  SECTION("a formula of something else") {
    content.formulas[0].record_kind = 0;
    check_refused(content, StatusCode::formula_record, hands);
  }
  SECTION("a filter that reads more than the target") {
    hands.filter = 0;
    check_refused(content, StatusCode::sense_formula, hands);
  }
  SECTION("sounds that fall") {
    content.sense_sounds = {1, 0};
    ears.sounds = {0, 2};
    check_refused(content, StatusCode::sense_order, ears);
  }
  SECTION("a sound that does not exist") {
    content.sense_sounds = {2};
    ears.sounds = {0, 1};
    CHECK(load_status(content.write()).code == StatusCode::index_out_of_range);
  }
  SECTION("senses of nobody") {
    content.agents[0].senses.count = 2;
    CHECK(load_status(content.write()).code == StatusCode::elements_left_over);
  }
  SECTION("two of one name") {
    hands.id = eyes.id;
    CHECK(load_status(content.write()).code == StatusCode::id_duplicate);
  }
}

TEST_CASE("a sound that is broken is refused") {
  BlobContent content = valid();
  raw::Sound& bottle = content.sounds[0];
  SECTION("a radius below nothing") {
    bottle.radius = -1;
    check_refused(content, StatusCode::sense_range, bottle);
  }
  SECTION("a radius without end") {
    bottle.radius = std::numeric_limits<float>::infinity();
    check_refused(content, StatusCode::number_not_finite, bottle);
  }
  SECTION("a maker that does not exist") {
    bottle.thing = 4;
    check_refused(content, StatusCode::index_out_of_range, bottle);
  }
  SECTION("a scale of somebody else") {
    bottle.scale = 0;
    check_refused(content, StatusCode::formula_not_of_owner, bottle);
  }
  SECTION("a look-up that lacks it") {
    content.sounds_by_id.pop_back();
    CHECK(load_status(content.write()).code == StatusCode::lookup_count);
  }
}

TEST_CASE("levels of awareness that are broken are refused") {
  BlobContent content = valid();
  SECTION("levels that fall") {
    content.awareness_levels[1].level = 0.3f;
    CHECK(load_status(content.write()).code == StatusCode::sense_order);
  }
  SECTION("a level of nothing") {
    content.awareness_levels[0].level = 0;
    CHECK(load_status(content.write()).code == StatusCode::sense_order);
  }
  SECTION("a level above 1") {
    content.awareness_levels[1].level = 1.1f;
    check_refused(content, StatusCode::sense_range, content.awareness_levels[1]);
  }
  SECTION("an event that does not exist") {
    content.awareness_levels[1].event = 2;
    check_refused(content, StatusCode::index_out_of_range, content.awareness_levels[1]);
  }
  SECTION("an event that tells something else") {
    content.event_fields[1].variable = number_variable(0, 1, 0);
    check_refused(content, StatusCode::level_event, content.awareness_levels[1]);
  }
  SECTION("a fall that is no number") {
    content.awareness[0].fall = kNaN;
    check_refused(content, StatusCode::number_not_finite, content.awareness[0]);
  }
  SECTION("a memory that does not exist") {
    content.awareness[0].set = 5;
    check_refused(content, StatusCode::index_out_of_range, content.awareness[0]);
  }
}

TEST_CASE("a memory of noises must have room for what was heard") {
  BlobContent content = valid();
  SECTION("without fields") {
    content.sets[1].fields = {0, 1};
    CHECK(load_status(content.write()).code != StatusCode::ok);
  }
  SECTION("with fewer words than sounds") {
    content.sounds.push_back({.id = 99});
    content.sort_by_id();
    check_refused(content, StatusCode::noise_fields, content.sets[1]);
  }
  SECTION("with another loudness") {
    content.set_fields[1].variable = number_variable(0, 2, 0);
    check_refused(content, StatusCode::noise_fields, content.sets[1]);
  }
}

TEST_CASE("only formulas of senses know a target, and only memories that have it awareness") {
  BlobContent content = valid();
  SECTION("a target") {
    content.formulas[0].record_kind = 0;
    content.operations[content.formulas[0].program.first].code =
        static_cast<uint8_t>(OperationCode::target_row);
    content.operations[content.formulas[0].program.first].parameter = 0;
    for (raw::Sense& sense : content.senses) sense.rise = raw::kMissing;
    CHECK(load_status(content.write()).code == StatusCode::parameter_not_of_operation);
  }
  SECTION("chance") {
    content.operations[content.formulas[0].program.first].code = static_cast<uint8_t>(OperationCode::random);
    CHECK(load_status(content.write()).code == StatusCode::parameter_not_of_operation);
  }
}

}  // namespace ishi::testing::senses_test
