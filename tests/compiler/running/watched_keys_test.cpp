#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "compiler/asset_of.h"
#include "compiler/village.h"
#include "emit/header.h"
#include "ishi/id.h"
#include "runtime/phases.h"

// The keys that running bodies read in each frame, and games that forget to write one.

namespace ishi::compiler::watched_keys_test {
namespace {

using Names = std::set<std::string>;

constexpr std::string_view kContract = R"(ishi: 1
things: { person: { fields: { anger: { type: number, range: 0..1 } } } }
enums: { mood: [calm, angry] }
blackboard:
  a: boolean
  b: boolean
  c: boolean
  d: { type: number, range: 0..1 }
  e: { type: number, range: 0..1 }
  f: { type: number, range: 0..1 }
  home: point
  threat: person
  alarm: { type: number, range: 0..1, scope: team }
  hour: { type: number, range: 0..24, scope: world }
tasks:
  go: {}
  aim: { params: { at: { type: number, live: true }, size: { type: number } } }
)";

// The keys that an agent with these sections watches.
Names watched(const std::string& sections) {
  const Asset asset = asset_of(std::string(kContract) + sections);
  std::vector<uint32_t> keys(asset.count(Kind::keys));
  keys.resize(asset.watched_keys(0, keys));
  Names names;
  for (const uint32_t key : keys) names.emplace(asset.name(Kind::keys, key));
  CHECK(names.size() == keys.size());
  CHECK(std::is_sorted(keys.begin(), keys.end()));
  return names;
}
// … with this action.
Names watched_by(const std::string& action, const std::string& more = "") {
  return watched("actions: { act: { " + action + " } }\nagents: { guard: { actions: [act] } }\n" + more);
}

}  // namespace

TEST_CASE("conditions of steps and actions are watched, expressions that are read once are not") {
  CHECK(watched_by("when: a, score: d, do: [{ go: {}, until: b }]") == Names{"b"});
  CHECK(watched_by("score: d, while: a and b, do: [{ go: {}, when: c }]") == Names{"a", "b"});
  CHECK(watched_by("score: 1, do: [{ go: {}, while: threat.anger < 0.5 }]") == Names{"threat"});
  CHECK(watched_by("score: 1, do: [{ go: {}, until: alarm > 0.5 or hour > 12 }]") == Names{"alarm", "hour"});
  CHECK(
      watched_by("score: 1, do: [{ wait: 1s * d }, { set: { e: f } }, { go: {}, timeout: 1s * d, when: a }]")
          .empty());
  CHECK(watched_by("score: 1, interruptible: a, do: [go]").empty());
}

TEST_CASE("live parameters are watched, others and the parameters of goals are read when they are given") {
  CHECK(watched_by("score: 1, do: [aim: { at: d, size: e }]") == Names{"d"});
  CHECK(watched_by("score: 1, do: [near: { size: d }]",
                   "goals: { near: { params: { size: number }, do: [{ go: {}, until: size > e }] } }\n") ==
        Names{"e"});
  CHECK(watched_by("score: 1, do: [outer: { size: d }]",
                   "goals:\n"
                   "  outer: { params: { size: number }, do: [inner: { least: size + f }] }\n"
                   "  inner: { params: { least: number }, do: [go], interject: { stop: { when: a and least > "
                   "e, do: [go] } } }\n") == Names{"a", "e"});
}

TEST_CASE("`finally`, `after` and the choice of a method are not watched") {
  CHECK(watched_by("score: 1, do: [go], finally: [{ set: { d: e }, when: a }]").empty());
  CHECK(watched_by("score: 1, do: [pick]",
                   "goals: { pick: { best: { one: { score: d, do: [go] }, two: { when: a, score: e, do: [{ "
                   "go: {}, while: b }] } } } }\n") == Names{"b"});
}

TEST_CASE("states change when their agents think") {
  CHECK(watched("actions: { act: { score: d, do: [go] } }\n"
                "agents: { guard: { actions: [act], states: { calm: { to: { angry: a }, enter: [set: { e: f "
                "}] }, angry: { to: { calm: b } } } } }\n")
            .empty());
}

TEST_CASE("conditions read members of sets, the choice of the last thought, and the keys beside them") {
  const std::string sets =
      "candidates: { spots: { of: person, capacity: 4, fields: { worth: { type: number } } } }\n"
      "choices: { best: { for_each: { s: spots }, when: a, score: s.worth * d } }\n";
  CHECK(watched(sets + "actions: { act: { score: best.score, do: [{ go: {}, until: best.score > e }] } }\n"
                       "agents: { guard: { actions: [act] } }\n") == Names{"e"});
  CHECK(watched(sets + "actions: { act: { for_each: { s: spots }, score: s.worth * d, do: [{ go: {}, while: "
                       "s.worth > f }] } }\n"
                       "agents: { guard: { actions: [act] } }\n") == Names{"f"});
}

