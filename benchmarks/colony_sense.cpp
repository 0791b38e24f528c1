// Guards in a dense crowd who ask the game about lines of sight: beside them a double loop and a good grid by
// hand, which end with the questions.

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "agents.h"
#include "colony_parts.h"

namespace ishi::benchmarks {
namespace {

constexpr uint32_t kSentinels = 2'000, kSpiders = 330, kMemory = 6;
constexpr float kRange = 18;

struct Sentinels : Agents {
  explicit Sentinels(float side)
      : Agents(ISHI_COLONY_BLOB, "sentinel", kSentinels, kSpiders),
        cosine(std::cos(100.0F / 180 * 3.14159265F)) {
    Column<uint8_t> hungry;
    require(world.field(id_of("things/spider", "hungry"), hungry));
    std::mt19937 random(9);
    const auto number = [&random] { return static_cast<float>(random() >> 8) * 0x1p-24F; };
    for (const uint32_t slot : slots) {
      const float turn = number() * 6.2831853F;
      positions.push_back({number() * side, 0, number() * side});
      facings.push_back({std::sin(turn), 0, std::cos(turn)});
      require(world.set_position(population.agent_of(slot), positions.back()));
      require(world.set_facing(population.agent_of(slot), facings.back()));
    }
    for (uint32_t i = 0; i < kSpiders; ++i) {
      Entity id;
      spiders.push_back({number() * side, 0, number() * side});
      require(world.spawn_entity({.position = spiders.back(), .thing = ThingId::of("spider")}, id));
      is_hungry.push_back(random() % 8 != 0);
      hungry[id.index] = is_hungry.back() ? 1 : 0;
      ids.push_back(id);
    }
  }

  // Measures sensing; a fifth of all lines of sight is blocked.
  double sense(std::vector<OcclusionQuery>* asked = nullptr) {
    begin_frame();
    SenseBatch batch;
    std::span<const OcclusionQuery> queries;
    const double begin = thread_seconds();
    require(population.begin_sense(batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) require(population.sense(batch, job, scratch));
    require(population.end_sense(batch, queries));
    const double seconds = thread_seconds() - begin;
    for (const OcclusionQuery& query : queries) {
      const bool is_blocked = (query.observer.index * 31 + query.target.index * 17) % 5 == 0;
      require(population.answer(query.ticket, is_blocked ? Sight::blocked : Sight::clear));
    }
    if (asked != nullptr) asked->assign(queries.begin(), queries.end());
    end_frame();
    return seconds;
  }

  [[nodiscard]] bool is_seen(uint32_t agent, uint32_t spider, float squared) const {
    const Vector3 from = positions[agent], facing = facings[agent], to = spiders[spider];
    return squared <= kRange * kRange && is_hungry[spider] &&
           facing.x * (to.x - from.x) + facing.z * (to.z - from.z) >= cosine * std::sqrt(squared);
  }

  std::vector<Vector3> positions, facings, spiders;
  std::vector<bool> is_hungry;
  std::vector<Entity> ids;
  float cosine;
};

// The nearest of those that a guard may see, for whom the game is to be asked.
struct Asked {
  std::array<float, kMemory> squared;
  std::array<uint32_t, kMemory> spider;
  uint32_t count = 0;

  void add(float its_squared, uint32_t its_spider) {
    if (count == kMemory && its_squared >= squared[count - 1]) return;
    uint32_t place = count < kMemory ? count++ : count - 1;
    for (; place > 0 && its_squared < squared[place - 1]; --place)
      squared[place] = squared[place - 1], spider[place] = spider[place - 1];
    squared[place] = its_squared, spider[place] = its_spider;
  }
};

void look_plainly(const Sentinels& agents, std::vector<Asked>& all) {
  for (uint32_t i = 0; i < kSentinels; ++i) {
    all[i].count = 0;
    for (uint32_t k = 0; k < kSpiders; ++k) {
      const float squared = squared_distance(agents.spiders[k], agents.positions[i]);
      if (agents.is_seen(i, k, squared)) all[i].add(squared, k);
    }
  }
}

// Cells of a third of the range, hungry spiders alone, in columns by cell.
class SpiderGrid {
 public:
  void fill(const Sentinels& agents) {
    constexpr float kCell = kRange / 3;
    float most = 0;
    for (const Vector3& spider : agents.spiders) most = std::max({most, spider.x, spider.z});
    cells_ = static_cast<uint32_t>(most / kCell) + 1;
    starts_.assign(size_t{cells_} * cells_ + 1, 0);
    const auto of = [&](Vector3 at) {
      return static_cast<uint32_t>(at.z / kCell) * cells_ + static_cast<uint32_t>(at.x / kCell);
    };
    for (uint32_t k = 0; k < kSpiders; ++k) starts_[of(agents.spiders[k]) + 1] += agents.is_hungry[k] ? 1 : 0;
    for (size_t cell = 1; cell < starts_.size(); ++cell) starts_[cell] += starts_[cell - 1];
    std::vector<uint32_t> next(starts_.begin(), starts_.end() - 1);
    for (std::vector<float>* column : {&x_, &y_, &z_}) column->resize(kSpiders);
    which_.resize(kSpiders);
    for (uint32_t k = 0; k < kSpiders; ++k) {
      if (!agents.is_hungry[k]) continue;
      const uint32_t place = next[of(agents.spiders[k])]++;
      x_[place] = agents.spiders[k].x, y_[place] = agents.spiders[k].y, z_[place] = agents.spiders[k].z;
      which_[place] = k;
    }
  }

