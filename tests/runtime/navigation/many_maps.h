#pragma once

#include <cstdint>
#include <vector>

#include "planning/travel.h"
#include "runtime/navigation/maps.h"

// Maps and classes of walkers of all kinds, over which what is said of searches must hold.

namespace ishi::testing {

inline std::vector<Map> many_maps() {
  std::vector<Map> maps;
  for (uint32_t seed = 1; seed <= 6; ++seed) {
    maps.push_back(Map::maze(31, 23, seed));
    maps.push_back(Map::rooms(40, 33, seed));
    for (const uint32_t percent : {0u, 10u, 25u, 40u}) {
      maps.push_back(Map::scattered(24 + seed, 30 - seed, percent, 1, seed));
      maps.push_back(Map::scattered(24 + seed, 30 - seed, percent, 4, seed));
    }
  }
  return maps;
}

inline std::vector<TravelOptions> many_classes() {
  std::vector<TravelOptions> classes;
  for (const bool diagonals : {false, true}) {
    for (const bool corners : {true, false}) {
      TravelOptions options;
      options.diagonals = diagonals;
      options.corners = corners;
      classes.push_back(options);
      options.costs[1] = 3;
      options.costs[2] = 0;
      options.costs[3] = 250;
      classes.push_back(options);
      options.costs.fill(2);
      options.costs[2] = 7;
      options.steps = 20;
      options.step = 3;
      classes.push_back(options);
    }
  }
  return classes;
}

}  // namespace ishi::testing