TEST_CASE("a condition that reads a level reads what the level rises by") {
  const std::string needs =
      "needs:\n  tired: { start: 0.5, rise: 0.01/s * d }\n  hungry: { start: 0.5, rise: 0.01/s * e }\n";
  const std::string rest = "agents: { guard: { actions: [act] } }\n";
  CHECK(watched(needs + "actions: { act: { score: f, do: [{ go: {}, until: needs.tired > 0.9 }] } }\n" +
                rest) == Names{"d"});
  CHECK(watched(needs + "actions: { act: { score: f, do: [{ go: {}, until: needs.hungry > 0.9 }] } }\n" +
                rest) == Names{"e"});
  CHECK(watched(needs + "actions: { act: { score: f + needs.tired, do: [go] } }\n" + rest).empty());
}

TEST_CASE("targets of walks and expressions of steerings are watched") {
  CHECK(watched_by("score: 1, do: [steer: hunter]",
                   "steering: { hunter: { speed: 1m/s * d, blend: { chase: { seek: { target: threat }, when: "
                   "a } } } }\n") == Names{"a", "d", "threat"});
  CHECK(watched_by("score: 1, do: [walk: { to: home, by: stroll }]",
                   "navigation: { stroll: { speed: 1m/s } }\n") == Names{"home"});
}

TEST_CASE("a buffer that is too small is filled, and the number says so") {
  const Asset asset = asset_of(std::string(kContract) +
                               "actions: { act: { score: 1, while: a and b and c, do: [go] } }\nagents: { "
                               "guard: { actions: [act] } }\n");
  uint32_t keys[2] = {99, 99};
  CHECK(asset.watched_keys(0, {keys, 1}) == 3);
  CHECK(asset.name(Kind::keys, keys[0]) == "a");
  CHECK(keys[1] == 99);
  CHECK(asset.watched_keys(0, {}) == 3);
}

TEST_CASE("an agent may watch more than 1,024 keys") {
  std::string text = "ishi: 1\nblackboard:\n";
  for (int i = 0; i < 4000; ++i) text += "  k" + std::to_string(i) + ": boolean\n";
  text +=
      "tasks: { go: {} }\nactions: { act: { score: 1, while: k0 and k1023 and k1024 and k3999, do: [go] } }\n"
      "agents: { guard: { actions: [act] } }\n";
  const Asset asset = asset_of(text);
  uint32_t keys[4] = {};
  CHECK(asset.watched_keys(0, keys) == 4);
  CHECK(keys[1] == 1023);
  CHECK(keys[2] == 1024);
  CHECK(keys[3] == 3999);
}

TEST_CASE("agents of one name in several assets are one in the header") {
  const std::string rest = " }] } }\nagents: { guard: { actions: [act] } }\n";
  AssetNames names;
  names.add(asset_of(std::string(kContract) + "actions: { act: { score: 1, do: [{ go: {}, until: a" + rest));
  names.add(asset_of(std::string(kContract) + "actions: { act: { score: 1, do: [{ go: {}, until: b" + rest));
  REQUIRE(names.watching.size() == 1);
  CHECK(names.watching[0].keys.size() == 2);
}

// --- a game that says which keys it has refreshed

