#pragma once

#include <string>

namespace ishi::compiler {

// A smith who works and eats: a life that tests reload and save in the middle.
inline const std::string kSmith = R"(ishi: 1
enums: { metal: [tin, iron, gold] }
blackboard:
  coal:   { type: integer, range: 0..50, default: 7 }
  mood:   { type: number, range: 0..1, default: 0.5 }
  ore:    { type: metal, default: tin }
  alarm:  { type: number, range: 0..1, scope: team, merge: max }
needs:
  hunger: { rise: 0.01/s, start: 0.25 }
tasks:
  hammer: { params: { times: { type: integer, range: 0..9 } } }
  fetch:  { params: { what: metal } }
  eat:    {}
goals:
  make_blade:
    params: { of: metal }
    do:
      - fetch: { what: of }
      - hammer: { times: 3 }
actions:
  work:
    score: 0.5
    do: [make_blade: { of: ore }]
  dine:
    cooldown: 10s
    gains: { hunger: +0.3 }
    do: [eat]
agents:
  smith: { actions: [work, dine] }
)";

}  // namespace ishi::compiler
