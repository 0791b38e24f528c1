#include "fight.h"

#include <algorithm>

namespace squad {
namespace {

using games::require;

}  // namespace

Fight::Fight(const ishi::Asset& asset, uint64_t seed)
    : asset_(asset), rocks_(squad::rocks()), random_(static_cast<uint32_t>(seed)) {
  require(ishi::World::create({.seed = seed, .entities = 64, .contract = game::contract}, world_),
          "the world");
  games::record(world_);
  require(
      world_.add_population(asset, game::agents::soldier,
                            {.capacity = 5, .node_events = 512, .plan_situations_per_frame = 1024}, squad_),
      "soldier");
  games::add_agents(world_, asset, "warden", 1, boss_);
  require(ishi::Scratch::create(world_, scratch_), "memory to think in");
  furnish();
  spawn();
}

void Fight::furnish() {
  for (const Circle& rock : rocks_) {
    ishi::Entity& entity = rock_entities_.emplace_back();
    require(world_.spawn_entity({.position = point(rock.centre), .thing = game::rock::id}, entity), "a rock");
  }
  require(world_.candidates(game::rocks::id).set(rock_entities_), "the rocks");
  stores_ = {{.place = {4, 23}, .stock = 2},
             {.place = {10, 2}, .stock = 3},
             {.place = {29, 24}, .stock = 5},
             {.place = {41, 9}, .stock = 5},
             {.place = {2.5F, 13}, .is_chest = true, .stock = 2},
             {.place = {22, 1.5F}, .is_chest = true, .stock = 2}};
  ishi::Column<int32_t> magazines, kits;
  require(world_.field(game::box::stock, magazines), "stock");
  require(world_.field(game::chest::stock, kits), "stock");
  for (Store& store : stores_) {
    const ishi::ThingId thing = store.is_chest ? game::chest::id : game::box::id;
    require(world_.spawn_entity({.position = point(store.place), .thing = thing}, store.entity), "a store");
    (store.is_chest ? kits : magazines)[store.entity.index] = store.stock;
  }
}

void Fight::spawn() {
  warden_.place = {30, 13};
  require(boss_.spawn({.position = point(warden_.place), .thing = game::warden::id}, warden_.agent),
          "the warden");
  require(boss_.slot_of(warden_.agent, warden_.slot), "its slot");
  for (int i = 0; i < 5; ++i) {
    Soldier& soldier = soldiers_.emplace_back();
    soldier.letter = static_cast<char>('A' + i);
    soldier.place = {2 + random(0, 1), 5 + 4 * static_cast<float>(i) + random(-1, 1)};
    require(
        squad_.spawn(
            {.position = point(soldier.place), .user = static_cast<uint64_t>(i), .thing = game::soldier::id},
            soldier.agent),
        "a soldier");
    require(squad_.slot_of(soldier.agent, soldier.slot), "its slot");
    squad_.column(game::boss)[soldier.slot] = warden_.agent;
    for (const Store& store : stores_) {
      const ishi::MemoryId memory = store.is_chest ? game::memories::chests : game::memories::boxes;
      require(squad_.remember(soldier.agent, memory, store.entity), "a store");
    }
  }
}

void Fight::frame() {
  games::between_frames(world_, kStep);
  for (Soldier& soldier : soldiers_) {
    if (soldier.is_alive) work(soldier);
  }
  work(warden_);
  ++frame_;
  const auto microseconds = frame_ * static_cast<uint64_t>(kStep * 1e6F);
  require(world_.begin_frame({frame_, microseconds}), "begin_frame");
  look_around();
  node_events_.clear();
  games::think(squad_, scratch_);
  games::think(boss_, scratch_);
  games::act(squad_, scratch_, [&](const ishi::Commands& commands) {
    node_events_.insert(node_events_.end(), commands.nodes.begin(), commands.nodes.end());
    carry_out_squad(commands);
  });
  games::act(boss_, scratch_, [&](const ishi::Commands& commands) { carry_out_boss(commands); });
  require(world_.end_frame(), "end_frame");
  record();
}

// What everybody knows of themselves and of each other.
void Fight::look_around() {
  ishi::Column<float> health, noise;
  ishi::Column<uint8_t> covered;
  require(world_.field(game::soldier::health, health), "health");
  require(world_.field(game::soldier::noise, noise), "noise");
  require(world_.field(game::soldier::covered, covered), "covered");
  std::vector<ishi::Entity> standing;
  for (Soldier& soldier : soldiers_) {
    if (!soldier.is_alive) continue;
    standing.push_back(soldier.agent);
    squad_.column(game::health)[soldier.slot] = health[soldier.agent.index] = soldier.health;
    noise[soldier.agent.index] = soldier.noise;
    covered[soldier.agent.index] = is_clear(warden_.place, soldier.place, rocks_) ? 0 : 1;
    squad_.column(game::doomed)[soldier.slot] = is_doomed(soldier) ? 1 : 0;
  }
  boss_.column(game::health)[warden_.slot] = warden_.health;
  require(world_.candidates(game::squad::id).set(standing), "the squad");
}

void Fight::carry_out_squad(const ishi::Commands& commands) {
  for (const ishi::End& end : commands.ends) soldiers_[end.user].work = {};
  const auto begin = [this](const auto& start, Activity activity, ishi::EntityId whom = {}) {
    soldiers_[start.user].work = {activity, start.token, time(), whom};
  };
  using ishi::Started;
  require(ishi::dispatch(
              squad_, {.starts = commands.starts},
              [&](const Started<game::TakeCover>& start) {
                begin(start, Activity::taking_cover, start.parameters.spot);
              },
              [&](const Started<game::CreepRound>& start) {
                begin(start, Activity::creeping, start.parameters.spot);
              },
              [&](const Started<game::GoTo>& start) { begin(start, Activity::going, start.parameters.what); },
              [&](const Started<game::TakeMagazine>& start) {
                begin(start, Activity::taking_magazine, start.parameters.from);
              },
              [&](const Started<game::Load>& start) { begin(start, Activity::loading); },
              [&](const Started<game::Fire>& start) { begin(start, Activity::firing); },
              [&](const Started<game::TakeKit>& start) {
                begin(start, Activity::taking_kit, start.parameters.from);
              },
              [&](const Started<game::Bandage>& start) {
                begin(start, Activity::bandaging, start.parameters.whom);
              },
              [&](const Started<game::Dive>& start) { begin(start, Activity::diving); }),
          "what soldiers begin");
}

void Fight::carry_out_boss(const ishi::Commands& commands) {
  if (!commands.ends.empty()) warden_.work = {};
  const auto begin = [this](const auto& start, Activity activity, ishi::EntityId whom = {}) {
    warden_.work = {activity, start.token, time(), whom};
    const Soldier* const soldier = soldier_of(whom);
    warden_.start = warden_.aim = warden_.place;
    warden_.has_hit = false;
    if (soldier != nullptr) warden_.aim = soldier->place;
    // Nobody sees a blow coming at once.
    for (Soldier& one : soldiers_) one.sees_blow = random(0.6F, 2.2F);
  };
  using ishi::Started;
  require(
      ishi::dispatch(
          boss_, {.starts = commands.starts},
          [&](const Started<game::Face>& start) { begin(start, Activity::facing, start.parameters.whom); },
          [&](const Started<game::Stalk>& start) {
            begin(start, Activity::stalking, start.parameters.whom);
            warden_.work.pace = start.parameters.pace;
          },
          [&](const Started<game::Shoot>& start) { begin(start, Activity::shooting, start.parameters.whom); },
          [&](const Started<game::Lob>& start) { begin(start, Activity::lobbing, start.parameters.whom); },
          [&](const Started<game::Slam>& start) { begin(start, Activity::slamming); },
          [&](const Started<game::Charge>& start) {
            begin(start, Activity::charging, start.parameters.whom);
          }),
      "what the warden begins");
}

void Fight::record() {
  const auto keep = [](Body& body, uint16_t option) {
    body.places.push_back(body.place);
    body.healths.push_back(std::max(0.0F, body.health));
    body.options.push_back(option);
  };
  for (Soldier& soldier : soldiers_) {
    if (soldier.is_alive) keep(soldier, squad_.option(soldier.agent));
  }
  const bool was_furious = !warden_.states.empty() && warden_.states.back() == 1;
  keep(warden_, boss_.option(warden_.agent));
  warden_.states.push_back(is_furious() ? 1 : 0);
  if (is_furious() && !was_furious) tell("the warden drops its shield and roars");
}

void Fight::finish(ishi::Population& population, Work& work, ishi::Ending ending) {
  require(population.report(work.token, ending), "a report");
  work = {};
}

int Fight::alive() const {
  return static_cast<int>(std::count_if(soldiers_.begin(), soldiers_.end(),
                                        [](const Soldier& soldier) { return soldier.is_alive; }));
}

uint64_t Fight::running_tasks() const {
  uint64_t running = warden_.work.activity == Activity::none ? 0 : 1;
  for (const Soldier& soldier : soldiers_)
    running += soldier.is_alive && soldier.work.activity != Activity::none ? 1 : 0;
  return running;
}

Soldier* Fight::soldier_of(ishi::EntityId entity) {
  const auto found = std::find_if(soldiers_.begin(), soldiers_.end(), [entity](const Soldier& soldier) {
    return soldier.is_alive && soldier.agent == entity;
  });
  return found == soldiers_.end() ? nullptr : &*found;
}

Store* Fight::store_of(ishi::EntityId entity) {
  const auto found = std::find_if(stores_.begin(), stores_.end(),
                                  [entity](const Store& store) { return store.entity == entity; });
  return found == stores_.end() ? nullptr : &*found;
}

}  // namespace squad
