#include "asset/check.h"
#include "navigation/grid_state.h"
#include "navigation/walks.h"
#include "views/agents.h"

// Checks that ways from a save can be walked.

namespace ishi {
namespace {

// Whoever shares a search has one that is shared.
bool is_request(const GridState* grid, WayRequest request) {
  if (request < WayRequest::shared) return true;
  const uint32_t search = shared_search(request);
  return grid != nullptr && search < grid->options.searches && grid->owners[search].is_shared();
}

// True if a way stays on the grid.
bool is_way(const Agents& p, const WalkState& walk) {
  const GridState* const grid = p.around->grid.get();
  const Tables& t = p.asset->tables;
  if (walk.steps > kMostWaySteps || walk.end > WayEnd::part || walk.position > walk.steps ||
      !is_request(grid, walk.asked))
    return false;
  if (walk.has_way > 1 || walk.is_fresh > 1 || walk.is_away > 1) return false;
  const blob::Range& own = p.agent->nodes();
  if (walk.node == kNotFound) return walk.has_way == 0 && walk.asked == WayRequest::none;
  if (walk.node < own.first() || walk.node >= own.first() + own.count() ||
      t.nodes[walk.node].kind() != blob::NodeKind::walk)
    return false;
  if (walk.has_way == 0 && walk.steps == 0) return true;
  if (grid == nullptr || !grid->grid().holds(walk.cell())) return false;
  WayReader way(walk);
  if (!way.is_sound()) return false;
  for (; !way.is_at_end(); way.advance()) {
    if (!grid->grid().holds(way.next())) return false;
  }
  return true;
}

}  // namespace

bool are_walks_sound(const Agents& p) {
  if (!p.walks.any()) return true;
  for (uint32_t slot = 0; slot < p.columns.rows(); ++slot) {
    const WalkState& walk = p.walks.states[slot];
    const bool waits = slot < p.capacity && (p.walks.waiting[slot / 64] >> (slot % 64) & 1) != 0;
    const bool has_none = walk.asked != WayRequest::none && walk.asked != WayRequest::searching;
    if (!is_way(p, walk) || waits != has_none) return false;
  }
  return true;
}

}  // namespace ishi
