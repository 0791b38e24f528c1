#include <cmath>
#include <limits>
#include <random>

#include "runtime/steering/steering_world.h"

// What directions weigh, against the formulas of the article as it writes them, in double.

namespace ishi::testing::formulas_test {
namespace {

constexpr double kTau = 6.283185307179586;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Vector2 {
  double x = 0, y = 0;  // to the right, ahead

  [[nodiscard]] double length() const { return std::sqrt(x * x + y * y); }
  [[nodiscard]] Vector2 normalized() const {
    const double l = length();
    return l > 0 ? Vector2{x / l, y / l} : Vector2{};
  }
};
Vector2 operator-(Vector2 a, Vector2 b) { return {a.x - b.x, a.y - b.y}; }
double dot(Vector2 a, Vector2 b) { return a.x * b.x + a.y * b.y; }

// The article's algorithm.
struct Article {
  std::vector<Vector2> directions;
  std::vector<double> map;

  explicit Article(uint32_t count) : map(count) {
    for (uint32_t i = 0; i < count; ++i)
      directions.push_back({std::sin(kTau * i / count), std::cos(kTau * i / count)});
  }

  void seek(Vector2 self, Vector2 target, double intensity) {
    const Vector2 way = (target - self).normalized();
    if (way.length() == 0) return;
    for (size_t i = 0; i < map.size(); ++i) map[i] += (dot(way, directions[i]) + 1) * 0.5 * intensity;
  }
  void flee(Vector2 self, Vector2 target, double intensity) { seek(self, self - (target - self), intensity); }
  void strafe(Vector2 self, Vector2 target, double intensity) {
    const Vector2 way = (target - self).normalized();
    if (way.length() == 0) return;
    for (size_t i = 0; i < map.size(); ++i) {
      const double d = dot(way, directions[i]);
      map[i] += (d + 1) * 0.5 * (1.0 - std::pow(std::abs(d + 0.25), 2.0)) * intensity;
    }
  }
  void separate(Vector2 self, const std::vector<Vector2>& neighbours, double range, double intensity) {
    Vector2 away;
    for (const Vector2 neighbour : neighbours) {
      const Vector2 apart = self - neighbour;
      if (apart.length() >= range) continue;
      const double factor = 1.0 - apart.length() / range;
      away = {away.x + apart.normalized().x * factor, away.y + apart.normalized().y * factor};
    }
    if (away.length() > 0) seek({}, away, intensity);
  }
  void block(uint64_t mask) {
    for (size_t i = 0; i < map.size(); ++i) {
      if ((mask >> i & 1) != 0) map[i] = -kInfinity;
    }
  }
  [[nodiscard]] uint32_t heaviest() const {
    uint32_t best = kNoDirection;
    double most = 0;
    for (uint32_t i = 0; i < map.size(); ++i) {
      if (map[i] > most) {
        most = map[i];
        best = i;
      }
    }
    return best;
  }
};

Vector2 plane(Vector3 at) { return {at.x, at.z}; }

void check_weights(const std::vector<float>& weights, const Article& article) {
  REQUIRE(weights.size() == article.map.size());
  for (size_t i = 0; i < weights.size(); ++i) {
    INFO("direction " << i);
    if (std::isinf(article.map[i]))
      CHECK(weights[i] == -std::numeric_limits<float>::infinity());
    else
      CHECK(weights[i] == Approx(article.map[i]).margin(2e-5));
  }
}

// Checks that the chosen direction is the article's, or as good as that.
void check_choice(const Move& move, const Article& article) {
  const uint32_t wanted = article.heaviest();
  if (wanted == kNoDirection) {
    CHECK(move.direction == kNoDirection);
    return;
  }
  REQUIRE(move.direction < article.map.size());
  CHECK(article.map[move.direction] >= article.map[wanted] - 1e-5);
}

}  // namespace

TEST_CASE("seek, flee, strafe and separate weigh as the article's formulas say") {
  const uint32_t directions = GENERATE(4u, 5u, 16u, 64u);
  const SteeringKind kind =
      GENERATE(SteeringKind::seek, SteeringKind::flee, SteeringKind::strafe, SteeringKind::separate);
  const bool separates = kind == SteeringKind::separate;
  SteeringWorld w({.parts = {{.kind = kind, .weight = 1.5f, .range = separates ? 3.0f : 0.0f}},
                   .directions = static_cast<uint16_t>(directions),
                   .capacity = 32});
  std::mt19937 random(17);
  std::uniform_real_distribution<float> place(-4, 4);
  std::vector<Entity> agents;
  std::vector<Entity> others;
  for (int i = 0; i < 32; ++i) {
    agents.push_back(w.spawn({place(random), place(random), place(random)}));
    others.push_back(w.place({place(random), place(random), place(random)}));
    w.target[w.slot_of(agents.back())] = others.back();
  }
  others.resize(12);
  for (const Entity agent : agents)
    REQUIRE(w.population.candidates(w.population.agent_of(w.slot_of(agent)), SetId::of("pack")).set(others));
  w.step();
  REQUIRE(w.moves.size() == agents.size());
  for (const Move& move : w.moves) {
    Article article(directions);
    Vector3 self, target;
    REQUIRE(w.world.position(move.agent, self));
    REQUIRE(w.world.position(w.world.entity(w.target[move.slot]), target));
    if (kind == SteeringKind::seek) article.seek(plane(self), plane(target), 1.5);
    if (kind == SteeringKind::flee) article.flee(plane(self), plane(target), 1.5);
    if (kind == SteeringKind::strafe) article.strafe(plane(self), plane(target), 1.5);
    if (separates) {
      std::vector<Vector2> near;
      for (const Entity other : others) {
        Vector3 at;
        REQUIRE(w.world.position(other, at));
        near.push_back(plane(at));
      }
      article.separate(plane(self), near, 3, 1.5);
    }
    check_weights(w.weights(move.slot), article);
    check_choice(move, article);
  }
}

TEST_CASE("behaviours about one place weigh the same in any order, whatever stands between them") {
  std::vector<SteeringPart> parts = {{.kind = SteeringKind::seek},
                                     {.kind = SteeringKind::separate, .weight = 2, .range = 5},
                                     {.kind = SteeringKind::strafe, .weight = 0.5f},
                                     {.kind = SteeringKind::wander, .weight = 0.25f, .range = 1},
                                     {.kind = SteeringKind::flee, .weight = 0.125f}};
  for (size_t turn = 0; turn < parts.size(); ++turn) {
    SteeringWorld w({.parts = parts});
    const Entity agent = w.spawn({1, 0, 2});
    const uint32_t slot = w.slot_of(agent);
    w.target[slot] = w.place({4, 5, -3});
    const std::vector<Entity> others = {w.place({2, 0, 3}), w.place({0, 0, 5})};
    REQUIRE(w.population.candidates(agent, SetId::of("pack")).set(others));
    w.step();
    Article article(16);
    article.seek({1, 2}, {4, -3}, 1);
    article.separate({1, 2}, {{2, 3}, {0, 5}}, 5, 2);
    article.strafe({1, 2}, {4, -3}, 0.5);
    article.seek({}, {0, 1}, 0.25);  // wandering begins where it looks: forward
    article.flee({1, 2}, {4, -3}, 0.125);
    INFO("turn " << turn);
    check_weights(w.weights(slot), article);
    std::rotate(parts.begin(), parts.begin() + 1, parts.end());
  }
}

TEST_CASE("behaviours add up, and blocked directions are out wherever `avoid` stands") {
  const bool is_first = GENERATE(true, false);
  std::vector<SteeringPart> parts = {{.kind = SteeringKind::seek},
                                     {.kind = SteeringKind::strafe, .weight = 0.1f},
                                     {.kind = SteeringKind::keep_heading, .weight = 0.3f}};
  parts.insert(is_first ? parts.begin() : parts.end(), {.kind = SteeringKind::avoid});
  SteeringWorld w({.parts = parts});
  const Entity agent = w.spawn({1, 0, 2});
  const uint32_t slot = w.slot_of(agent);
  w.target[slot] = w.place({4, 5, -3});
  w.step();
  const uint32_t before = w.moves[0].direction;
  const uint64_t mask = (uint64_t{1} << before) | (uint64_t{1} << ((before + 1) % 16));
  w.population.blocked()[slot] = mask;
  w.step();

  Article article(16);
  article.seek({1, 2}, {4, -3}, 1);
  article.strafe({1, 2}, {4, -3}, 0.1);
  article.seek({}, article.directions[before], 0.3);
  article.block(mask);
  check_weights(w.weights(slot), article);
  CHECK(w.moves[0].direction == article.heaviest());
}

TEST_CASE("of equally heavy directions the lowest wins, and where none is above zero the agent stands") {
  SteeringWorld w({.parts = {{.kind = SteeringKind::seek}, {.kind = SteeringKind::avoid}}, .directions = 4});
  const Entity agent = w.spawn({0, 0, 0});
  const uint32_t slot = w.slot_of(agent);
  w.target[slot] = w.place({0, 0, 3});
  w.population.blocked()[slot] = 0b0001;  // forward: right and left are as good as each other
  w.step();
  CHECK(w.moves[0].direction == 1);
  CHECK(w.moves[0].heading.x == 1.0f);
  CHECK(w.moves[0].heading.z == 0.0f);

  w.population.blocked()[slot] = 0b1111;
  w.step();
  CHECK(w.moves[0].direction == kNoDirection);
  CHECK(w.moves[0].speed == 0.0f);
  CHECK(w.moves[0].heading.x == 0.0f);

  w.population.blocked()[slot] = 0b1011;  // back alone, which weighs nothing
  w.step();
  CHECK(w.moves[0].direction == kNoDirection);
}

TEST_CASE("in a world where z points up forward is +y") {
  SteeringWorld w({.parts = {{.kind = SteeringKind::seek}}, .up = Up::z});
  const Entity agent = w.spawn({0, 0, 0});
  w.target[w.slot_of(agent)] = w.place({0, 5, 40});
  w.step();
  CHECK(w.moves[0].direction == 0);
  CHECK(w.moves[0].heading.y == 1.0f);
  w.target[w.slot_of(agent)] = w.place({5, 0, 40});
  w.step();
  CHECK(w.moves[0].direction == 4);
}

TEST_CASE("nobody, the own place and what is not a number draw nowhere") {
  const SteeringKind kind = GENERATE(SteeringKind::seek, SteeringKind::flee, SteeringKind::strafe);
  SteeringWorld w({.parts = {{.kind = kind}}});
  const uint32_t slot = w.slot_of(w.spawn({1, 2, 3}));
  w.step();
  CHECK(w.moves[0].direction == kNoDirection);
  w.target[slot] = w.place({1, 9, 3});
  w.step();
  CHECK(w.moves[0].direction == kNoDirection);
  const Entity odd = w.place({std::nanf(""), 0, std::numeric_limits<float>::infinity()});
  w.target[slot] = odd;
  w.step();
  CHECK(w.moves[0].direction != kNoDirection);  // read as 0 and as far away
  CHECK(std::isfinite(w.moves[0].heading.x));
  REQUIRE(w.world.despawn_entity(odd));
  w.step();
  CHECK(w.moves[0].direction == kNoDirection);
}

TEST_CASE("parts count only while their condition holds") {
  SteeringWorld w({.parts = {{.kind = SteeringKind::seek, .is_conditional = true}}});
  const uint32_t slot = w.slot_of(w.spawn({0, 0, 0}));
  w.target[slot] = w.place({0, 0, 3});
  w.step();
  CHECK(w.moves[0].direction == kNoDirection);
  w.flags[0][slot] = 1;
  w.step();
  CHECK(w.moves[0].direction == 0);
}

TEST_CASE("who arrives slows down in proportion to the rest of the way, and stands") {
  SteeringWorld w(
      {.parts = {{.kind = SteeringKind::arrive, .range = 3, .stop = 1}, {.kind = SteeringKind::keep_heading}},
       .speed = 2});
  const Entity agent = w.spawn({0, 0, 0});
  w.target[w.slot_of(agent)] = w.place({0, 0, 10});
  w.step();
  CHECK(w.moves[0].speed == 2.0f);
  REQUIRE(w.world.set_position(agent, {0, 0, 8}));
  w.step();
  CHECK(w.moves[0].speed == 1.0f);
  REQUIRE(w.world.set_position(agent, {0, 0, 9.5f}));
  w.step();
  CHECK(w.moves[0].direction == kNoDirection);  // its heading alone moves nobody
  CHECK(w.moves[0].speed == 0.0f);
}

TEST_CASE("who arrives goes no further than to where it stops, and stands there, however fast it is") {
  std::mt19937 random(9);
  const auto between = [&](float low, float high) {
    return low + (high - low) * static_cast<float>(random() % 1024) / 1024;
  };
  for (int trial = 0; trial < 48; ++trial) {
    const float stop = trial % 3 == 0 ? between(0, 2) : 0;
    const float range = stop + (trial % 2 == 0 ? 0.05f : between(0.01f, 5));
    const float far = trial % 4 == 0 ? 3000.0f : 20.0f;
    SteeringWorld w({.parts = {{.kind = SteeringKind::arrive, .range = range, .stop = stop}},
                     .directions = static_cast<uint16_t>(trial % 2 == 0 ? 16 : 8),
                     .interpolates = trial % 5 == 0,
                     .speed = between(0.1f, 80)});
    Vector3 at{between(-far, far), 0, between(-far, far)};
    const Vector3 target{at.x + between(-20, 20), 0, at.z + between(-20, 20)};
    const Entity agent = w.spawn(at);
    w.target[w.slot_of(agent)] = w.place(target);
    const auto distance = [&] { return std::hypot(double{target.x} - at.x, double{target.z} - at.z); };
    const auto microseconds = static_cast<uint64_t>(between(4'000, 100'000));
    const double rounding = far * 4e-7;
    INFO("trial " << trial << ": " << range << ", " << stop);
    int frames = 0;
    for (; frames < 20'000; ++frames) {
      w.step(frames == 0 && trial % 2 == 0 ? 0 : microseconds);  // a world's first frame may begin at 0
      const Move& move = w.moves[0];
      if (move.speed == 0) break;
      const double before = distance();
      const float way = move.speed * static_cast<float>(microseconds) / 1e6f;
      at = {at.x + move.heading.x * way, 0, at.z + move.heading.z * way};
      REQUIRE(w.world.set_position(agent, at));
      REQUIRE(distance() < before + rounding);
      REQUIRE(distance() > std::fmin(before, stop) - rounding);
    }
    REQUIRE(frames < 20'000);
    CHECK(distance() <= stop + 0.02 * (range - stop) + rounding);
  }
}

TEST_CASE(
    "a heading between two directions lies nearer to the target, and never turns towards what is blocked") {
  SteeringWorld w({.parts = {{.kind = SteeringKind::seek}, {.kind = SteeringKind::avoid}},
                   .directions = 8,
                   .interpolates = true});
  const Entity agent = w.spawn({0, 0, 0});
  const uint32_t slot = w.slot_of(agent);
  const double angle = kTau * 0.03;  // right of forward, which is the nearest direction
  w.target[slot] =
      w.place({static_cast<float>(5 * std::sin(angle)), 0, static_cast<float>(5 * std::cos(angle))});
  w.step();
  CHECK(w.moves[0].direction == 0);
  const double heading = std::atan2(w.moves[0].heading.x, w.moves[0].heading.z);
  CHECK(heading == Approx(angle).margin(0.01));
  CHECK(std::hypot(w.moves[0].heading.x, w.moves[0].heading.z) == Approx(1).margin(1e-6));
  w.population.blocked()[slot] = 0b10;  // the neighbour to the right
  w.step();
  CHECK(w.moves[0].direction == 0);
  CHECK(w.moves[0].heading.x == 0.0f);
  w.population.blocked()[slot] = 0b1000'0000;  // the one to the left
  w.step();
  CHECK(w.moves[0].heading.x > 0.1f);
}

TEST_CASE("who stands on another one goes in a random direction, another one each time") {
  SteeringWorld w({.parts = {{.kind = SteeringKind::separate, .weight = 8, .range = 0.5f}}, .capacity = 64});
  std::vector<Entity> all;
  for (int i = 0; i < 16; ++i) all.push_back(w.spawn({0.01f * static_cast<float>(i % 2), 0, 0}));
  for (const Entity agent : all)
    REQUIRE(w.population.candidates(w.population.agent_of(w.slot_of(agent)), SetId::of("pack"))
                .set(std::vector<Entity>{agent == all[0] ? all[2] : all[0]}));
  std::vector<uint32_t> seen(16);
  for (int frame = 0; frame < 20; ++frame) {
    w.step();
    for (const Move& move : w.moves) {
      REQUIRE(move.direction < 16);
      ++seen[move.direction];
    }
  }
  for (const uint32_t times : seen) CHECK(times > 0);
}

TEST_CASE("a wandering heading drifts by its turn in a second, in however many frames") {
  const uint64_t frame = GENERATE(uint64_t{10'000}, uint64_t{100'000});
  SteeringWorld w({.parts = {{.kind = SteeringKind::wander, .range = 0.5f}},
                   .directions = 64,
                   .interpolates = true,
                   .capacity = 512});
  for (int i = 0; i < 512; ++i) w.spawn({0, 0, 0});
  w.step(frame);
  for (const Move& move : w.moves) CHECK(move.direction == 0);  // where it looks
  for (uint64_t passed = 0; passed < 1'000'000; passed += frame) w.step(frame);
  double squares = 0;
  for (const Move& move : w.moves) squares += std::pow(std::atan2(move.heading.x, move.heading.z), 2);
  CHECK(std::sqrt(squares / 512) == Approx(0.5).margin(0.06));
}

}  // namespace ishi::testing::formulas_test
