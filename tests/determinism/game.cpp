#include "game.h"
#include "ishi/kernel_plan.h"
#include "ishi/tools.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include "require.h"

namespace determinism {
namespace {

constexpr uint64_t kFrameMicroseconds = 16'667;
constexpr uint32_t kTeams = 2;
constexpr uint32_t kCells = 20;   // on each side of the grid
constexpr int32_t kUnits = 1024;  // in a metre

// True if a population runs by its kernel, or its agent has nothing that a kernel computes.
bool has_right_kernel(const ishi::Asset& asset, uint32_t agent, const ishi::Population& population) {
  ishi::KernelPlan plan;
  require(ishi::KernelPlan::make(asset, agent, plan), "KernelPlan::make");
  const bool is_empty = plan.parts() == 0;
  return ishi::Tools(population).kernel_use() == (is_empty ? ishi::KernelUse::none : ishi::KernelUse::runs);
}

ishi::World make_world(const Scenario& scenario, const ishi::Asset& asset, const Way& way) {
  ishi::World world;
  const uint32_t entities =
      scenario.agents * asset.count(ishi::Kind::agents) + scenario.things * asset.count(ishi::Kind::things);
  require(ishi::World::create({.seed = 7,
                               .entities = entities,
                               .teams = kTeams,
                               .up = asset.up(),
                               .event_bytes = 2048,
                               .sounds = 16,
                               .instruction_set = way.instruction_set,
                               .kernels = way.kernels,
                               .allocator = way.allocator},
                              world),
          "World::create");
  return world;
}

void create_grid(ishi::World& world) {
  constexpr float kCorner = -static_cast<float>(kCells / 2);
  require(
      world.create_grid({.columns = kCells, .rows = kCells, .origin = {kCorner, 0, kCorner}, .searches = 1}),
      "create_grid");
}

std::vector<ishi::Population> add_populations(const Scenario& scenario, const ishi::Asset& asset,
                                              ishi::World& world, const Way& way) {
  std::vector<ishi::Population> populations(asset.count(ishi::Kind::agents));
  for (uint32_t i = 0; i < populations.size(); ++i) {
    require(world.add_population(asset, ishi::AssetParts(asset).agent(i).id,
                                 {.capacity = scenario.agents,
                                  .plan_searches = 2,
                                  .plan_situations = 48,
                                  .plan_situations_per_frame = 24},
                                 populations[i]),
            "add_population");
    if (!way.kernels.list.empty()) require(has_right_kernel(asset, i, populations[i]), "a kernel that runs");
  }
  if (asset.count(ishi::Kind::navigations) > 0) create_grid(world);
  return populations;
}

// Whole units of 1/1024, towards zero: exact in every floating-point environment.
int32_t units(float number) { return static_cast<int32_t>(number * static_cast<float>(kUnits)); }
float of_units(int32_t units) { return static_cast<float>(units) / static_cast<float>(kUnits); }

}  // namespace

void require(ishi::Status status, const char* what) {
  if (status) return;
  std::fprintf(stderr, "%s: %s (%" PRIu64 ")\n", what, ishi::describe(status), status.where);
  std::exit(2);
}

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::exit(2);
}

Game::Game(const Scenario& scenario, const ishi::Asset& asset, const Way& way)
    : scenario_(scenario),
      asset_(&asset),
      hashes_states_(way.hashes_states),
      allocator_(way.allocator),
      world_(make_world(scenario, asset, way)),
      populations_(add_populations(scenario, asset, world_, way)),
      counted_twice_(first_count(static_cast<uint32_t>(populations_.size()))),
      crew_(world_, way) {
  for (uint32_t i = 0; i < populations_.size(); ++i)
    agent_ids_.push_back(ishi::AssetParts(asset).agent(i).id.value);
  for (uint32_t kind = 0; kind < asset.count(ishi::Kind::things); ++kind) {
    kinds_.push_back(ishi::AssetParts(asset).thing(kind).id);
    for (uint32_t i = 0; i < scenario.things; ++i) {
      ishi::EntityOptions options;
      options.position = place();
      options.thing = ishi::AssetParts(asset).thing(kind).id;
      require(world_.spawn_entity(options, things_.emplace_back()), "spawn_entity");
    }
  }
  for (uint32_t p = 0; p < populations_.size(); ++p) {
    for (uint32_t i = 0; i < scenario.agents; ++i) spawn(p);
  }
}

