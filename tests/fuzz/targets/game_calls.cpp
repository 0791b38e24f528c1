// The calls of a game in any order, on a world with agents of several assets: the input is read as calls and
// what they are given. What the documentation of a call excludes as the caller's fault is not done: all else
// must be refused or do no harm, allocate nothing once a population exists, and what starts must end once.
// One long file, since any call may follow any other.

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "assets.h"
#include "choices.h"
#include "cost.h"
#include "deeds.h"
#include "fail.h"
#include "ishi/id.h"
#include "ishi/reload.h"
#include "ishi/save.h"
#include "ishi/tools.h"
#include "ishi/world.h"
#include "ledger.h"

namespace {

using namespace ishi;
using namespace ishi::fuzzing;

constexpr uint32_t kMostCalls = 400;

std::vector<Asset> loaded(const std::vector<NamedBlob>& blobs) {
  std::vector<Asset> assets;
  for (const NamedBlob& blob : blobs)
    require(static_cast<bool>(Asset::load(blob.bytes, assets.emplace_back())), "an asset is refused");
  return assets;
}

const std::vector<Asset>& assets() {
  static const std::vector<Asset> all = loaded(asset_blobs());
  return all;
}

// Each once more, with its names, to be reloaded in place of the first or the other way round.
const std::vector<Asset>& twins() {
  static const std::vector<Asset> all = loaded(compile_assets(false));
  return all;
}

// Makes a call that must not allocate, and gives its result.
template <typename Call>
auto quietly(Call&& call) {
  const Measurement measurement;
  const auto result = call();
  if (measurement.cost().allocations > 0) fail("a call allocates that must not");
  return result;
}

ProfileId profile_at(const Asset& asset, uint32_t profile) {
  return profile < asset.count(Kind::profiles) ? asset.profile(profile).id : ProfileId(profile);
}

// A population with what its phases gave last, which may be out of date.
struct Player {
  Cast cast;
  SenseBatch sensing;
  Batch thinking;
  Round acting;
  MoveBatch moving;
  std::vector<Ticket> tickets;
};

class Session {
 public:
  explicit Session(Choices choices) : choices_(choices) {}

  void run() {
    set_up();
    for (uint32_t call = 0; call < kMostCalls && !choices_.at_end(); ++call) this->call();
    for (const Player& player : players_) {
      const ActCounters counters = player.cast.population.act_counters();
      // What was taken back and runs again ends again.
      require(has_gone_back_ || counters.started >= counters.completed + counters.failed + counters.aborted,
              "more tasks have ended than were started");
      require(counters.started >= ledger_.started(player.cast.population.index()), "a start is not counted");
    }
  }

 private:
  void set_up() {
    WorldOptions options;
    options.entities = 1 + choices_.below(64);
    options.teams = 1 + choices_.below(3);
    options.event_bytes = 8 * (1 + choices_.below(256));
    options.sounds = choices_.below(8);
    options.seed = choices_.value<uint8_t>();
    static_cast<void>(World::create(options, world_));
    const uint32_t wanted = 1 + choices_.below(3);
    // Neighbours among the assets may share a contract.
    const uint32_t first = choices_.below(assets().size());
    for (uint32_t i = 0; i < wanted; ++i)
      add_population((first + i) % static_cast<uint32_t>(assets().size()));
    static_cast<void>(Scratch::create(world_, scratch_));
    for (Player& player : players_) {
      for (uint32_t i = 0; i < 3; ++i) spawn(player);
    }
  }

  void add_population(uint32_t asset_index) {
    const Asset& asset = assets()[asset_index];
    Player player;
    player.cast.asset = &asset;
    player.cast.agent = choices_.below(asset.count(Kind::agents));
    PopulationOptions options;
    options.capacity = choices_.below(8);
    options.node_events = choices_.below(20);
    options.notices = choices_.below(20);
    options.plan_searches = 1 + choices_.below(2);
    options.plan_situations = 1 + choices_.below(200);
    options.plan_situations_per_frame = 1 + choices_.below(40);
    const AgentId agent = asset.agent(player.cast.agent).id;
    if (world_.add_population(asset, agent, options, player.cast.population)) players_.push_back(player);
  }

