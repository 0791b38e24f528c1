#include "save/validate.h"

#include "asset/check.h"
#include "asset/find.h"
#include "asset/limits.h"
#include "blackboard/record.h"
#include "navigation/walks.h"
#include "population/population_state.h"
#include "world/events.h"

namespace ishi::save {
namespace {

bool check_entities(const World::State& world) {
  const WorldHeader& header = *world.header;
  const Entities& entities = world.entities;
  const uint32_t rows = entities.rows();
  if (header.never_used < 1 || header.never_used > rows || header.first_free >= header.never_used)
    return false;
  if (header.time_microseconds > kLastMicrosecond || header.has_lost > 1) return false;
  uint32_t living = 0, kept = 0, of_populations = 0;
  for (uint32_t row = 1; row < header.never_used; ++row) {
    const bool lives = entities.is_alive({row, entities.view().generation[row]});
    living += lives ? 1 : 0;
    if (entities.kept[row] > (lives ? 1 : 0) || entities.thing[row] > world.things) return false;
    kept += entities.kept[row];
    const uint32_t population = entities.population[row];
    if (population == 0) continue;
    if (!lives || population > world.populations.size()) return false;
    const Population::State& p = *world.populations[population - 1];
    if (!p.lives(entities.slot[row]) || p.self[entities.slot[row]].index != row) return false;
    ++of_populations;
  }
  for (uint32_t row = header.never_used; row < rows; ++row) {
    if (entities.view().generation[row] != 0) return false;
  }
  uint32_t agents = 0;
  for (const Population::State* p : world.populations) agents += p->header->living;
  return living == header.living && kept == header.kept && agents == of_populations;
}

// True if events stand one behind the other, of a size that those have who know them.
bool check_events(const World::State& world) {
  const uint32_t end = world.header->event_bytes;
  if (end > world.options.event_bytes) return false;
  const auto record_bytes = [&](uint64_t id, uint32_t otherwise) {
    for (const Population::State* p : world.populations) {
      const Tables& t = p->asset->tables;
      const uint32_t index = find_entry(t.events_by_id, id);
      if (index != kNotFound) return record_size(part(t.event_fields, t.events[index].fields()));
    }
    return otherwise;
  };
  uint64_t seen = 0;  // populations that have handled all before an event
  for (uint32_t at = 0; at < end;) {
    if (end - at < sizeof(PostedEvent)) return false;
    const PostedEvent& event = *reinterpret_cast<const PostedEvent*>(world.events + at);
    const bool fits =
        event.record_bytes % 8 == 0 && event.record_bytes <= limits::kRecordBytes && event.size() <= end - at;
    // Of other targets nobody asks for the team.
    const bool has_team =
        event.target != static_cast<uint32_t>(EventTarget::team) || event.team < world.options.teams;
    if (!fits || event.target > static_cast<uint32_t>(EventTarget::everyone) || !has_team ||
        event.record_bytes != record_bytes(event.id, event.record_bytes))
      return false;
    for (const Population::State* p : world.populations) seen += p->header->events_seen == at ? 1 : 0;
    at += event.size();
  }
  for (const Population::State* p : world.populations) seen += p->header->events_seen == end ? 1 : 0;
  return seen == world.populations.size();
}

bool check_grid(const World::State& world) {
  if (world.grid == nullptr) return true;
  const GridState& grid = *world.grid;
  const CellGrid cells = grid.grid();
  if (grid.header->next_search >= grid.options.searches) return false;
  if (grid.header->population != 0 && grid.header->population >= world.populations.size()) return false;
  for (uint32_t i = 0; i < grid.options.searches; ++i) {
    const PathOwner& owner = grid.owners[i];
    if (owner.population == 0) continue;
    if (owner.population > world.populations.size()) return false;
    const Population::State& p = *world.populations[owner.population - 1];
    if (!p.walks.any()) return false;
    const bool is_sound =
        owner.is_shared()
            ? owner.request < p.walks.travels.size() && cells.holds({owner.place[0], owner.place[1]})
            : p.lives(owner.slot) && cells.holds({owner.start[0], owner.start[1]});
    if (!is_sound) return false;
  }
  for (size_t index = 0; index < cells.size(); ++index) {
    const bool is_border = !cells.holds(cells.place_of(static_cast<uint32_t>(index)));
    if (is_border && grid.cells[index] != kImpassable) return false;
  }
  return true;
}

}  // namespace

Status validate(const World::State& world) {
  const bool is_world = check_entities(world) && world.entities.are_free_rows_sound() &&
                        check_events(world) && check_grid(world) && world.sounds.is_sound();
  if (!is_world) return {StatusCode::save_invalid, 0};
  for (const Population::State* population : world.populations) {
    if (!population->is_sound()) return {StatusCode::save_invalid, uint64_t{1} + population->index};
  }
  return {};
}

}  // namespace ishi::save