void Game::run_frame() {
  for (uint32_t i = 0; i < scenario_.changes; ++i) change();
  report();
  ++clock_.frame;
  clock_.time_microseconds += random_.one_in(64) ? 250'000 : kFrameMicroseconds;
  require(world_.begin_frame(clock_), "begin_frame");
  for (uint32_t p = 0; p < populations_.size(); ++p) sense(p);
  think();
  act();
  if (!world_.cells().empty()) {
    require(world_.find_paths({.expansions = 40}), "find_paths");
    digest_.add(counted(0));
    digest_.add(counted(1));
  }
  for (uint32_t p = 0; p < populations_.size(); ++p) move(p);
  require(world_.end_frame(), "end_frame");
  if (hashes_states_) digest_.add(world_.state_hash());
  follow_moves();
}

ishi::Status Game::reload(const ishi::Asset& next, const std::function<uint64_t(uint64_t)>& now_called,
                          ishi::Reload& reload) {
  const ishi::AssetChange change{asset_, &next};
  if (const ishi::Status status = world_.prepare_reload({&change, 1}, reload); !status) return status;
  require(world_.commit_reload(reload), "commit_reload");
  asset_ = &next;
  for (uint64_t& id : agent_ids_) id = now_called(id);
  crew_.renew(world_);
  if (next.count(ishi::Kind::navigations) > 0 && world_.cells().empty()) create_grid(world_);
  return {};
}

std::vector<std::byte> Game::save() {
  size_t size = 0;
  require(world_.save_size(size), "save_size");
  std::vector<std::byte> bytes(size);
  require(world_.save(bytes, size), "save");
  return bytes;
}

ishi::Status Game::load(std::span<const std::byte> save) {
  const ishi::Asset* const assets[] = {asset_};
  ishi::Reload reload;
  const ishi::Status status =
      ishi::World::load(save, {.assets = assets, .allocator = allocator_, .number = world_.number()}, world_,
                        populations_, reload);
  if (status) crew_.renew(world_);
  return status;
}

void Game::check_tasks() const {
  ledger_.for_each_running([&](const ishi::Token& token, ishi::TaskId task) {
    if (asset_->find(task) == ishi::kNotFound) return;  // it is called otherwise by now
    uint32_t nodes[64] = {};
    const uint32_t count = ishi::Tools(populations_[token.population])
                               .active_nodes(populations_[token.population].agent_of(token.slot), nodes);
    uint32_t at = 0, running = 0;
    for (uint32_t i = 0; i < std::min<uint32_t>(count, std::size(nodes)); ++i) {
      const ishi::NodeInfo node = ishi::AssetParts(*asset_).node(nodes[i]);
      at += node.kind == ishi::NodeKind::task && ishi::AssetParts(*asset_).task(node.subject).id == task ? 1
                                                                                                         : 0;
    }
    // Others of the same agent may do the same at the same time.
    ledger_.for_each_running([&](const ishi::Token& other, ishi::TaskId its_task) {
      const bool is_its = other.population == token.population && other.slot == token.slot;
      running += is_its && its_task == task ? 1 : 0;
    });
    require(running <= at, "what runs is what a body is at");
  });
}

void Game::finish() {
  for (const Agent& agent : agents_) despawn(agent);
  agents_.clear();
  scenario_.changes = 0;
  run_frame();
  std::vector<ishi::ActCounters> counters(populations_.size());
  for (uint32_t p = 0; p < counters.size(); ++p) {
    const size_t first = first_count(p) + 2;
    counters[p].started = counted(first);
    counters[p].completed = counted(first + 1);
    counters[p].failed = counted(first + 2);
    counters[p].aborted = counted(first + 3);
  }
  ledger_.settle(counters);
}

std::vector<uint64_t> Game::counts() const {
  const ishi::PathCounters paths = world_.path_counters();
  std::vector<uint64_t> counts = {paths.expansions, paths.found};
  for (const ishi::Population& p : populations_) {
    const ishi::SenseCounters senses = p.sense_counters();
    const ishi::ActCounters acts = p.act_counters();
    counts.insert(counts.end(), {senses.noticed, senses.conditions, acts.started, acts.completed, acts.failed,
                                 acts.aborted});
  }
  return counts;
}

void Game::keep() {
  kept_.world.resize(world_.snapshot_size());
  size_t size = 0;
  require(world_.save_snapshot(kept_.world, size), "save_snapshot");
  kept_.world.resize(size);
  std::tie(kept_.agents, kept_.things, kept_.handles, kept_.works, kept_.late_answers, kept_.random,
           kept_.digest, kept_.ledger, kept_.clock, kept_.identities, kept_.thoughts) = remembered();
  kept_.counts = counts();
}

void Game::go_back() {
  require(world_.restore_snapshot(kept_.world), "restore_snapshot");
  remembered() =
      std::tie(kept_.agents, kept_.things, kept_.handles, kept_.works, kept_.late_answers, kept_.random,
               kept_.digest, kept_.ledger, kept_.clock, kept_.identities, kept_.thoughts);
  const std::vector<uint64_t> now = counts();
  for (size_t i = 0; i < now.size(); ++i) counted_twice_[i] += now[i] - kept_.counts[i];
}

