// The game of game.h in C++: what the others come to is compared with it.

#include "game.h"

#include <algorithm>
#include <bit>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "ishi/ishi.h"

namespace {

struct Agent {
  ishi::Entity entity;
  uint32_t population = 0;
};
struct Work {
  ishi::Token token;
  uint64_t due = 0;
  ishi::Ending ending = ishi::Ending::completed;
};

void require(ishi::Status status, const char* call) {
  if (status) return;
  std::fprintf(stderr, "%s: %s (%" PRIu64 ")\n", call, ishi::describe(status), status.where);
  std::exit(2);
}

class Game {
 public:
  explicit Game(const ishi::Asset& asset) {
    require(ishi::World::create({.seed = 5, .entities = 64, .teams = 2}, world_), "create");
    const ishi::AgentId ids[] = {ishi::AgentId::of("guard"), ishi::AgentId::of("thief")};
    for (uint32_t i = 0; i < 2; ++i)
      require(world_.add_population(asset, ids[i], {.capacity = 8}, populations_[i]), "add_population");
    require(world_.create_grid({.columns = GAME_CELLS, .rows = GAME_CELLS, .origin = {-12, 0, -12}}),
            "create_grid");
    require(ishi::Scratch::create(world_, scratch_), "scratch");
    find_columns();
    for (ishi::Entity& bottle : bottles_)
      require(world_.spawn_entity({.position = place(), .thing = ishi::ThingId::of("bottle")}, bottle),
              "spawn");
    for (uint32_t i = 0; i < 2 * GAME_AGENTS; ++i) {
      agents_[i].population = i / GAME_AGENTS;
      spawn(i);
    }
  }

  void run_frame() {
    for (int i = 0; i < GAME_CHANGES; ++i) change();
    report_works();
    ++clock_.frame;
    clock_.time_microseconds += GAME_MICROSECONDS;
    require(world_.begin_frame(clock_), "begin_frame");
    for (ishi::Population& population : populations_) sense(population);
    think();
    for (ishi::Population& population : populations_) act(population);
    require(world_.find_paths({.expansions = GAME_EXPANSIONS}), "find_paths");
    std::span<const ishi::Move> moves[2];
    for (uint32_t i = 0; i < 2; ++i) moves[i] = move(populations_[i]);
    require(world_.end_frame(), "end_frame");
    add(world_.state_hash());
    for (const auto& list : moves) follow(list);
  }
  [[nodiscard]] uint64_t digest() const { return digest_; }

 private:
  void find_columns() {
    for (uint32_t i = 0; i < 2; ++i) {
      keen_[i] = populations_[i].column<float>(ishi::id_of("blackboard", "keen"));
      home_[i] = populations_[i].point_column(ishi::id_of("blackboard", "home"));
    }
    require(world_.world_key(ishi::id_of("blackboard", "noise_level"), noise_), "noise_level");
    require(world_.field(ishi::id_of("things/person", "hostile"), hostile_), "hostile");
    require(world_.field(ishi::id_of("things/person", "cloth"), cloth_), "cloth");
    require(world_.field(ishi::id_of("things/person", "pace"), pace_), "pace");
  }

  uint64_t next() {
    uint64_t z = chance_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(next() % n); }
  float sixteenths(uint32_t most) { return static_cast<float>(below(most + 1)) / 16; }
  ishi::Vector3 place() {
    const float x = sixteenths(320) - 10;
    return {x, 0, sixteenths(320) - 10};
  }
  void add(uint64_t word) {
    digest_ = (std::rotl(digest_, 5) ^ word) * 0x9e3779b97f4a7c15u;
    digest_ ^= digest_ >> 29;
  }
  void add(ishi::StatusCode code) { add(static_cast<uint64_t>(code)); }
  void add(ishi::Vector3 point) {
    for (const float number : {point.x, point.y, point.z}) add(uint64_t{std::bit_cast<uint32_t>(number)});
  }