namespace {

constexpr uint64_t kOpen = id_of("blackboard", "open");
constexpr uint64_t kLate = id_of("blackboard", "late");
constexpr uint64_t kHand = id_of("blackboard", "hand");

std::string keeper(const std::string& step) {
  return "ishi: 1\nblackboard: { open: boolean, late: boolean, hand: { type: number, range: 0..1 }, unread: "
         "boolean }\n"
         "tasks: { stand: {}, point: { params: { at: { type: number, live: true } } } }\n"
         "needs: { tired: { start: 0.5, rise: 0.001/s * hand } }\n"
         "steering: { turn: { speed: 1m/s, blend: { on: { wander: {}, when: open } } } }\n"
         "goals: { watch: { do: [stand], interject: { shut: { when: open, do: [{ wait: 1h }] } } } }\n"
         "actions: { keep: { score: 0.5 + 0.1 * hand, do: [" +
         step +
         "] } }\n"
         "agents: { smith: { actions: [keep], think: { every: 1000frames } } }\n";
}

// A frame in which the game refreshes these keys; how many agents read one that it did not.
uint64_t stale_in_frame(Village& v, const std::vector<uint64_t>& keys) {
  const uint64_t before = v.smiths.stale_visits();
  v.step(true, [&] {
    for (const uint64_t key : keys) REQUIRE(v.smiths.refreshed(key));
  });
  return v.smiths.stale_visits() - before;
}

#ifdef NDEBUG
constexpr uint64_t kOne = 0;  // nothing is counted without assertions
#else
constexpr uint64_t kOne = 1;
#endif

// Counts where `read` is the one key that the step reads in each frame.
void check_counted(const std::string& step, uint64_t read) {
  INFO(step);
  Village v(keeper(step));
  const std::vector<uint64_t> all{kOpen, kLate, kHand};
  std::vector<uint64_t> others;
  for (const uint64_t key : all) {
    if (key != read) others.push_back(key);
  }
  v.step();
  CHECK(stale_in_frame(v, {}) == 0);  // a game that says nothing is held to nothing
  CHECK(stale_in_frame(v, all) == 0);
  for (int i = 0; i < 3; ++i) CHECK(stale_in_frame(v, others) == kOne);
  CHECK(stale_in_frame(v, {read}) == 0);
}

}  // namespace

TEST_CASE("an agent whose body reads a key that the game did not refresh in this frame is counted") {
  check_counted("{ stand: {}, until: open }", kOpen);  // which is asked for many agents at once
  check_counted("{ stand: {}, while: not late }", kLate);
  check_counted("{ stand: {}, until: late and elapsed > 1h }", kLate);  // … in each visit
  check_counted("watch", kOpen);
  check_counted("{ point: { at: hand } }", kHand);
  check_counted("{ stand: {}, until: needs.tired > 0.9 }", kHand);
}

TEST_CASE("reads of a thought, or of a step that begins, are not counted") {
  Village v(keeper("{ stand: {}, when: not late }"));
  for (int i = 0; i < 4; ++i) CHECK(stale_in_frame(v, {id_of("blackboard", "unread")}) == 0);
}

TEST_CASE("an agent that reads several stale keys counts once in a frame") {
  Village v(keeper("{ stand: {}, until: open and elapsed > 1h, while: not late }"));
  v.step();
  REQUIRE(v.smiths.refreshed(kHand));
  v.step();
  CHECK(v.smiths.stale_visits() == kOne);
}

TEST_CASE("a key refreshed between frames is fresh in the next frame alone") {
  Village v(keeper("{ stand: {}, until: open }"));
  v.step();
  REQUIRE(v.smiths.refreshed(kOpen));
  CHECK(stale_in_frame(v, {}) == 0);
  CHECK(stale_in_frame(v, {}) == kOne);
}

TEST_CASE("an agent that steers by a stale key is counted, once with what its body reads") {
  Village v(keeper("{ steer: turn, until: late }"));
  v.step();
  REQUIRE(v.smiths.refreshed(kLate));
  const auto frame = [&](const std::vector<uint64_t>& keys) {
    const uint64_t before = v.smiths.stale_visits();
    ++v.frame;
    REQUIRE(v.world.begin_frame({v.frame, v.frame * 100'000}));
    for (const uint64_t key : keys) REQUIRE(v.smiths.refreshed(key));
    phases::act(v.smiths, v.scratch);
    MoveBatch batch;
    std::span<const Move> moves;
    REQUIRE(v.smiths.begin_move(batch));
    REQUIRE(batch.size() == 1);
    for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(v.smiths.move(batch, job, v.scratch));
    REQUIRE(v.smiths.end_move(batch, moves));
    REQUIRE(v.world.end_frame());
    return v.smiths.stale_visits() - before;
  };
  CHECK(frame({kLate, kOpen}) == 0);
  CHECK(frame({kLate}) == kOne);
  CHECK(frame({kOpen}) == kOne);
  CHECK(frame({}) == kOne);
}

TEST_CASE("a key that does not exist cannot be refreshed") {
  Village v(keeper("stand"));
  const Status status = v.smiths.refreshed(id_of("blackboard", "nothing"));
  CHECK(status.code == StatusCode::unknown_id);
  CHECK(Population().refreshed(kOpen).code == StatusCode::not_created);
  CHECK(Population().stale_visits() == 0);
}

TEST_CASE("refreshing a key does not change the state") {
  Village v(keeper("{ stand: {}, until: open }"));
  v.step();
  const uint64_t before = v.world.state_hash();
  REQUIRE(v.smiths.refreshed(kOpen));
  CHECK(v.world.state_hash() == before);
}

}  // namespace ishi::compiler::watched_keys_test