// The jobs of a batch of one population.
template <typename Batch>
void Game::share(ishi::Population& population, const Batch& batch, Phase<Batch> phase, const char* name) {
  crew_.share(batch.jobs(), [&](uint32_t job, ishi::Scratch& scratch) {
    require((population.*phase)(batch, job, scratch), name);
  });
}

void Game::sense(uint32_t population) {
  ishi::Population& p = populations_[population];
  if (agent_info(population).senses.count == 0) return;
  ishi::SenseBatch batch;
  require(p.begin_sense({.agents_per_job = crew_.agents_per_job()}, batch), "begin_sense");
  share(p, batch, &ishi::Population::sense, "sense");
  std::span<const ishi::OcclusionQuery> queries;
  require(p.end_sense(batch, queries), "end_sense");
  for (const ishi::OcclusionQuery& query : queries) {
    digest_.add(query.ticket.query);
    digest_.add(query.observer);
    digest_.add(query.target);
    digest_.add(query.from);
    digest_.add(query.to);
    const ishi::Sight sight = random_.one_in(4) ? ishi::Sight::blocked : ishi::Sight::clear;
    switch (random_.below(8)) {
      case 0: break;  // never
      case 1: late_answers_.push_back({population, query.ticket, sight}); break;
      default: see_status(p.answer(query.ticket, sight));
    }
  }
  digest_.add(counted(first_count(population)));
  digest_.add(counted(first_count(population) + 1));
}

// All populations at the same time, so that they compete for what they claim.
void Game::think() {
  struct Job {
    uint32_t population = 0;
    uint32_t job = 0;
  };
  std::vector<ishi::Batch> batches(populations_.size());
  std::vector<Job> jobs;
  for (uint32_t p = 0; p < populations_.size(); ++p) {
    const uint32_t quota = random_.one_in(8) ? 1 + random_.below(scenario_.agents) : 0;
    require(
        populations_[p].begin_think({.agents_per_job = crew_.agents_per_job(), .quota = quota}, batches[p]),
        "begin_think");
    thoughts_ += batches[p].size();
    for (uint32_t job = 0; job < batches[p].jobs(); ++job) jobs.push_back({p, job});
  }
  crew_.share(static_cast<uint32_t>(jobs.size()), [&](uint32_t i, ishi::Scratch& scratch) {
    const Job& job = jobs[i];
    require(populations_[job.population].think(batches[job.population], job.job, scratch), "think");
  });
  for (uint32_t p = 0; p < populations_.size(); ++p)
    require(populations_[p].end_think(batches[p]), "end_think");
  for (uint32_t p = 0; p < populations_.size(); ++p) {
    for (const uint32_t slot : batches[p].rows()) see_agent(p, slot);
  }
}

void Game::see_agent(uint32_t population, uint32_t slot) {
  const ishi::Population& p = populations_[population];
  const ishi::AgentInfo agent = agent_info(population);
  digest_.add(slot);
  digest_.add(uint32_t{p.option(p.agent_of(slot))} << 16 | p.state(p.agent_of(slot)));
  digest_.add(p.candidate(p.agent_of(slot)));
  for (uint32_t i = 0; i < agent.choices.count; ++i) {
    ishi::Chosen chosen;
    require(p.chosen(p.agent_of(slot), ishi::AssetParts(*asset_).choice(agent.choices.first + i).id, chosen),
            "chosen");
    digest_.add(chosen.member);
    digest_.add(chosen.score);
  }
  if (!random_.one_in(64)) return;
  std::vector<float> values(ishi::Tools(p).value_count());
  require(ishi::Tools(p).explain(p.agent_of(slot), values), "explain");
  for (const float value : values) digest_.add(value);
}

void Game::act() {
  for (uint32_t round = 0; round < ishi::kRoundsPerFrame; ++round) {
    for (uint32_t i = 0; i < populations_.size(); ++i) {
      ishi::Population& p = populations_[i];
      if (!p.wants_act()) continue;
      ishi::Round batch;
      ishi::Commands commands;
      require(p.begin_act({.agents_per_job = crew_.agents_per_job()}, batch), "begin_act");
      share(p, batch, &ishi::Population::act, "act");
      require(p.end_act(batch, commands), "end_act");
      carry_out(commands);
      for (uint32_t slot = 0; slot < p.capacity(); ++slot) {
        uint32_t nodes[16] = {};
        const uint32_t count = ishi::Tools(p).active_nodes(p.agent_of(slot), nodes);
        for (uint32_t k = 0; k < std::min<uint32_t>(count, std::size(nodes)); ++k) digest_.add(nodes[k]);
      }
    }
  }
}