  void spawn(uint32_t i) {
    const ishi::Vector3 at = place();
    require(populations_[agents_[i].population].spawn({.position = at,
                                                       .team = ishi::TeamId(i % 2),
                                                       .user = i,
                                                       .identity = ++identities_,
                                                       .thing = ishi::ThingId::of("person")},
                                                      agents_[i].entity),
            "spawn");
  }

  void change() {
    const uint32_t what = below(10), i = below(2 * GAME_AGENTS);
    const Agent& who = agents_[i];
    ishi::Population& population = populations_[who.population];
    uint32_t slot = 0;
    require(population.slot_of(who.entity, slot), "slot_of");
    switch (what) {
      case 0: keen_[who.population][slot] = sixteenths(16); break;
      case 1: home_[who.population].set(slot, place()); break;
      case 2: noise_[0] = sixteenths(16); break;
      case 3:
        hostile_[who.entity.index] = static_cast<uint8_t>(below(2));
        cloth_[who.entity.index] = sixteenths(16);
        pace_[who.entity.index] = sixteenths(48);
        break;
      case 4:
        require(world_.make_sound({.sound = ishi::SoundId::of("glass"),
                                   .maker = who.entity,
                                   .elsewhere = true,
                                   .position = place()}),
                "make_sound");
        break;
      case 5: change_pack(who.entity); break;
      case 6:
        require(population.despawn(who.entity), "despawn");
        spawn(i);
        break;
      case 7: {
        const ishi::Entity other = agents_[below(2 * GAME_AGENTS)].entity;
        add(population.remember(who.entity, ishi::MemoryId::of("enemies"), other).code);
        break;
      }
      case 8: {
        const uint32_t column = below(GAME_CELLS), row = below(GAME_CELLS);
        const uint32_t terrain = below(8) == 0 ? ishi::kImpassableCell : below(3);
        require(world_.set_cell(column, row, static_cast<uint8_t>(terrain)), "set_cell");
        break;
      }
      default: {
        const ishi::Entity bottle = bottles_[below(GAME_BOTTLES)];
        require(world_.set_position(bottle, place()), "set_position");
      }
    }
  }

  void change_pack(ishi::Entity member) {
    const ishi::Candidates members = world_.candidates(ishi::SetId::of("pack"), ishi::TeamId(below(2)));
    add(below(2) == 0 ? members.add(member).code : members.withdraw(member).code);
  }

  void report_works() {
    for (const Work& work : works_) {
      if (work.due <= clock_.frame) report(work.token, work.ending);
    }
    std::erase_if(works_, [&](const Work& work) { return work.due <= clock_.frame; });
  }
  void report(const ishi::Token& token, ishi::Ending ending) {
    add(populations_[token.population].report(token, ending).code);
  }

  template <typename Batch>
  void run(ishi::Population& population, const Batch& batch,
           ishi::Status (ishi::Population::*phase)(const Batch&, uint32_t, ishi::Scratch&)) {
    for (uint32_t job = 0; job < batch.jobs(); ++job)
      require((population.*phase)(batch, job, scratch_), "run");
  }

  void sense(ishi::Population& population) {
    ishi::SenseBatch batch;
    std::span<const ishi::OcclusionQuery> queries;
    require(population.begin_sense(batch), "begin_sense");
    run(population, batch, &ishi::Population::sense);
    require(population.end_sense(batch, queries), "end_sense");
    for (const ishi::OcclusionQuery& query : queries) {
      const uint32_t answer = below(4);
      add(query.ticket.query);
      add(uint64_t{query.observer.index});
      add(uint64_t{query.target.index});
      add(query.from);
      add(query.to);
      if (answer == 1) continue;
      add(population.answer(query.ticket, answer == 0 ? ishi::Sight::blocked : ishi::Sight::clear).code);
    }
  }

  void think() {
    ishi::Batch batches[2];
    for (uint32_t i = 0; i < 2; ++i) {
      require(populations_[i].begin_think(batches[i]), "begin_think");
      run(populations_[i], batches[i], &ishi::Population::think);
    }
    for (uint32_t i = 0; i < 2; ++i) require(populations_[i].end_think(batches[i]), "end_think");
    for (uint32_t i = 0; i < 2; ++i) {
      for (const uint32_t slot : batches[i].rows()) {
        add(uint64_t{slot});
        add(uint64_t{populations_[i].option(populations_[i].agent_of(slot))});
      }
    }
  }