  void spawn(Player& player) {
    SpawnOptions options;
    const Asset& asset = *player.cast.asset;
    options.position = odd_vector(choices_);
    options.facing = odd_vector(choices_);
    options.team = choices_.below(4);
    const uint32_t profiles = asset.count(Kind::profiles);
    if (choices_.one_in(4)) options.profile = profile_at(asset, choices_.below(uint64_t{profiles} + 1));
    options.identity = choices_.value<uint8_t>();
    const uint32_t things = asset.count(Kind::things);
    options.thing = things == 0 || choices_.one_in(4) ? 0 : asset.thing(choices_.below(things)).id;
    Entity agent;
    static_cast<void>(quietly([&] { return player.cast.population.spawn(options, agent); }));
  }

  void spawn_entity(Player& player) {
    const Asset& asset = *player.cast.asset;
    EntityOptions options;
    options.position = odd_vector(choices_);
    options.facing = odd_vector(choices_);
    const uint32_t things = asset.count(Kind::things);
    options.thing = things == 0 ? 0 : asset.thing(choices_.below(things)).id;
    Entity entity;
    static_cast<void>(quietly([&] { return world_.spawn_entity(options, entity); }));
  }

  // Times stand still, go on, jump, and fall.
  void begin_frame() {
    Clock clock = world_.clock();
    clock.frame += choices_.one_in(8) ? choices_.value<uint16_t>() : 1;
    switch (choices_.below(8)) {
      case 0: break;
      case 1: clock.time_microseconds += 3'600'000'000u; break;
      case 2: clock.time_microseconds += choices_.value<uint32_t>(); break;
      case 3: clock.time_microseconds -= choices_.value<uint8_t>(); break;
      case 4:
        if (choices_.one_in(8)) clock.time_microseconds = choices_.value<uint64_t>();
        break;
      default: clock.time_microseconds += 16'667; break;
    }
    if (choices_.one_in(64)) clock.frame = choices_.value<uint64_t>();
    static_cast<void>(quietly([&] { return world_.begin_frame(clock); }));
  }

  void begin_sense(Player& player) {
    SenseOptions options;
    options.broad_phase = !choices_.one_in(4);
    options.agents_per_job = choices_.below(5);
    options.quota = choices_.below(4);
    static_cast<void>(quietly([&] { return player.cast.population.begin_sense(options, player.sensing); }));
  }
  void end_sense(Player& player) {
    std::span<const OcclusionQuery> queries;
    if (!quietly([&] { return player.cast.population.end_sense(player.sensing, queries); })) return;
    for (const OcclusionQuery& query : queries) player.tickets.push_back(query.ticket);
  }
  void answer(Player& player) {
    if (player.tickets.empty()) return;
    Ticket ticket = player.tickets[choices_.below(player.tickets.size())];
    if (choices_.one_in(16)) ticket.query = choices_.value<uint64_t>();
    if (choices_.one_in(64)) ticket.world = choices_.value<uint32_t>();
    if (choices_.one_in(64)) ticket.population = choices_.value<uint16_t>();
    const auto sight = static_cast<Sight>(choices_.below(3));
    static_cast<void>(quietly([&] { return player.cast.population.answer(ticket, sight); }));
  }
  void begin_think(Player& player) {
    BatchOptions options;
    options.agents_per_job = choices_.below(5);
    options.quota = choices_.below(4);
    static_cast<void>(quietly([&] { return player.cast.population.begin_think(options, player.thinking); }));
  }
  void begin_act(Player& player) {
    RoundOptions options;
    options.agents_per_job = choices_.below(5);
    static_cast<void>(quietly([&] { return player.cast.population.begin_act(options, player.acting); }));
  }
  void end_act(Player& player) {
    Commands commands;
    if (quietly([&] { return player.cast.population.end_act(player.acting, commands); }))
      ledger_.take(commands);
  }
  void end_move(Player& player) {
    std::span<const Move> moves;
    static_cast<void>(quietly([&] { return player.cast.population.end_move(player.moving, moves); }));
  }