void Game::carry_out(const ishi::Commands& commands) {
  for (const ishi::End& end : commands.ends) {
    digest_.add(end.token);
    digest_.add(end.task.value);
    ledger_.end(end);
    const auto work =
        std::find_if(works_.begin(), works_.end(), [&](const Work& one) { return one.token == end.token; });
    if (work == works_.end()) continue;
    if (end.report_when_over) {
      work->due = clock_.frame + random_.below(6);
    } else {
      works_.erase(work);
    }
  }
  for (const ishi::Update& update : commands.updates) {
    digest_.add(update.token);
    digest_.add(update.parameters, record_bytes_of_task(update.task));
  }
  for (const ishi::Start& start : commands.starts) {
    digest_.add(start.token);
    digest_.add(start.agent);
    digest_.add(start.task.value);
    digest_.add(start.parameters, record_bytes_of_task(start.task));
    ledger_.start(start);
    const ishi::Ending ending = random_.one_in(5) ? ishi::Ending::failed : ishi::Ending::completed;
    if (random_.one_in(4)) {
      see_report(start.token, ending);
    } else {
      works_.push_back({start.token, clock_.frame + random_.below(30), ending});
    }
  }
  for (const ishi::Emitted& event : commands.events) {
    digest_.add(event.agent);
    digest_.add(event.event.value);
    digest_.add(event.record, record_bytes_of_event(event.event));
  }
}

void Game::see_report(const ishi::Token& token, ishi::Ending ending) {
  const ishi::Status status = populations_[token.population].report(token, ending);
  ledger_.report(token, status);
  see_status(status);
}

void Game::report() {
  for (const Answer& answer : late_answers_)
    see_status(populations_[answer.population].answer(answer.ticket, answer.sight));
  late_answers_.clear();
  for (const Work& work : works_) {
    if (work.due > clock_.frame) continue;
    if (work.ending == ishi::Ending::completed)
      see_status(ishi::Tools(populations_[work.token.population]).apply_effects(work.token));
    see_report(work.token, work.ending);
  }
  std::erase_if(works_, [&](const Work& work) { return work.due <= clock_.frame; });
}

void Game::move(uint32_t population) {
  ishi::Population& p = populations_[population];
  if (agent_info(population).steerings.count == 0 && world_.cells().empty()) return;
  ishi::MoveBatch batch;
  std::span<const ishi::Move> moves;
  require(p.begin_move({.agents_per_job = crew_.agents_per_job()}, batch), "begin_move");
  const std::span<uint64_t> blocked = p.blocked();
  if (!blocked.empty()) {
    for (const uint32_t slot : batch.rows()) {
      if (random_.one_in(8)) blocked[slot] = random_.next() & random_.next();
    }
  }
  share(p, batch, &ishi::Population::move, "move");
  require(p.end_move(batch, moves), "end_move");
  for (const ishi::Move& move : moves) {
    digest_.add(move.agent);
    digest_.add(move.direction);
    digest_.add(move.heading);
    digest_.add(move.speed);
    ishi::Vector3 point;
    if (p.way_point(p.agent_of(move.slot), point)) digest_.add(point);
    moves_.push_back(move);
  }
}

void Game::follow_moves() {
  for (const ishi::Move& move : moves_) {
    ishi::Vector3 at;
    require(world_.position(move.agent, at), "position");
    const int32_t step = units(move.speed) / 60;
    const auto go = [step](float from, float heading) {
      constexpr int32_t kFarthest = 11 * kUnits;
      return of_units(std::clamp(units(from) + units(heading) * step / kUnits, -kFarthest, kFarthest));
    };
    require(world_.set_position(move.agent, {go(at.x, move.heading.x), at.y, go(at.z, move.heading.z)}),
            "set_position");
    require(world_.set_facing(move.agent, move.heading), "set_facing");
  }
  moves_.clear();
}

ishi::AgentInfo Game::agent_info(uint32_t population) const {
  return ishi::AssetParts(*asset_).agent(asset_->find(ishi::Kind::agents, agent_ids_[population]));
}

uint32_t Game::slot_of(const Agent& agent) const {
  uint32_t slot = 0;
  require(populations_[agent.population].slot_of(agent.entity, slot), "slot_of");
  return slot;
}

uint32_t Game::record_bytes_of_task(ishi::TaskId id) const {
  return ishi::AssetParts(*asset_).task(asset_->find(id)).record_size;
}

uint32_t Game::record_bytes_of_event(ishi::EventId id) const {
  return ishi::AssetParts(*asset_).event(asset_->find(id)).record_size;
}

}  // namespace determinism
