#include <algorithm>
#include <string_view>
#include <vector>

#include "runtime/guard_world.h"

// Another version of the guards' asset takes the place of one that runs.

namespace ishi::testing::reloaded_guards_test {
namespace {

ReloadEffect effect_on(const Reload& reload, std::string_view key) {
  const auto items = reload.items();
  const auto found = std::find_if(items.begin(), items.end(),
                                  [&](const ReloadItem& i) { return i.id == guard::key_id(key); });
  REQUIRE(found != items.end());
  CHECK(found->part == ReloadPart::key);
  return found->effect;
}

}  // namespace

TEST_CASE("guards keep the keys that the new asset has, and lose the others") {
  GuardWorld w;
  const Entity first = w.spawn(), second = w.spawn({.team = TeamId(2), .profile = guard::kProfiles[1]});
  w.guards.column<float>(guard::key_id("hp"))[w.slot_of(second)] = 33;
  w.guards.column<EntityId>(guard::key_id("cover"))[w.slot_of(first)] = second;
  w.think();
  const uint16_t option = w.guards.option(second);
  BlobContent content = guard_content();
  content.keys[guard::cover].id = guard::key_id("shelter");
  content.sort_by_id();
  const Asset next = load_valid(content);
  const AssetChange change{&w.asset, &next};
  Reload reload;
  REQUIRE(w.world.prepare_reload({&change, 1}, reload));
  CHECK(effect_on(reload, "hp") == ReloadEffect::kept);
  CHECK(effect_on(reload, "cover") == ReloadEffect::dropped);
  CHECK(effect_on(reload, "shelter") == ReloadEffect::added);
  // Until the commit all is as it was.
  CHECK(w.guards.column<EntityId>(guard::key_id("cover"))[w.slot_of(first)] == second);
  REQUIRE(w.world.commit_reload(reload));
  CHECK(w.guards.column<float>(guard::key_id("hp"))[w.slot_of(second)] == 33);
  CHECK(w.guards.column<EntityId>(guard::key_id("cover")).empty());
  CHECK(w.guards.column<EntityId>(guard::key_id("shelter"))[w.slot_of(first)] == kNobody);
  CHECK(w.guards.option(second) == option);
  CHECK(w.guards.team(second) == TeamId(2));
  CHECK(w.guards.profile(second) == guard::kProfiles[1]);
  REQUIRE(Scratch::create(w.world, w.scratch));
  w.think();
}

TEST_CASE("a reload with the very same asset changes no bit of the state") {
  GuardWorld w;
  for (int i = 0; i < 5; ++i) w.spawn();
  w.think();
  const uint64_t before = w.world.state_hash();
  const Asset same = load_valid(guard_content());
  const AssetChange change{&w.asset, &same};
  Reload reload;
  REQUIRE(w.world.prepare_reload({&change, 1}, reload));
  CHECK(w.world.state_hash() == before);
  REQUIRE(w.world.commit_reload(reload));
  CHECK(w.world.state_hash() == before);
  CHECK(w.world.commit_reload(reload).code == StatusCode::reload_outdated);
}

}  // namespace ishi::testing::reloaded_guards_test