  enum class Phase { sense, think, act, move };
  // A job of any batch, perhaps for the second time, or one that does not exist.
  void do_job(Player& player, Phase phase, uint32_t job) {
    Population& population = player.cast.population;
    static_cast<void>(quietly([&] {
      switch (phase) {
        case Phase::sense: return population.sense(player.sensing, job, scratch_);
        case Phase::think: return population.think(player.thinking, job, scratch_);
        case Phase::act: return population.act(player.acting, job, scratch_);
        default: return population.move(player.moving, job, scratch_);
      }
    }));
  }
  void do_jobs(Player& player, Phase phase) {
    const auto jobs = std::array{player.sensing.jobs(), player.thinking.jobs(), player.acting.jobs(),
                                 player.moving.jobs()}[static_cast<size_t>(phase)];
    for (uint32_t job = 0; job < jobs; ++job) do_job(player, phase, job);
  }

  // A frame as it should be.
  void whole_frame() {
    begin_frame();
    for (Player& player : players_) {
      if (choices_.one_in(4)) continue;
      begin_sense(player);
      do_jobs(player, Phase::sense);
      end_sense(player);
      for (int i = 0; i < 3; ++i) answer(player);
    }
    for (Player& player : players_) {
      begin_think(player);
      do_jobs(player, Phase::think);
      static_cast<void>(player.cast.population.end_think(player.thinking));
    }
    for (Player& player : players_) {
      for (uint32_t round = 0; round < kRoundsPerFrame && player.cast.population.wants_act(); ++round) {
        begin_act(player);
        do_jobs(player, Phase::act);
        end_act(player);
        report();
      }
    }
    find_paths();
    for (Player& player : players_) {
      static_cast<void>(player.cast.population.begin_move(player.moving));
      do_jobs(player, Phase::move);
      end_move(player);
    }
    static_cast<void>(quietly([&] { return world_.end_frame(); }));
  }

  void find_paths() {
    PathOptions options;
    options.expansions = choices_.below(300);
    static_cast<void>(quietly([&] { return world_.find_paths(options); }));
  }

  void report() {
    if (players_.empty()) return;
    const Token token = ledger_.any(choices_);
    // Mostly the population that gave it.
    Player* player = &any_player();
    for (Player& one : players_) {
      if (one.cast.population.index() == token.population && !choices_.one_in(16)) player = &one;
    }
    if (choices_.one_in(8)) static_cast<void>(Tools(player->cast.population).apply_effects(token));
    const auto ending = choices_.one_in(3) ? Ending::failed : Ending::completed;
    if (choices_.one_in(4)) {
      const std::array<Report, 2> reports = {Report{token, ending}, Report{token, ending}};
      const uint32_t taken = player->cast.population.report_many(reports);
      require(taken <= 1, "the same report is taken twice");
      if (taken == 1) ledger_.reported(token);
    } else if (quietly([&] { return player->cast.population.report(token, ending); })) {
      ledger_.reported(token);
    }
  }

  void grid(Player& player) {
    switch (choices_.below(5)) {
      case 0: {
        GridOptions options;
        options.columns = choices_.below(24);
        options.rows = choices_.below(24);
        options.cell = choices_.one_in(4) ? odd_number(choices_) : 1;
        options.origin = choices_.one_in(4) ? odd_vector(choices_) : Vector3{-10, 0, -10};
        options.searches = choices_.below(4);
        static_cast<void>(world_.create_grid(options));
        break;
      }
      case 1: {
        const GridCells cells = world_.cells();
        if (cells.empty()) break;
        for (uint32_t i = 0; i < 8; ++i)
          cells.at(choices_.below(cells.columns()), choices_.below(cells.rows())) = choices_.value<uint8_t>();
        static_cast<void>(world_.cells_changed());
        break;
      }
      case 2:
        static_cast<void>(world_.set_cell(choices_.below(24), choices_.below(24), choices_.value<uint8_t>()));
        break;
      case 3: {
        uint32_t column = 0, row = 0;
        static_cast<void>(world_.cell_of(odd_vector(choices_), column, row));
        break;
      }
      default: ask(world_, player.cast, choices_); break;
    }
  }

