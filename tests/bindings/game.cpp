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
  ishi::TaskId task{};
  uint64_t due = 0;
  ishi::Ending ending = ishi::Ending::completed;
};

// The one value of each task and of the event `calmed`, as `ishi header` would declare their records.
struct Record {
  float value = 0;
  uint8_t padding[4] = {};
};

constexpr ishi::TaskId kLook = ishi::TaskId::of("look");
constexpr ishi::TaskId kJudge = ishi::TaskId::of("judge");
constexpr ishi::TokenId kChaser = ishi::TokenId::of("chaser");

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
    const ishi::FrameOptions options{.microseconds = GAME_MICROSECONDS,
                                     .paths = {.expansions = GAME_EXPANSIONS}};
    require(ishi::run_frame(world_, jobs_, *this, options).status, "run_frame");
    add(world_.state_hash());
    for (const Agent& agent : agents_) add_choice(agent);
  }
  [[nodiscard]] uint64_t digest() const { return digest_; }

  // The members that run_frame calls.

  void sensing(ishi::Population& population, const ishi::SenseBatch& batch) {
    for (const uint32_t slot : batch.rows()) {
      add(uint64_t{slot});
      if (below(16) == 0) hostile_[population.agent_of(slot).index] = static_cast<uint8_t>(below(2));
    }
  }

  void ask(ishi::Population&, std::span<const ishi::OcclusionQuery> queries) { add(queries.size()); }

  ishi::Sight sight(const ishi::OcclusionQuery& query) {
    add(query.ticket.query);
    add(uint64_t{query.observer.index});
    add(uint64_t{query.target.index});
    add(query.from);
    add(query.to);
    return below(4) == 0 ? ishi::Sight::blocked : ishi::Sight::clear;
  }

  void thinking(ishi::Population& population, const ishi::Batch& batch) {
    ishi::Column<float> keen = population.column<float>(ishi::id_of("blackboard", "keen"));
    for (const uint32_t slot : batch.rows()) {
      add(uint64_t{slot});
      if (below(8) == 0) keen[slot] = sixteenths(16);
    }
  }

  ishi::Dispatched carry_out(ishi::Population&, const ishi::Commands& commands) {
    for (const ishi::End& end : commands.ends) abort(end);
    for (const ishi::Start& start : commands.starts) begin(start);
    for (const ishi::Update& update : commands.updates) {
      add(update.token.serial);
      add(static_cast<const Record*>(update.parameters)->value);
    }
    return {};
  }

  void emitted(ishi::Population&, const ishi::Emitted& event) {
    add(event.event.value);
    add(uint64_t{event.agent.index});
    add(*static_cast<const ishi::Vector3*>(event.record));
  }

  void moving(ishi::Population& population, const ishi::MoveBatch& batch) {
    const std::span<uint64_t> blocked = population.blocked();
    for (const uint32_t slot : batch.rows()) {
      if (below(8) == 0) blocked[slot] = next() & next();
    }
  }

  void move(const ishi::Move& move) {
    add(move.user);
    add(uint64_t{move.direction});
    add(move.heading);
    add(move.speed);
    const int32_t step = units(move.speed) / 60;
    ishi::Vector3 at;
    require(world_.position(move.agent, at), "position");
    at.x = go(at.x, move.heading.x, step);
    at.z = go(at.z, move.heading.z, step);
    require(world_.set_position(move.agent, at), "set_position");
    require(world_.set_facing(move.agent, move.heading), "set_facing");
  }

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
  void add(float number) { add(uint64_t{std::bit_cast<uint32_t>(number)}); }
  void add(ishi::Vector3 point) {
    for (const float number : {point.x, point.y, point.z}) add(number);
  }
  void add_choice(const Agent& agent) {
    const ishi::Population& population = populations_[agent.population];
    ishi::Vector3 point;
    add(uint64_t{population.option(agent.entity)});
    add(uint64_t{population.candidate(agent.entity).index});
    if (population.way_point(agent.entity, point)) add(point);
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
    const uint32_t what = below(12), i = below(2 * GAME_AGENTS);
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
      case 9: {
        const ishi::Entity bottle = bottles_[below(GAME_BOTTLES)];
        require(world_.set_position(bottle, place()), "set_position");
        add(uint64_t{world_.claimed_by(bottle).index});
        break;
      }
      case 10: post(who.entity, ishi::TeamId(i % 2)); break;
      default: keep_chasers(ishi::TeamId(i % 2));
    }
  }

  void post(ishi::Entity agent, ishi::TeamId team) {
    const auto target = static_cast<ishi::EventTarget>(below(3));
    const Record record{sixteenths(16)};
    add(world_
            .post({.record_bytes = sizeof record,
                   .event = ishi::EventId::of("calmed"),
                   .target = target,
                   .team = team,
                   .agent = agent,
                   .record = &record})
            .code);
  }

  void keep_chasers(ishi::TeamId team) {
    uint32_t used = 0;
    require(world_.keep_tokens(kChaser, team, below(3)), "keep_tokens");
    require(world_.tokens_in_use(kChaser, team, used), "tokens_in_use");
    add(uint64_t{used});
  }

  void change_pack(ishi::Entity member) {
    const ishi::Candidates members = world_.candidates(ishi::SetId::of("pack"), ishi::TeamId(below(2)));
    add(below(2) == 0 ? members.add(member).code : members.withdraw(member).code);
  }

  void report_works() {
    const uint64_t frame = world_.clock().frame;
    for (const Work& work : works_) {
      if (work.due <= frame) report(work.token, work.task, work.ending);
    }
    std::erase_if(works_, [&](const Work& work) { return work.due <= frame; });
  }
  void report(const ishi::Token& token, ishi::TaskId task, ishi::Ending ending) {
    ishi::Report report{.token = token, .ending = ending};
    Record given;
    if (task == kJudge && ending == ishi::Ending::completed) {
      given.value = sixteenths(16);
      report.task = task;
      report.record = &given;
      report.record_bytes = sizeof given;
    }
    add(populations_[token.population].report(report).code);
  }

  void abort(const ishi::End& end) {
    add(end.token.serial);
    std::erase_if(works_, [&](const Work& work) { return work.token == end.token; });
    if (end.report_when_over)
      works_.push_back({end.token, end.task, world_.clock().frame + below(4), ishi::Ending::completed});
  }

  void begin(const ishi::Start& start) {
    add(uint64_t{start.token.slot});
    add(start.token.serial);
    add(start.user);
    if (start.task == kLook) add(static_cast<const Record*>(start.parameters)->value);
    if (below(4) == 0) return report(start.token, start.task, ishi::Ending::completed);
    const uint64_t due = world_.clock().frame + below(30);
    works_.push_back(
        {start.token, start.task, due, below(5) == 0 ? ishi::Ending::failed : ishi::Ending::completed});
  }

  static constexpr int32_t kUnits = GAME_UNITS;

  static int32_t units(float number) { return static_cast<int32_t>(number * static_cast<float>(kUnits)); }
  static float go(float from, float heading, int32_t step) {
    constexpr int32_t kFarthest = 11 * kUnits;
    const int32_t to = units(from) + units(heading) * step / kUnits;
    return static_cast<float>(std::clamp(to, -kFarthest, kFarthest)) / static_cast<float>(kUnits);
  }

  ishi::World world_;
  ishi::Population populations_[2];
  ishi::Sequential jobs_;
  Agent agents_[2 * GAME_AGENTS];
  ishi::Entity bottles_[GAME_BOTTLES];
  std::vector<Work> works_;
  ishi::Column<float> keen_[2], noise_, cloth_, pace_;
  ishi::PointColumn home_[2];
  ishi::Column<uint8_t> hostile_;
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
