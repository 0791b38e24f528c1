#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <iterator>
#include <string>

#include "diagnostics/diagnostics.h"
#include "diagnostics/render_text.h"
#include "ishi/asset_info.h"
#include "pipeline/pipeline.h"
#include "simulate/thought.h"
#include "source/read_file.h"

// The scores of examples/guard, calculated by hand from the article's three formulas and tables. Nothing
// here reads the YAML's numbers: a slip in the tables would show.

namespace ishi::compiler::article_test {

namespace {

const std::filesystem::path kExample = std::filesystem::path(ISHI_SOURCE_FOLDER) / "examples" / "guard";

class Example {
 public:
  explicit Example(const std::string& name) {
    Diagnostics diagnostics;
    const FolderReader reader(kExample);
    program_ = analyze_source(name, reader.read(name).value(), reader, sources_, diagnostics);
    const std::vector<uint8_t> blob = build_blob(*program_, {}, sources_, diagnostics);
    INFO(render_text(diagnostics.sorted(), sources_));
    REQUIRE_FALSE(diagnostics.has_errors());
    REQUIRE(Asset::load(blob, asset_));
    situation_.agent = 0;
    situation_.self.facing = {0, 0, 1};
  }

  void set(std::string_view key, float value) {
    situation_.keys.push_back({find_index(program_->model.blackboard, key), {value}});
  }

  // Somebody at a distance straight ahead is the threat.
  void set_threat(float distance, float firepower = 0, bool exposed = false) {
    const auto& fields = program_->model.things[0].value.fields;
    situation_.entities.push_back({"thug",
                                   0,
                                   {0, 0, distance},
                                   {0, 0, -1},
                                   {{find_index(fields, "firepower"), {firepower}},
                                    {find_index(fields, "exposed"), {exposed ? 1.0F : 0.0F}}}});
    situation_.keys.push_back({find_index(program_->model.blackboard, "threat"), {}, 0});
  }

  void set_importance(std::string_view profile) {
    situation_.profile = find_index(program_->model.importance, profile);
  }

  double score(std::string_view action) {
    Thought thought;
    REQUIRE(think_once(asset_, program_->model, situation_, thought));
    const auto& actions = program_->model.agents[0].value.actions;
    const auto option = std::ranges::find(actions, action, &Reference::text) - actions.begin();
    return thought.score(asset_, static_cast<uint32_t>(option));
  }

 private:
  Sources sources_;
  std::unique_ptr<const Program> program_;
  Asset asset_;
  Situation situation_;
};

constexpr double kTolerance = 1e-6;

}  // namespace

TEST_CASE("the needs model scores as the article's table and sum say") {
  // Health 40 of 100, 3 of 12 rounds, an enemy in sight.
  const double aggression = 0.1 + 0.6 * 0.4;  // 0.34
  const double survival = 1 - 0.4;            // 0.6
  const double stability = 1 - 3.0 / 12;      // 0.75
  Example guard("guard.ishi.yaml");
  guard.set("hp", 40);
  guard.set("ammo", 3);
  guard.set_threat(5);
  CHECK(guard.score("shoot") ==
        Approx(aggression * 0.8 + survival * 0.1 + stability * -0.3).margin(kTolerance));
  CHECK(guard.score("flee") ==
        Approx(aggression * -0.5 + survival * 1.0 + stability * 0.1).margin(kTolerance));
  CHECK(guard.score("reload") ==
        Approx(aggression * 0.1 + survival * -0.3 + stability * 1.0).margin(kTolerance));
}

TEST_CASE("a personality multiplies the need and bends it by its curve, as the article's last sum does") {
  const double aggression = 0.1 + 0.6 * 0.4;
  const double survival = 1 - 0.4;
  const double stability = 1 - 3.0 / 12;
  const auto situation = [](std::string_view profile) {
    auto guard = std::make_unique<Example>("guard.ishi.yaml");
    guard->set("hp", 40);
    guard->set("ammo", 3);
    guard->set_threat(5);
    guard->set_importance(profile);
    return guard;
  };
  SECTION("aggressive: attacking weighs 1.7") {
    const auto guard = situation("aggressive");
    CHECK(guard->score("shoot") ==
          Approx(1.7 * aggression * 0.8 + survival * 0.1 + stability * -0.3).margin(kTolerance));
    CHECK(guard->score("flee") ==
          Approx(1.7 * aggression * -0.5 + survival + stability * 0.1).margin(kTolerance));
  }
  SECTION("coward: surviving weighs 1.4 and is felt through a logistic curve") {
    const double felt = 1 / (1 + std::exp(-12 * (1.4 * survival - 0.6)));
    const auto guard = situation("coward");
    CHECK(guard->score("flee") == Approx(aggression * -0.5 + felt + stability * 0.1).margin(kTolerance));
    CHECK(guard->score("reload") == Approx(aggression * 0.1 + felt * -0.3 + stability).margin(kTolerance));
  }
  SECTION("frugal: a full magazine weighs 1.3 and is felt early, clamped at 1") {
    const double felt = std::min(1.0, std::sqrt(1.3 * stability));
    const auto guard = situation("frugal");
    CHECK(guard->score("shoot") ==
          Approx(aggression * 0.8 + survival * 0.1 + felt * -0.3).margin(kTolerance));
    CHECK(guard->score("reload") == Approx(aggression * 0.1 + survival * -0.3 + felt).margin(kTolerance));
  }
}

TEST_CASE("the drives model scores as the article's table of four actions says") {
  // An enemy at 12 m: the curve falls from 0.8 at 8 m to 0 at 20 m, so 0.8 · 8/12. Health is full.
  const double danger = 0.8 * 8 / 12;
  const double no_ammo = 1 - 9.0 / 12;
  const double tired = 0.4;
  Example sentry("sentry.ishi.yaml");
  sentry.set("ammo", 9);
  sentry.set("fatigue", 0.4F);
  sentry.set_threat(12);
  CHECK(sentry.score("shoot") == Approx(danger * 0.3 + no_ammo * -0.5 + tired * -0.2).margin(kTolerance));
  CHECK(sentry.score("flee") == Approx(danger * 1.0 + no_ammo * 0.1 + tired * -0.3).margin(kTolerance));
  CHECK(sentry.score("reload") == Approx(danger * -0.2 + no_ammo * 1.0 + tired * -0.1).margin(kTolerance));
  CHECK(sentry.score("rest") == Approx(danger * -0.5 + no_ammo * 0.0 + tired * 1.0).margin(kTolerance));
}

TEST_CASE("the tactical model scores as the article's formula with weights 1, 0.8 and 0.5") {
  Example soldier("soldier.ishi.yaml");
  soldier.set("hp", 70);
  soldier.set("ammo", 6);
  soldier.set_threat(9, 0.5F, true);
  const double expectation = 1 - (9.0 - 2) / 28;
  const double risk = 0.5 * 1 + 0.5 * 0.3;
  const double cost = 0.2 + 0.8 * 0.5;
  CHECK(soldier.score("shoot") ==
        Approx(std::max(0.0, expectation - 0.8 * risk - 0.5 * cost) * 1.5).margin(kTolerance));
  CHECK(soldier.score("take_cover") == Approx(0.4 + 0.6 * 0.3 - 0.8 * (0.3 * 0.5)).margin(kTolerance));
  CHECK(soldier.score("reload") == Approx(std::max(0.0, 0.5 - 0.8 * 0.6 - 0.5 * 0.2)).margin(kTolerance));
}

}  // namespace ishi::compiler::article_test