  // What tools do between frames.
  void restore(Player& player) {
    Population& population = player.cast.population;
    const uint32_t slot = choices_.below(population.capacity() + uint64_t{1});
    const auto number = choices_.below(16);
    switch (choices_.below(6)) {
      case 0: {
        const auto option = choices_.one_in(4) ? kNoOption : static_cast<uint16_t>(number);
        static_cast<void>(
            Tools(population).set_option(population.agent_of(slot), option, odd_entity(choices_, world_)));
        break;
      }
      case 1:
        static_cast<void>(population.set_profile(
            population.agent_of(slot),
            choices_.one_in(4) ? kNoProfileId : profile_at(*player.cast.asset, number)));
        break;
      case 2:
        static_cast<void>(
            Tools(population).set_state(population.agent_of(slot), choices_.one_in(8) ? kNoState : number));
        break;
      case 3: static_cast<void>(population.set_team(population.agent_of(slot), choices_.below(4))); break;
      case 4: {
        const AgentInfo agent = player.cast.asset->agent(player.cast.agent);
        if (agent.choices.count == 0) break;
        const uint32_t choice = agent.choices.first + choices_.below(agent.choices.count);
        const ChoiceId id = player.cast.asset->choice(choice).id;
        Chosen chosen;
        static_cast<void>(
            quietly([&] { return population.choose(population.agent_of(slot), id, scratch_, chosen); }));
        break;
      }
      default:
        static_cast<void>(world_.state_hash());
        static_cast<void>(Tools(population).agent_bytes());
        static_cast<void>(world_.path_counters());
        break;
    }
  }

  // An asset goes over to its twin, or to any other one, which most worlds refuse.
  void reload(Player& player) {
    const Asset* const from = player.cast.asset;
    const bool is_twin = from >= twins().data() && from < twins().data() + twins().size();
    const size_t index = static_cast<size_t>(from - (is_twin ? twins() : assets()).data());
    const Asset* to = &(is_twin ? assets() : twins())[index];
    if (choices_.one_in(8)) to = &assets()[choices_.below(assets().size())];
    if (!choices_.one_in(8)) {
      prepared_ = {from, to};
      static_cast<void>(world_.prepare_reload({&prepared_, 1}, reload_));
    }
    if (!quietly([&] { return world_.commit_reload(reload_); })) return;
    for (Player& one : players_) {
      if (one.cast.asset == prepared_.from) follow(one, *prepared_.to);
    }
    static_cast<void>(Scratch::create(world_, scratch_));
  }

  // Its agent is another asset's now.
  static void follow(Player& player, const Asset& asset) {
    player.cast.asset = &asset;
    player.cast.agent = asset.find(Kind::agents, player.cast.population.agent_id().value);
    require(player.cast.agent != kNotFound, "an asset without the agent that it has taken over");
  }

  static void forget_batches(Player& player) {
    Player other;
    other.cast = player.cast;
    player = other;
  }

  // The world becomes bytes, perhaps with some changed, and these a world.
  void save_and_load() {
    size_t size = 0;
    if (!world_.save_size(size)) return;
    std::vector<std::byte> bytes(size);
    if (!world_.save(bytes, size)) return;
    if (choices_.one_in(4)) bytes[choices_.below(size)] ^= std::byte{1};
    std::vector<const Asset*> known;
    for (const Player& player : players_) known.push_back(player.cast.asset);
    std::vector<Population> populations(players_.size());
    Reload report;
    const LoadOptions options{.assets = known, .strict = choices_.one_in(2)};
    if (!World::load(bytes, options, world_, populations, report)) return;
    reload_ = {};
    kept_.world.clear();  // of another world
    for (size_t i = 0; i < players_.size(); ++i) {
      players_[i].cast.population = populations[i];
      const auto has_it = [&](const Asset* asset) {
        return asset->find(Kind::agents, populations[i].agent_id().value) != kNotFound;
      };
      follow(players_[i], **std::find_if(known.begin(), known.end(), has_it));
      forget_batches(players_[i]);
    }
    static_cast<void>(Scratch::create(world_, scratch_));
  }

