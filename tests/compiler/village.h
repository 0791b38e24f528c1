#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ishi/id.h"
#include "ishi/ishi.h"

// A village of smiths whose game is the test: it reports by hand, and reloads what a designer changes.

namespace ishi::compiler {

[[nodiscard]] std::string replaced(std::string text, const std::string& from, const std::string& to);

struct Village {
  std::deque<Asset> assets;
  World world;
  Population smiths;
  Scratch scratch;
  Entity smith{};
  uint32_t slot = 0;
  uint64_t frame = 0;
  std::vector<Start> starts;
  std::vector<End> ends;
  Reload reload;

  explicit Village(const std::string& text, uint32_t capacity = 4);

  const Asset& compiled(const std::string& text);

  Status prepare(const std::string& text) {
    const Asset& from = assets.back();
    const AssetChange change{&from, &compiled(text)};
    return world.prepare_reload({&change, 1}, reload);
  }
  void change(const std::string& text) {
    REQUIRE(prepare(text));
    REQUIRE(world.commit_reload(reload));
    REQUIRE(Scratch::create(world, scratch));
  }

  template <typename T>
  T& key(std::string_view name) {
    return smiths.column<T>(id_of("blackboard", name))[slot];
  }

  float level(std::string_view need) {
    Column<float> levels;
    REQUIRE(smiths.levels(MotiveId::of(need), levels));
    return levels[slot];
  }

  // A frame of a tenth of a second, perhaps one in which nobody thinks. `before_acts` is what the game does
  // between the thought and the acts, `at_start` what it does between two rounds about each task that has
  // just started.
  void step(bool thinks = true, const std::function<void()>& before_acts = {},
            const std::function<void(const Start&)>& at_start = {});

  // The only task that starts in this frame.
  Start started(std::string_view task) const {
    REQUIRE(starts.size() == 1);
    CHECK(starts[0].task == TaskId::of(task));
    return starts[0];
  }
  void report(const Start& start, Ending ending = Ending::completed) {
    REQUIRE(smiths.report(start.token, ending));
  }

  [[nodiscard]] ReloadEffect effect(ReloadPart part, std::string_view name) const {
    for (const ReloadItem& item : reload.items()) {
      if (item.part == part && item.name == name) return item.effect;
    }
    FAIL("nothing is said of " << name);
    return {};
  }
};

}  // namespace ishi::compiler