  void look(const Sentinels& agents, uint32_t i, Asked& asked) const {
    constexpr float kCell = kRange / 3;
    const Vector3 from = agents.positions[i], facing = agents.facings[i];
    const auto cell_at = [&](float at) {
      return static_cast<uint32_t>(std::clamp(at / kCell, 0.0F, static_cast<float>(cells_ - 1)));
    };
    asked.count = 0;
    for (uint32_t row = cell_at(from.z - kRange); row <= cell_at(from.z + kRange); ++row) {
      const uint32_t first = starts_[row * cells_ + cell_at(from.x - kRange)];
      const uint32_t end = starts_[row * cells_ + cell_at(from.x + kRange) + 1];
      for (uint32_t k = first; k < end; ++k) {
        const float x = x_[k] - from.x, y = y_[k] - from.y, z = z_[k] - from.z;
        const float squared = x * x + y * y + z * z;
        if (squared > kRange * kRange || (asked.count == kMemory && squared >= asked.squared[kMemory - 1]))
          continue;
        if (facing.x * x + facing.z * z >= agents.cosine * std::sqrt(squared)) asked.add(squared, which_[k]);
      }
    }
  }

 private:
  uint32_t cells_ = 0;
  std::vector<uint32_t> starts_, which_;
  std::vector<float> x_, y_, z_;
};

// All ask about the same spiders at first, when none is in sight yet.
void check_questions(Sentinels& agents) {
  std::vector<OcclusionQuery> queries;
  agents.sense(&queries);
  std::vector<Asked> plainly(kSentinels);
  look_plainly(agents, plainly);
  SpiderGrid grid;
  grid.fill(agents);
  std::vector<std::vector<uint32_t>> asked(kSentinels);
  for (const OcclusionQuery& query : queries) {
    const auto spider = std::find(agents.ids.begin(), agents.ids.end(), query.target) - agents.ids.begin();
    asked[query.slot].push_back(static_cast<uint32_t>(spider));
  }
  for (uint32_t i = 0; i < kSentinels; ++i) {
    Asked well;
    grid.look(agents, i, well);
    std::vector<uint32_t> first(plainly[i].spider.begin(), plainly[i].spider.begin() + plainly[i].count);
    std::vector<uint32_t> second(well.spider.begin(), well.spider.begin() + well.count);
    for (auto* list : {&first, &second, &asked[agents.slots[i]]}) std::sort(list->begin(), list->end());
    if (first != second || first != asked[agents.slots[i]]) differ("whom it asks about", i);
  }
}

// The argument is the side of the field in metres.
void sense_by_ishi(benchmark::State& state) {
  Sentinels agents(static_cast<float>(state.range(0)));
  check_questions(agents);
  for (int i = 0; i < 20; ++i) agents.sense();
  const SenseCounters before = agents.population.sense_counters();
  uint64_t frames = 0;
  for (auto _ : state) state.SetIterationTime(agents.sense()), ++frames;
  const SenseCounters after = agents.population.sense_counters();
  const auto sensings = static_cast<double>(frames * kSentinels);
  state.counters["tests"] = static_cast<double>(after.distance_tests - before.distance_tests) / sensings;
  state.counters["in_reach"] = static_cast<double>(after.field_tests - before.field_tests) / sensings;
  state.counters["asked"] = static_cast<double>(after.queries - before.queries) / sensings;
  report(state, "per_agent", frames * kSentinels);
}
// By hand nobody keeps what was seen: it ends with the questions.
void sense_plainly(benchmark::State& state) {
  Sentinels agents(static_cast<float>(state.range(0)));
  check_questions(agents);
  std::vector<Asked> all(kSentinels);
  uint64_t sensings = 0;
  for (auto _ : state) {
    look_plainly(agents, all);
    benchmark::ClobberMemory();
    sensings += kSentinels;
  }
  report(state, "per_agent", sensings);
}
void sense_well(benchmark::State& state) {
  Sentinels agents(static_cast<float>(state.range(0)));
  check_questions(agents);
  std::vector<Asked> all(kSentinels);
  SpiderGrid grid;
  uint64_t sensings = 0;
  for (auto _ : state) {
    grid.fill(agents);
    for (uint32_t i = 0; i < kSentinels; ++i) grid.look(agents, i, all[i]);
    benchmark::ClobberMemory();
    sensings += kSentinels;
  }
  report(state, "per_agent", sensings);
}

void fields(benchmark::internal::Benchmark* one) { one->Arg(100)->Arg(400); }
BENCHMARK(sense_by_ishi)->Name("colony_sense/ishi")->Apply(fields)->Iterations(200)->UseManualTime();
BENCHMARK(sense_plainly)->Name("colony_sense/plain")->Apply(fields);
BENCHMARK(sense_well)->Name("colony_sense/hand")->Apply(fields);

}  // namespace
}  // namespace ishi::benchmarks