  void act(ishi::Population& population) {
    while (population.wants_act()) {
      ishi::Round round;
      ishi::Commands commands;
      require(population.begin_act(round), "begin_act");
      run(population, round, &ishi::Population::act);
      require(population.end_act(round, commands), "end_act");
      for (const ishi::End& end : commands.ends) {
        add(end.token.serial);
        std::erase_if(works_, [&](const Work& work) { return work.token == end.token; });
      }
      for (const ishi::Start& start : commands.starts) begin_work(start);
      for (const ishi::Emitted& event : commands.events) add(event.event.value);
    }
  }

  void begin_work(const ishi::Start& start) {
    add(uint64_t{start.token.slot});
    add(start.token.serial);
    add(start.user);
    if (below(4) == 0) return report(start.token, ishi::Ending::completed);
    const uint64_t due = clock_.frame + below(30);
    works_.push_back({start.token, due, below(5) == 0 ? ishi::Ending::failed : ishi::Ending::completed});
  }

  std::span<const ishi::Move> move(ishi::Population& population) {
    ishi::MoveBatch batch;
    std::span<const ishi::Move> moves;
    require(population.begin_move(batch), "begin_move");
    const std::span<uint64_t> blocked = population.blocked();
    for (const uint32_t slot : batch.rows()) {
      if (below(8) == 0) blocked[slot] = next() & next();
    }
    run(population, batch, &ishi::Population::move);
    require(population.end_move(batch, moves), "end_move");
    for (const ishi::Move& one : moves) {
      add(one.user);
      add(uint64_t{one.direction});
      add(one.heading);
      add(uint64_t{std::bit_cast<uint32_t>(one.speed)});
      ishi::Vector3 point;
      if (population.way_point(one.agent, point)) add(point);
    }
    return moves;
  }

  static constexpr int32_t kUnits = GAME_UNITS;

  static int32_t units(float number) { return static_cast<int32_t>(number * static_cast<float>(kUnits)); }
  static float go(float from, float heading, int32_t step) {
    constexpr int32_t kFarthest = 11 * kUnits;
    const int32_t to = units(from) + units(heading) * step / kUnits;
    return static_cast<float>(std::clamp(to, -kFarthest, kFarthest)) / static_cast<float>(kUnits);
  }

  void follow(std::span<const ishi::Move> moves) {
    for (const ishi::Move& move : moves) {
      const int32_t step = units(move.speed) / 60;
      ishi::Vector3 at;
      require(world_.position(move.agent, at), "position");
      at.x = go(at.x, move.heading.x, step);
      at.z = go(at.z, move.heading.z, step);
      require(world_.set_position(move.agent, at), "set_position");
      require(world_.set_facing(move.agent, move.heading), "set_facing");
    }
  }

  ishi::World world_;
  ishi::Population populations_[2];
  ishi::Scratch scratch_;
  Agent agents_[2 * GAME_AGENTS];
  ishi::Entity bottles_[GAME_BOTTLES];
  std::vector<Work> works_;
  ishi::Column<float> keen_[2], noise_, cloth_, pace_;
  ishi::PointColumn home_[2];
  ishi::Column<uint8_t> hostile_;
  ishi::Clock clock_;
  uint64_t identities_ = 0, chance_ = 7, digest_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  std::ifstream file(arguments[1], std::ios::binary);
  const std::vector<char> text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::vector<uint8_t> bytes(text.begin(), text.end());
  ishi::Asset asset;
  require(ishi::Asset::load(bytes, asset), arguments[1]);
  Game game(asset);
  for (uint32_t frame = 1; frame <= GAME_FRAMES; ++frame) {
    game.run_frame();
    if (frame % GAME_FRAMES_PER_HASH == 0) std::printf("%016" PRIx64 "\n", game.digest());
  }
}