  void keep() {
    std::vector<std::byte> bytes(world_.snapshot_size());
    size_t size = 0;
    if (!quietly([&] { return world_.save_snapshot(bytes, size); })) return;
    bytes.resize(size);
    kept_ = {std::move(bytes), ledger_};
  }
  void go_back() {
    if (kept_.world.empty()) return;
    if (choices_.one_in(8)) kept_.world.resize(choices_.below(kept_.world.size()));
    if (!quietly([&] { return world_.restore_snapshot(kept_.world); })) return;
    ledger_ = kept_.ledger;
    has_gone_back_ = true;
    for (Player& player : players_) forget_batches(player);
  }

  void move_entity() {
    const Entity entity = odd_entity(choices_, world_);
    static_cast<void>(quietly([&] { return world_.set_position(entity, odd_vector(choices_)); }));
    static_cast<void>(quietly([&] { return world_.set_facing(entity, odd_vector(choices_)); }));
    Vector3 at;
    if (world_.position(entity, at))
      require(at.x >= -1e6f && at.x <= 1e6f && at.y >= -1e6f && at.y <= 1e6f && at.z >= -1e6f && at.z <= 1e6f,
              "a position that is out of the world");
  }

  void change_worlds(Player& player) {
    switch (choices_.below(4)) {
      case 0: return reload(player);
      case 1: return save_and_load();
      case 2: return keep();
      default: return go_back();
    }
  }

  Player& any_player() { return players_[choices_.below(players_.size())]; }

  void call() {
    if (players_.empty() || choices_.one_in(100)) {
      add_population(choices_.below(assets().size()));
      static_cast<void>(Scratch::create(world_, scratch_));
      if (players_.empty()) return;
    }
    Player& player = any_player();
    Cast& cast = player.cast;
    switch (choices_.below(32)) {
      case 0: spawn(player); break;
      case 1:
        static_cast<void>(quietly([&] { return cast.population.despawn(odd_entity(choices_, world_)); }));
        break;
      case 2: spawn_entity(player); break;
      case 3:
        static_cast<void>(quietly([&] { return world_.despawn_entity(odd_entity(choices_, world_)); }));
        break;
      case 4: move_entity(); break;
      case 5: write_key(world_, cast, choices_); break;
      case 6: write_state(world_, cast, choices_); break;
      case 7: change_memory(world_, cast, choices_); break;
      case 8: change_candidates(world_, cast, choices_); break;
      case 9: post_event(world_, cast, choices_); break;
      case 10: make_sound(world_, cast, choices_); break;
      case 11: keep_claims(world_, cast, choices_); break;
      case 12: grid(player); break;
      case 13: restore(player); break;
      case 14: ask(world_, cast, choices_); break;
      case 15: report(); break;
      case 16: begin_frame(); break;
      case 17: static_cast<void>(quietly([&] { return world_.end_frame(); })); break;
      case 18: begin_sense(player); break;
      case 19: end_sense(player); break;
      case 20: answer(player); break;
      case 21: begin_think(player); break;
      case 22: static_cast<void>(quietly([&] { return cast.population.end_think(player.thinking); })); break;
      case 23: begin_act(player); break;
      case 24: end_act(player); break;
      case 25: static_cast<void>(quietly([&] { return cast.population.begin_move(player.moving); })); break;
      case 26: end_move(player); break;
      case 27: do_job(player, static_cast<Phase>(choices_.below(4)), choices_.below(4)); break;
      case 28: do_jobs(player, static_cast<Phase>(choices_.below(4))); break;
      case 29: find_paths(); break;
      case 30: change_worlds(player); break;
      default: whole_frame(); break;
    }
  }

  Choices choices_;
  World world_;
  Scratch scratch_;
  std::vector<Player> players_;
  Ledger ledger_;
  Reload reload_;
  bool has_gone_back_ = false;
  AssetChange prepared_;  // what it is about
  // What was when a snapshot was taken.
  struct Kept {
    std::vector<std::byte> world;
    Ledger ledger;
  };
  Kept kept_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Session(Choices({data, size})).run();
  return 0;
}
