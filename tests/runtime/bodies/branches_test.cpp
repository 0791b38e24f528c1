#include "runtime/body_world.h"

// Conditions as steps, branches that are chosen for good, how many of several must end how, and steps that
// are turned round or done once.

namespace ishi::testing::branches_test {
namespace {

using namespace bodies;
Body check(Value condition) { return {.kind = NodeKind::fail, .value = condition}; }
Body branches(std::vector<Body> children) {
  return {.kind = NodeKind::first, .children = std::move(children), .count = kChosenByCondition};
}
Body all(std::vector<Body> children, uint32_t enough, uint32_t failures) {
  return {.kind = NodeKind::all, .subject = failures - 1, .children = std::move(children), .count = enough};
}
Body inverted(Body body) {
  body.flags |= kInvertsFlag;
  return body;
}
Body once(Body body) {
  body.flags |= kOnceFlag;
  return body;
}
Body rounds(uint32_t count, std::vector<Body> steps) {
  Body body = of(NodeKind::repeat, {sequence(std::move(steps))});
  body.count = count;
  return body;
}

BodyWorld one(std::vector<Body> steps) {
  return BodyWorld({.options = {{.body = sequence(std::move(steps))}}});
}

// Ends the only task that the last round started, and acts again.
void end_task(BodyWorld& w, Ending ending) {
  REQUIRE(w.commands.starts.size() == 1);
  REQUIRE(w.population.report(w.commands.starts[0].token, ending));
  w.step();
}

// How the option of an agent that has begun has ended; its agent wants nothing any more.
std::string end_of(BodyWorld& w, uint32_t slot) {
  w.want(slot, 7);
  w.step();
  if (w.population.option(w.population.agent_of(slot)) != kNoOption) return "runs";
  return w.population.act_counters().failed_options > 0 ? "failed" : "completed";
}

}  // namespace

TEST_CASE("a check fails its list where its condition does not hold when its turn comes") {
  for (const bool holds : {false, true}) {
    BodyWorld w = one({task(walk), check(Value::of_key(flag_0)), task(slow)});
    const uint32_t slot = begun(w);
    set_flag(w, slot, "flag_0", holds);
    end_task(w, Ending::completed);
    CHECK(started(w) == (holds ? Tasks{slow} : Tasks{}));
    set_flag(w, slot, "flag_0", false);  // which is not asked again
    CHECK(end_of(w, slot) == (holds ? "runs" : "failed"));
  }
}

TEST_CASE("the time of a check is that of the list around it, also in its later attempts") {
  Body asks = check(Value::elapsed_over(0.15f));
  asks.retries = 1;
  BodyWorld w = one({task(walk), asks, task(slow)});
  begun(w);
  const Token walking = w.commands.starts[0].token;
  w.step(100'000);
  w.complete(walking);
  w.step(100'000);
  CHECK(started(w) == Tasks{slow});

  asks.value = Value::elapsed_over(0.25f);
  BodyWorld later = one({wait(0.2f), asks, task(slow)});
  begun(later);
  later.step(200'000);
  CHECK(started(later).empty());  // it has failed, and asks again in the next frame
  later.step(100'000);
  CHECK(started(later) == Tasks{slow});
}

TEST_CASE("a check that holds completes an any, and one that does not is a method that fails") {
  BodyWorld w = one({of(NodeKind::any, {check(Value::of_key(flag_0)), task(walk)})});
  const uint32_t slot = w.spawn();
  set_flag(w, slot, "flag_0", true);
  w.want(slot, 0);
  w.step();
  CHECK(w.commands.starts.empty());
  CHECK(end_of(w, slot) == "completed");

  BodyWorld methods = one({of(NodeKind::first, {check(Value::of_key(flag_0)), task(slow)})});
  begun(methods);
  CHECK(started(methods) == Tasks{slow});
}

TEST_CASE("a list that will fail at a check is not over while another attempt or method is left") {
  BodyWorld w =
      one({of(NodeKind::first, {sequence({task(walk), check(Value::of_key(flag_0))}), task(slow)})});
  const uint32_t slot = begun(w);
  REQUIRE(w.population.report(w.commands.starts[0].token, Ending::completed));
  CHECK_FALSE(w.population.act_counters().failed_options > 0);
  w.step();
  CHECK(started(w) == Tasks{slow});
  CHECK(end_of(w, slot) == "runs");
}

TEST_CASE("a branch is chosen when its turn comes, and its failure is that of the whole") {
  for (const bool holds : {false, true}) {
    BodyWorld w = one({branches({when(Value::of_key(flag_0), task(walk)), task(slow)})});
    const uint32_t slot = w.spawn();
    set_flag(w, slot, "flag_0", holds);
    w.want(slot, 0);
    w.step();
    CHECK(started(w) == Tasks{holds ? walk : slow});
    set_flag(w, slot, "flag_0", !holds);
    w.want(slot, 7);
    end_task(w, Ending::failed);
    CHECK(started(w).empty());
    CHECK(end_of(w, slot) == "failed");
  }
}

TEST_CASE("an empty branch completes at once, and each attempt chooses anew") {
  BodyWorld w = one({branches({when(Value::of_key(flag_0), task(walk)), sequence({})}), task(slow)});
  begun(w);
  CHECK(started(w) == Tasks{slow});

  Body twice = branches({when(Value::of_key(flag_0), task(walk)), task(slow)});
  twice.retries = 1;
  BodyWorld anew = one({twice});
  const uint32_t slot = begun(anew);
  CHECK(started(anew) == Tasks{slow});
  set_flag(anew, slot, "flag_0", true);
  end_task(anew, Ending::failed);
  anew.step();
  CHECK(started(anew) == Tasks{walk});
}

TEST_CASE("all with enough completes as soon as so many have, and aborts the others") {
  BodyWorld w = one({all({task(walk), task(slow), task(walk)}, 2, 1)});
  const uint32_t slot = begun(w);
  const std::vector<Start> starts(w.commands.starts.begin(), w.commands.starts.end());
  REQUIRE(starts.size() == 3);
  w.want(slot, 7);
  w.complete(starts[0].token);
  w.step();
  CHECK(w.commands.ends.empty());
  w.complete(starts[2].token);
  w.step();
  CHECK(w.commands.ends.size() == 1);
  CHECK(end_of(w, slot) == "completed");
}

TEST_CASE("all fails with the last failure that it allows, and else completes when all have ended") {
  for (const uint32_t failures : {1u, 2u, 3u}) {
    BodyWorld w = one({all({task(walk), task(slow), task(walk)}, 0, failures)});
    const uint32_t slot = begun(w);
    const std::vector<Start> starts(w.commands.starts.begin(), w.commands.starts.end());
    w.want(slot, 7);
    w.fail(starts[0].token);
    w.step();
    CHECK(w.commands.ends.size() == (failures == 1 ? 2 : 0));
    if (failures == 1) continue;
    w.fail(starts[1].token);
    w.step();
    CHECK(w.commands.ends.size() == (failures == 2 ? 1 : 0));
    if (failures == 2) continue;
    w.complete(starts[2].token);
    CHECK(end_of(w, slot) == "completed");
  }
}

TEST_CASE("of all with enough, what is skipped counts for nothing") {
  // Two completed, and two are enough.
  const auto skipped = when(Value::of_key(flag_0), task(walk));
  BodyWorld w = one({all({skipped, set({{count, 1.0f}}), set({{ammo, 1.0f}})}, 2, 1)});
  CHECK(end_of(w, begun(w)) == "completed");
  // One completed and one failed, and two were needed.
  BodyWorld few = one({all({skipped, set({{count, 1.0f}}), check(Value::of_key(flag_1))}, 2, 2)});
  CHECK(end_of(few, begun(few)) == "failed");
  // None failed.
  BodyWorld none = one({all({skipped, skipped, set({{count, 1.0f}})}, 2, 2)});
  CHECK(end_of(none, begun(none)) == "completed");
}

TEST_CASE("a step that is inverted ends the other way round, after its attempts; a skipped one does not") {
  for (const Ending ending : {Ending::completed, Ending::failed}) {
    BodyWorld w = one({inverted(task(walk)), task(slow)});
    const uint32_t slot = begun(w);
    w.want(slot, 7);
    end_task(w, ending);
    CHECK(started(w) == (ending == Ending::failed ? Tasks{slow} : Tasks{}));
    CHECK(end_of(w, slot) == (ending == Ending::failed ? "runs" : "failed"));
  }
  Body tried = inverted(task(walk));
  tried.retries = 1;
  BodyWorld w = one({tried, task(slow)});
  begun(w);
  end_task(w, Ending::failed);
  w.step();
  CHECK(started(w) == Tasks{walk});
  end_task(w, Ending::failed);
  CHECK(started(w) == Tasks{slow});

  BodyWorld skipped = one({inverted(when(Value::of_key(flag_0), task(walk))), task(slow)});
  begun(skipped);
  CHECK(started(skipped) == Tasks{slow});
}

TEST_CASE("until, while and timeout of an inverted step are turned round; what continues completes") {
  Body stopped = inverted(wait(9));
  stopped.until = Value::of_key(flag_0);
  Body cut = inverted(wait(9));
  cut.timeout = 0.05f;
  Body goes_on = inverted(set({{count, 1.0f}}));
  goes_on.continues = true;
  BodyWorld w = one({goes_on, cut, stopped});
  const uint32_t slot = begun(w);
  w.step(100'000);
  CHECK(end_of(w, slot) == "runs");  // behind the timeout
  set_flag(w, slot, "flag_0", true);
  CHECK(end_of(w, slot) == "failed");
}

TEST_CASE("a step that is done once is skipped in later rounds, and begins again when its action does") {
  BodyWorld w = one({rounds(2, {once(task(walk)), task(slow)})});
  const uint32_t slot = begun(w);
  for (int run = 0; run < 2; ++run) {
    CHECK(started(w) == Tasks{walk});
    end_task(w, Ending::completed);
    CHECK(started(w) == Tasks{slow});
    end_task(w, Ending::completed);
    w.step();
    CHECK(started(w) == Tasks{slow});
    end_task(w, Ending::completed);
    for (int frame = 0; frame < 3 && w.commands.starts.empty(); ++frame) w.step();
  }
  CHECK(end_of(w, slot) == "runs");
}

TEST_CASE("a method that is done once is passed over, also if it failed, and so is one of an any") {
  Body body = of(NodeKind::first, {once(task(walk)), task(slow)});
  body.retries = 1;
  BodyWorld w = one({body});
  begun(w);
  end_task(w, Ending::failed);
  CHECK(started(w) == Tasks{slow});
  end_task(w, Ending::failed);
  w.step();
  CHECK(started(w) == Tasks{slow});

  BodyWorld any = one({rounds(2, {of(NodeKind::any, {once(set({{count, 1.0f}})), task(slow)})})});
  begun(any);
  any.step();
  CHECK(started(any) == Tasks{slow});
}

TEST_CASE("more steps are done once than a word has bits") {
  std::vector<Body> steps;
  for (int i = 0; i < 70; ++i) steps.push_back(once(emit(Audience::game, 1.0f)));
  steps.push_back(task(slow));
  BodyWorld w = one({rounds(2, std::move(steps))});
  begun(w);
  CHECK(w.commands.events.size() == 70);
  end_task(w, Ending::completed);
  w.step();
  CHECK(w.commands.events.empty());
  CHECK(started(w) == Tasks{slow});
}

}  // namespace ishi::testing::branches_test
