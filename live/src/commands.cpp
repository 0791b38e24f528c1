#include <algorithm>
#include <bit>
#include <cmath>

#include "asset/asset_state.h"
#include "bodies/acting.h"
#include "ishi/tools.h"
#include "population/population_state.h"
#include "population/world_state.h"
#include "src/host_state.h"
#include "src/meeting_place.h"
#include "world/reports.h"

// Carries out the commands of viewers. Each becomes calls that a game may make at any time with any
// values.

namespace ishi::live {
namespace {

using Done = Host::State::Done;
using recording::Injection;
using wire::Deed;
using wire::Outcome;

EntityId id_of(const wire::Id* id) {
  return id == nullptr ? EntityId() : EntityId{id->index(), id->generation()};
}

Vector3 axes_of(const wire::Axes* axes) {
  return axes == nullptr ? Vector3() : Vector3{axes->x(), axes->y(), axes->z()};
}

bool is_finite(const Vector3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

bool is_whole_within(double value, double low, double high) {
  return value >= low && value <= high && value == std::floor(value);
}

// True if some population is as the predicate says.
template <typename Predicate>
bool any_population(const World::State& world, Predicate&& is_it) {
  for (size_t i = 0; i < world.populations.size(); ++i) {
    if (is_it(*world.populations[i])) return true;
  }
  return false;
}

bool is_used(const World::State& world, const Asset& asset) {
  return any_population(world, [&](const Population::State& p) { return p.asset == asset.state(); });
}

// Writes a value to a row of the column that `get(column)` gives, whatever its type is.
template <typename Get>
Status write_value(Get&& get, uint32_t row, const wire::Command& command, World& world, bool& is_good) {
  const double value = command.value();
  const auto write = [&](auto column, auto now, bool is_value) {
    is_good = is_value && row < column.size();
    if (is_good) column[row] = now;
    return Status();
  };
  is_good = false;
  Column<float> numbers;
  Status status = get(numbers);
  if (status) {
    const auto number = static_cast<float>(std::clamp(value, -3.4e38, 3.4e38));
    return write(numbers, std::isfinite(value) ? number : 0.0F, std::isfinite(value));
  }
  if (status.code != StatusCode::wrong_type) return status;
  if (Column<int32_t> integers; get(integers)) {
    const bool fits = is_whole_within(value, INT32_MIN, INT32_MAX);
    return write(integers, fits ? static_cast<int32_t>(value) : 0, fits);
  }
  if (Column<uint8_t> bytes; get(bytes)) {
    const bool fits = is_whole_within(value, 0, UINT8_MAX);
    return write(bytes, static_cast<uint8_t>(fits ? value : 0), fits);
  }
  if (Column<EntityId> entities; get(entities)) {
    const EntityId id = id_of(command.entity());
    return write(entities, id, id == EntityId() || world.is_alive(world.entity(id)));
  }
  PointColumn points;
  status = get(points);
  if (!status) return status;
  const Vector3 axes = axes_of(command.axes());
  is_good = is_finite(axes) && row < points.size;
  if (is_good) points.set(row, axes);
  return {};
}

}  // namespace

Population Host::State::population_of(const Entity& agent) const {
  const Entities& all = recorder->world->entities;
  const uint32_t population = world->is_alive(agent) ? all.population[agent.index] : 0;
  return population == 0 ? Population() : world->population(population - 1);
}

Done Host::State::refused(const Status& status) {
  describe(status, *world, text);
  return {Outcome::refused, text};
}

Done Host::State::carry_out(const Viewer& viewer, const wire::Command& command) {
  switch (command.deed()) {
    case Deed::hold:
    case Deed::step:
    case Deed::go_on: return steer(viewer, command);
    case Deed::write_dashcam: {
      if (dashcam_path[0] == '\0')
        return {Outcome::not_allowed, "the game has named no file for its dashcam"};
      const record::Result result = recorder->write(dashcam_path);
      if (result != record::Result::ok) return {Outcome::refused, record::describe(result)};
      return {};
    }
    case Deed::none: break;
    default:
      if (command.deed() <= Deed::MAX) return change(viewer, command);
      break;
  }
  return {Outcome::refused, "this game knows no such command"};
}

Done Host::State::steer(const Viewer& viewer, const wire::Command& command) {
  constexpr uint32_t kMostSteps = 1'000'000;
  if (!options.may_hold) return {Outcome::not_allowed, "the game does not let viewers hold it"};
  tell_all();
  if (command.deed() == Deed::go_on) {
    is_held = false;
    steps = 0;
    return {};
  }
  const bool is_step = command.deed() == Deed::step;
  if (is_step && (command.frames() == 0 || command.frames() > kMostSteps))
    return {Outcome::refused, "a step is 1 to 1,000,000 frames"};
  is_held = true;
  is_let_go = false;
  steps = is_step ? command.frames() : 0;
  holder = viewer.number;
  held_until = now_microseconds() + kSilence;
  return {};
}

Done Host::State::change(const Viewer& viewer, const wire::Command& command) {
  if (!options.may_change) return {Outcome::not_allowed, "the game does not let viewers change it"};
  if (recorder->injected_count == record::Recorder::State::kMostInjected)
    return {Outcome::busy, "too much was changed before one frame: try again after the next"};
  const EntityId id = id_of(command.agent()), other = id_of(command.entity());
  const Entity agent = world->entity(id);
  Population population = population_of(agent);
  if (id != EntityId() && !population.valid())
    return {Outcome::refused, "there is no such agent, or it is gone"};
  Injection kind = Injection::none;
  double value = command.value();
  Done done;
  switch (command.deed()) {
    case Deed::set_key:
      kind = Injection::key;
      done = set_key(command, agent);
      break;
    case Deed::set_level:
      kind = Injection::level;
      done = set_level(command, agent);
      break;
    case Deed::post_event:
      kind = Injection::event;
      done = post(command, agent);
      break;
    case Deed::complete_task:
    case Deed::fail_task:
      kind = Injection::task;
      value = command.deed() == Deed::complete_task ? 1 : 0;
      done = end_task(command, agent);
      break;
    case Deed::think:
      kind = Injection::think;
      if (const Status status = recorder->think_now(population, agent); !status) done = refused(status);
      break;
    case Deed::choose: {
      kind = Injection::option;
      if (command.id() >= kNoOption) return {Outcome::refused, "there is no such option"};
      const Status status =
          Tools(population).set_option(agent, static_cast<uint16_t>(command.id()), world->entity(other));
      if (!status) done = refused(status);
      break;
    }
    case Deed::reload:
      kind = Injection::assets;
      value = command.blobs() == nullptr ? 0 : command.blobs()->size();
      done = reload(command);
      break;
    default: return {Outcome::refused, "this game knows no such command"};
  }
  if (done.outcome != Outcome::done) return done;
  const Vector3 axes = axes_of(command.axes());
  static_cast<void>(recorder->note_injected(
      {recording::id_of(id), command.id(), std::isfinite(value) ? value : 0,
       recording::vector_of(is_finite(axes) ? axes : Vector3()), static_cast<uint32_t>(kind), command.team(),
       0, recording::id_of(other), viewer.number}));
  ++turn.changes;
  return done;
}

// A key of the agent that is named, else of the team or the world.
Done Host::State::set_key(const wire::Command& command, const Entity& agent) {
  const uint64_t key = command.id();
  Status status;
  bool is_good = true;
  if (agent != kNobody) {
    Population population = population_of(agent);
    uint32_t slot = 0;
    status = population.slot_of(agent, slot);
    if (status)
      status = write_value([&](auto& column) { return population.column(key, column); }, slot, command,
                           *world, is_good);
  } else {
    const auto of_world = [&](auto& column) { return world->world_key(key, column); };
    status = write_value(of_world, 0, command, *world, is_good);
    if (status.code == StatusCode::wrong_scope) {
      const auto of_team = [&](auto& column) { return world->team_key(key, column); };
      status = write_value(of_team, command.team(), command, *world, is_good);
    }
  }
  if (!status) return refused(status);
  if (!is_good) return {Outcome::refused, "the key cannot have this value, or there is no such team"};
  return {};
}

Done Host::State::set_level(const wire::Command& command, const Entity& agent) {
  Population population = population_of(agent);
  uint32_t slot = 0;
  Column<float> levels;
  Status status = population.slot_of(agent, slot);
  if (status) status = population.levels(MotiveId(command.id()), levels);
  if (!status) return refused(status);
  const double value = command.value();
  if (!(value >= 0 && value <= 1) || slot >= levels.size())
    return {Outcome::refused, "a level is from 0 to 1"};
  levels[slot] = static_cast<float>(value);
  return {};
}

Done Host::State::post(const wire::Command& command, const Entity& agent) {
  const auto* const record = command.record();
  const bool has_record = record != nullptr && record->size() > 0;
  const Status status = world->post({.record_bytes = has_record ? record->size() : 0,
                                     .event = EventId(command.id()),
                                     .target = agent != kNobody        ? EventTarget::agent
                                               : command.is_for_team() ? EventTarget::team
                                                                       : EventTarget::everyone,
                                     .team = TeamId(command.team()),
                                     .agent = agent,
                                     .record = has_record ? record->data() : nullptr});
  return status ? Done() : refused(status);
}

// The first task of the agent that runs, and is the one that is named.
Done Host::State::end_task(const wire::Command& command, const Entity& agent) {
  Population population = population_of(agent);
  uint32_t slot = 0;
  if (const Status status = population.slot_of(agent, slot); !status) return refused(status);
  const Population::State& p = *population.state();
  const Tables& tables = p.asset->tables;
  constexpr size_t kMostNodes = 256;
  uint32_t nodes[kMostNodes];
  const size_t count = std::min<size_t>(Tools(population).active_nodes(agent, nodes), kMostNodes);
  for (size_t i = 0; i < count; ++i) {
    const blob::Node& node = tables.nodes[nodes[i]];
    if (static_cast<NodeKind>(node.kind()) != NodeKind::task) continue;
    if (command.id() != 0 && tables.tasks[node.subject()].id() != command.id()) continue;
    const uint32_t lane = p.acting.layout.places[nodes[i] - p.agent->nodes().first()].lane;
    const auto known = LaneWord::unpack(p.acting.lane(slot, lane).load(std::memory_order_acquire));
    if (known.status != LaneStatus::running) continue;
    const Token token{slot, population.index(), static_cast<uint16_t>(lane), known.serial, world->number()};
    const Ending ending = command.deed() == Deed::complete_task ? Ending::completed : Ending::failed;
    // Such a report would let the task fail.
    if (check_report(p, {.token = token, .ending = ending}).code == StatusCode::nothing_given)
      return {Outcome::refused,
              "a viewer cannot complete this task, since it gives something back: let it fail"};
    if (const Status status = population.report(token, ending); !status) return refused(status);
    if (options.ended != nullptr) options.ended(options.context, token, ending);
    return {};
  }
  return {Outcome::refused, "no such task of the agent runs"};
}

// Memory for an asset that no population has.
Asset* Host::State::free_asset() {
  if (options.make_asset != nullptr) return options.make_asset(options.context);
  for (Asset& asset : assets) {
    const bool is_known =
        std::find(known_assets, known_assets + known_count, &asset) != known_assets + known_count;
    if (!is_known && !(asset.valid() && is_used(*recorder->world, asset))) return &asset;
  }
  return nullptr;
}

// Each blob takes the place of the asset whose agents it has.
Done Host::State::reload(const wire::Command& command) {
  const auto* const blobs = command.blobs();
  if (options.reloaded == nullptr)
    return {Outcome::not_allowed, "the game does not let viewers replace its assets"};
  if (blobs == nullptr || blobs->size() == 0) return {Outcome::refused, "there is no blob"};
  const AllocatorScope scope(options.allocator);
  // An asset without a population may be replaced itself.
  const auto* const end = std::remove_if(known_assets, known_assets + known_count,
                                         [&](const Asset* one) { return !is_used(*recorder->world, *one); });
  known_count = static_cast<uint32_t>(end - known_assets);
  const uint32_t used = known_count;
  if (used == 0)
    return {Outcome::refused,
            "the game has replaced the assets that viewers could replace: it must open its host again"};
  AssetChange changes[kMostAssets / 2];
  uint32_t count = 0;
  const auto fail = [&](const Done& done) {
    known_count = used;
    return done;
  };
  for (const wire::Blob* const blob : *blobs) {
    Asset* const loaded = free_asset();
    if (count == std::size(changes) || loaded == nullptr || known_count == kMostAssets)
      return fail({Outcome::refused, "these are too many assets"});
    const auto* const bytes = blob->bytes();
    const std::span<const uint8_t> content = bytes == nullptr
                                                 ? std::span<const uint8_t>()
                                                 : std::span<const uint8_t>(bytes->data(), bytes->size());
    if (const Status status = Asset::load(content, {.allocator = options.allocator}, *loaded); !status)
      return fail(refused(status));
    const Asset* from = used == 1 && blobs->size() == 1 ? known_assets[0] : nullptr;
    for (uint32_t i = 0; i < used && from == nullptr; ++i) {
      const bool lacks_some = any_population(*recorder->world, [&](const Population::State& p) {
        return p.asset == known_assets[i]->state() && loaded->find(AgentId(p.agent->id())) == kNotFound;
      });
      if (!lacks_some) from = known_assets[i];
    }
    if (from == nullptr)
      return fail(
          {Outcome::refused, "a blob lacks agents of every asset that the game lets viewers replace"});
    changes[count++] = {from, loaded};
    known_assets[known_count++] = loaded;  // so that the next blob does not take its place
  }
  Reload reload;
  Status status = world->prepare_reload(std::span(changes, count), reload);
  if (status) status = world->commit_reload(reload);
  if (!status) return fail(refused(status));
  options.reloaded(options.context, std::span(changes, count));
  return {};
}

}  // namespace ishi::live
