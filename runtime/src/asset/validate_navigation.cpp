#include "asset/limits.h"
#include "asset/validate.h"
#include "ishi/types.h"
#include "planning/travel.h"

namespace ishi {
namespace {

bool one_class(Check& check, const Tables& t, const blob::Navigation& navigation) {
  const bool known =
      navigation.corners() <= 1 && (navigation.neighbours() == 4 || navigation.neighbours() == 8);
  const bool counts = navigation.step() >= 1 && navigation.step() <= kMostStep &&
                      navigation.turn_side() <= kMostTurn && navigation.turn_back() <= kMostTurn &&
                      navigation.max_steps() <= kMostSteps;
  const bool has_cells = navigation.cells() != kNotFound;
  if (!check.that(navigation.reserved() == 0 && navigation.reserved_2() == 0, StatusCode::reserved_not_zero,
                  &navigation) ||
      !check.that(known, StatusCode::unknown_enumerator, &navigation) ||
      !check.that(counts, StatusCode::navigation_range, &navigation) ||
      !check_finite(check, &navigation, navigation.speed()) ||
      !check.that(navigation.speed() > 0 && navigation.speed() <= limits::kSpeed,
                  StatusCode::navigation_range, &navigation) ||
      !check.that(!has_cells || navigation.cells() < t.enums.size(), StatusCode::index_out_of_range,
                  &navigation)) {
    return false;
  }
  const uint32_t terrains = has_cells ? t.enums[navigation.cells()].members().count() : 0;
  return check.that(navigation.costs().count() == terrains && terrains <= kImpassable,
                    StatusCode::travel_costs, &navigation) &&
         Check::all(part(t.travel_costs, navigation.costs()), [&](const uint32_t& cost) {
           return check.that(cost <= 255, StatusCode::travel_costs, &cost);
         });
}

}  // namespace

bool validate_navigation(Check& check, const Tables& t) {
  if (t.navigations.size() > limits::kNavigations)
    return check.that(false, StatusCode::too_many, t.navigations.data());
  Tiling costs(t.travel_costs.size());
  return check_lookup(check, t.navigations_by_id, t.navigations) &&
         Check::all(t.navigations,
                    [&](const blob::Navigation& navigation) {
                      return costs.follows(check, navigation.costs()) && one_class(check, t, navigation);
                    }) &&
         costs.complete(check, t.travel_costs.data());
}

}  // namespace ishi
