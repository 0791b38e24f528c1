#include <algorithm>
#include <map>
#include <random>

#include "runtime/score_world.h"
#include "trials.h"

// When agents think: what `every` asks for, whatever the frames, and thoughts spread over them.

namespace ishi::testing::rhythm_test {
namespace {

// Keeps of each slot how many frames, and microseconds, lay between its thoughts.
struct Beats {
  ScoreWorld& w;
  std::vector<int64_t> frame, time;     // of the last thought; -1: none yet
  std::vector<uint64_t> frames, times;  // between thoughts
  std::vector<uint32_t> thoughts;       // of each frame

  explicit Beats(ScoreWorld& world)
      : w(world), frame(world.population.capacity(), -1), time(world.population.capacity(), -1) {}

  std::vector<uint32_t> think(uint32_t quota = 0) {
    const auto now_frame = static_cast<int64_t>(w.frame);
    const auto now_time = static_cast<int64_t>(w.time);
    std::vector<uint32_t> rows = w.think(2048, quota);
    for (const uint32_t slot : rows) {
      if (frame[slot] >= 0) {
        frames.push_back(static_cast<uint64_t>(now_frame - frame[slot]));
        times.push_back(static_cast<uint64_t>(now_time - time[slot]));
      }
      frame[slot] = now_frame;
      time[slot] = now_time;
    }
    thoughts.push_back(static_cast<uint32_t>(rows.size()));
    return rows;
  }
  void think_for(int count) {
    for (int i = 0; i < count; ++i) think();
  }
  uint32_t spawn() {
    const uint32_t slot = w.slot_of(w.spawn());
    frame[slot] = time[slot] = -1;
    return slot;
  }
  void forget() {
    frames.clear();
    times.clear();
    thoughts.clear();
  }
  // The worst of the last frames against their mean.
  [[nodiscard]] double worst(size_t last) const {
    const auto begin = thoughts.end() - static_cast<ptrdiff_t>(last);
    double sum = 0;
    for (auto i = begin; i != thoughts.end(); ++i) sum += *i;
    return *std::max_element(begin, thoughts.end()) / (sum / static_cast<double>(last));
  }
};

TEST_CASE("agents that are spawned together think at once, evenly spread, and on the frame from then on") {
  const uint32_t interval = GENERATE(2u, 4u, 9u, 10u, 63u, 64u, 100u);
  ScoreWorld w({.options = 1, .think_every_frames = interval, .capacity = 2000});
  for (int i = 0; i < 2000; ++i) w.spawn();
  Beats beats(w);
  beats.think_for(static_cast<int>(4 * interval));
  CHECK(beats.worst(4 * interval) <= 1.1);
  CHECK(beats.frames.size() == 3 * 2000);
  for (const uint64_t frames : beats.frames) REQUIRE(frames == interval);
}

TEST_CASE("a duration is kept at any frame rate, and thoughts are spread") {
  const uint64_t frame_time = GENERATE(4'167u, 6'944u, 16'667u, 33'333u);
  ScoreWorld w({.options = 1, .think_every_microseconds = 500'000, .capacity = 3000});
  w.frame_time = frame_time;
  for (int i = 0; i < 3000; ++i) w.spawn();
  Beats beats(w);
  const auto interval = static_cast<int>(500'000 / frame_time + 1);
  beats.think_for(2 * interval);
  beats.forget();
  beats.think_for(20 * interval);
  CHECK(beats.worst(20 * static_cast<size_t>(interval)) <= 1.1);
  double sum = 0;
  for (const uint64_t time : beats.times) {
    sum += static_cast<double>(time);
    REQUIRE(time >= 500'000 * 7 / 8);
    REQUIRE(time < 500'000 + frame_time);
  }
  CHECK(sum / static_cast<double>(beats.times.size()) == Approx(500'000).epsilon(0.01));
}

TEST_CASE("in frames of any length a duration is neither overslept nor much hurried") {
  ScoreWorld w({.options = 1, .think_every_microseconds = 300'000, .capacity = 500});
  for (int i = 0; i < 500; ++i) w.spawn();
  Beats beats(w);
  std::mt19937 random(5);
  for (int i = 0; i < 5000; ++i) {
    w.frame_time = 1'000 + random() % 60'000;
    beats.think();
  }
  for (const uint64_t time : beats.times) {
    REQUIRE(time > 300'000 - 61'000);  // a frame, where that is more than an eighth
    REQUIRE(time < 300'000 + 61'000);
  }
}

TEST_CASE("a duration shorter than a frame lets everybody think in each frame") {
  ScoreWorld w({.options = 1, .think_every_microseconds = 5'000, .capacity = 20});
  for (int i = 0; i < 20; ++i) w.spawn();
  Beats beats(w);
  beats.think_for(3);
  for (int i = 0; i < 10; ++i) CHECK(beats.think().size() == 20);
}

TEST_CASE("when the clock jumps all think once, and are spread again at once") {
  ScoreWorld w({.options = 1, .think_every_microseconds = 500'000, .capacity = 1000});
  for (int i = 0; i < 1000; ++i) w.spawn();
  Beats beats(w);
  beats.think_for(100);
  w.time += uint64_t{3600} * 1'000'000;
  CHECK(beats.think().size() == 1000);
  beats.think_for(60);
  CHECK(beats.worst(60) <= 1.1);
  w.time += uint64_t{3600} * 1'000'000 * 1'000'000;
  CHECK(beats.think().size() == 1000);
}

TEST_CASE("when half of the slots die, or all who think in certain frames, thoughts become even again") {
  const uint32_t interval = GENERATE(2u, 4u, 10u, 32u, 64u, 100u);
  const bool by_slot = GENERATE(true, false);
  ScoreWorld w({.options = 1, .think_every_frames = interval, .capacity = 4000});
  for (int i = 0; i < 4000; ++i) w.spawn();
  Beats beats(w);
  beats.think_for(static_cast<int>(2 * interval));
  const auto middle = static_cast<int64_t>(w.frame) - interval / 2;
  for (uint32_t slot = 0; slot < 4000; ++slot) {
    const bool dies = by_slot ? slot < 2000 : beats.frame[slot] >= middle;
    if (dies) REQUIRE(w.population.despawn(w.population.agent_of(slot)));
  }
  beats.forget();
  beats.think_for(static_cast<int>(12 * interval));
  CHECK(beats.worst(interval) <= 1.1);
  for (const uint64_t frames : beats.frames) {
    REQUIRE(frames <= interval);
    REQUIRE(frames >= interval - std::max(1u, interval / 8));
  }
  beats.forget();
  beats.think_for(static_cast<int>(3 * interval));
  for (const uint64_t frames : beats.frames) REQUIRE(frames == interval);
}

TEST_CASE("while agents come and go the worst frame stays within a tenth of the mean") {
  ScoreWorld w({.options = 1, .think_every_frames = 8, .capacity = 2000});
  Beats beats(w);
  std::mt19937 random(11);
  std::vector<uint32_t> living;
  const auto kill = [&](size_t place) {
    REQUIRE(w.population.despawn(w.population.agent_of(living[place])));
    living[place] = living.back();
    living.pop_back();
  };
  const auto spawn = [&] { living.push_back(beats.spawn()); };
  for (int i = 0; i < 1500; ++i) spawn();
  int calm = 0;
  for (uint32_t step = 0; step < trials(100'000); ++step) {
    if (step % 5000 == 4999) {  // half of the slots die at once, and are slowly born again
      std::sort(living.begin(), living.end());
      std::reverse(living.begin(), living.end());  // the lower half of the slots stands last
      for (size_t i = living.size() / 2; i > 0; --i) kill(living.size() - 1);
      calm = 0;
    }
    if (living.size() < 1500 || random() % 2 == 0) {
      if (living.size() < 2000) spawn();
    } else {
      kill(random() % living.size());
    }
    beats.think();
    if (++calm > 200 && calm % 40 == 0) REQUIRE(beats.worst(40) <= 1.1);
  }
  for (const uint64_t frames : beats.frames) {
    REQUIRE(frames <= 8);
    REQUIRE(frames >= 7);
  }
}

TEST_CASE("a newcomer thinks within its interval, at once if nobody else does") {
  ScoreWorld w({.options = 1, .think_every_microseconds = 1'000'000, .capacity = 10});
  w.spawn();
  CHECK(w.think() == std::vector<uint32_t>{0});
  w.spawn();
  CHECK(w.think() == std::vector<uint32_t>{1});
}

// A world whose intervals the game writes.
struct ComputedWorld : ScoreWorld {
  Column<float> every;
  explicit ComputedWorld(uint32_t agents, uint32_t most, bool in_time = false)
      : ScoreWorld({.options = 1,
                    .think_every_frames = in_time ? 1 : most,
                    .think_every_microseconds = in_time ? most : 0,
                    .computes_interval = true,
                    .capacity = agents}),
        every(population.column<float>(id_of("blackboard", "every"))) {
    for (uint32_t i = 0; i < agents; ++i) spawn();
  }
  void set_all(float value) {
    for (uint32_t slot = 0; slot < population.capacity(); ++slot) every[slot] = value;
  }
};

TEST_CASE("a computed interval is each agent's own") {
  ComputedWorld w(300, 64);
  for (uint32_t slot = 0; slot < 300; ++slot) w.every[slot] = static_cast<float>(1u << (slot % 3 * 3));
  Beats beats(w);
  beats.think_for(200);
  std::map<uint32_t, int> thoughts;
  for (int i = 0; i < 640; ++i) {
    for (const uint32_t slot : beats.think()) ++thoughts[slot];
  }
  for (uint32_t slot = 0; slot < 300; ++slot) {
    const double expected = 640.0 / (1u << (slot % 3 * 3));
    CHECK(thoughts[slot] >= expected - 1);
    CHECK(thoughts[slot] <= expected * 8 / 7 + 2);
  }
  CHECK(beats.worst(640) <= 1.1);
}

TEST_CASE("computed seconds are kept like written ones") {
  ComputedWorld w(2000, 2'000'000, true);
  for (uint32_t slot = 0; slot < 2000; ++slot) w.every[slot] = slot % 2 == 0 ? 0.1f : 1.0f;
  Beats beats(w);
  beats.think_for(200);
  std::vector<int> thoughts(2000);
  for (int i = 0; i < 600; ++i) {  // ten seconds
    for (const uint32_t slot : beats.think()) ++thoughts[slot];
  }
  CHECK(beats.worst(600) <= 1.1);
  for (uint32_t slot = 0; slot < 2000; slot += 2) {
    CHECK(thoughts[slot] >=
          84);  // six frames of 16.7 ms are not quite a tenth of a second: seven at the latest
    CHECK(thoughts[slot] <= 115);
    CHECK(thoughts[slot + 1] >= 9);
    CHECK(thoughts[slot + 1] <= 12);
  }
}

TEST_CASE("who becomes more urgent does not wait out the interval that it had") {
  ComputedWorld w(64, 64);
  w.set_all(64);
  Beats beats(w);
  beats.think_for(300);
  const uint32_t slot = beats.think().at(0);
  w.every[slot] = 1;
  int waited = 1;
  for (;; ++waited) {
    const auto rows = beats.think();
    if (std::find(rows.begin(), rows.end(), slot) != rows.end()) break;
  }
  CHECK(waited <= 16);  // a quarter
  CHECK(std::ranges::count(beats.think(), slot) == 1);
}

TEST_CASE("intervals may become shorter as soon as the world has begun") {
  ComputedWorld w(50, 1000);
  w.set_all(1000);
  (void)w.think();
  w.set_all(1);
  for (int i = 0; i < 520; ++i) (void)w.think();  // two quarters
  for (int i = 0; i < 5; ++i) CHECK(w.think().size() == 50);
}

TEST_CASE("agents whose intervals become longer together come apart at once") {
  ComputedWorld w(4000, 64);
  w.set_all(1);
  Beats beats(w);
  beats.think_for(10);
  CHECK(beats.think().size() == 4000);
  w.set_all(20);
  beats.think_for(20);
  beats.forget();
  beats.think_for(60);
  CHECK(beats.worst(60) <= 1.1);
  for (const uint64_t frames : beats.frames) REQUIRE(frames <= 20);
}

TEST_CASE("an interval is held in what the blob says, whatever is computed") {
  ComputedWorld w(3, 4);
  w.every[0] = 0;
  w.every[1] = 1e6f;
  w.every[2] = 2.6f;
  Beats beats(w);
  beats.think_for(40);
  std::vector<int> thoughts(3);
  for (int i = 0; i < 120; ++i) {
    for (const uint32_t slot : beats.think()) ++thoughts[slot];
  }
  CHECK(thoughts[0] == 120);
  CHECK(thoughts[1] >= 30);
  CHECK(thoughts[1] <= 40);
  CHECK(thoughts[2] >= 40);
  CHECK(thoughts[2] <= 60);
}

TEST_CASE("a million frames do not tire a calendar, nor does a world without agents") {
  ComputedWorld w(5, 64);
  for (uint32_t slot = 0; slot < 5; ++slot) REQUIRE(w.population.despawn(w.population.agent_of(slot)));
  const uint64_t before = w.population.state_hash();
  for (int i = 0; i < 100; ++i) CHECK(w.think().empty());
  w.spawn();
  CHECK(w.think().size() == 1);
  REQUIRE(w.population.despawn(w.population.agent_of(0)));
  CHECK(w.population.state_hash() != before);  // the clock went on
}

}  // namespace
}  // namespace ishi::testing::rhythm_test
