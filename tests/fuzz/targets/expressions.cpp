// An expression in a document that has something of every type: the first byte says where it stands, the
// others are its text.

#include <array>
#include <string>
#include <string_view>

#include "compile_case.h"
#include "play.h"

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kDocument = R"(ishi: 1
enums: { mood: [calm, wary, wild] }
things:
  person: { fields: { hp: { type: number, range: 0..1 }, side: { one_of: [ours, theirs] }, home: point, mate: person } }
  bottle: {}
sounds: { glass: { radius: 9m } }
events: { hit: { fields: { by: person, amount: { type: number, range: 0..1 } } } }
blackboard:
  number: { type: number, range: -2..2 }
  share: { type: number, range: 0..1 }
  whole: { type: integer, range: 0..9 }
  yes: boolean
  somebody: entity
  foe: person
  spot: point
  way: direction
  far: { type: length, range: 0m..50m }
  long: { type: duration, range: 0s..9s }
  turn: { type: angle, range: -180deg..180deg }
  pace: { type: speed, range: 0m/s..9m/s }
  feeling: mood
  shared: { type: number, range: 0..1, scope: world, merge: max }
memory:
  people: { of: person, capacity: 4, forget: 9s, fields: { seen: boolean } }
  noises: { of: sound, capacity: 3, forget: 4s }
candidates: { orders: { fields: { urgency: { type: number, range: 0..1 }, place: point }, capacity: 3 } }
curves: { bend: { power: 2 }, near: { points: [[0m, 1], [9m, 0]] } }
values: { twice: 2 * share }
needs: { hunger: { start: 0.2, rise: 0.05/s }, fear: { level: share } }
drives: { danger: { level: 1 - share } }
choices: { prey: { for_each: { it_is: people }, score: it_is.hp } }
tasks:
  go: { params: { place: point, pace: { type: speed, default: 1m/s } } }
  use: { params: { who: entity, mood: mood, amount: { type: number, range: 0..1, live: true } } }
navigation: { walker: { speed: 2m/s } }
steering: { runner: { speed: 1m/s, blend: { chase: { seek: { target: foe } } } } }
)";

struct Place {
  std::string_view before, after;
};
// Where an expression may stand, by what it should be.
constexpr std::array kPlaces = {
    Place{"actions:\n  act: { score: ", " }\n"},
    Place{"actions:\n  act: { score: 0.5, when: ", " }\n"},
    Place{"actions:\n  act: { for_each: { one: people }, score: ", " }\n"},
    Place{"actions:\n  act: { for_each: { one: orders }, when: ", ", score: 0.5 }\n"},
    Place{"actions:\n  act: { score: 0.5, do: [wait: ", "] }\n"},
    Place{"actions:\n  act: { score: 0.5, do: [go: { place: ", " }] }\n"},
    Place{"actions:\n  act: { score: 0.5, do: [use: { mood: calm, who: self, amount: ", " }] }\n"},
    Place{"actions:\n  act: { score: 0.5, do: [use: { mood: calm, amount: 1, who: ", " }] }\n"},
    Place{"actions:\n  act: { score: 0.5, do: [set: { whole: ", " }] }\n"},
    Place{"actions:\n  act: { score: 0.5, do: [set: { way: ", " }] }\n"},
    Place{"actions:\n  act: { score: 0.5, do: [set: { feeling: ", " }] }\n"},
    Place{"actions:\n  act: { score: 0.5, do: [set: { far: ", " }] }\n"},
    Place{"actions:\n  act: { score: 0.5, do: [set: { turn: ", " }] }\n"},
    Place{"actions:\n  act: { score: 0.5, do: [set: { shared: ", " }] }\n"},
    Place{"actions:\n  act: { score: 0.5, do: [{ do: [wait: 1s], until: ", " }] }\n"},
    Place{"actions:\n  act: { score: 0.5, do: [walk: { to: ", " }] }\n"},
    Place{"actions:\n  act: { score: 0.5, do: [remember: { people: ", " }] }\n"},
    Place{"actions:\n  act: { gains: { hunger: ", " } }\n"},
    Place{"actions:\n  act: { considerations: { one: ", " } }\n"},
    Place{"values:\n  thrice: ", "\nactions:\n  act: { score: thrice }\n"},
};

// In double quotes, so that every character reaches the expression.
std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace ishi::fuzzing;
  if (size == 0) return 0;
  const Place& place = kPlaces[data[0] % kPlaces.size()];
  std::string text(kDocument);
  // A section stands once.
  if (place.before.starts_with("values:"sv)) text.replace(text.find("values:"), 26, "");
  text += place.before;
  text += quoted({reinterpret_cast<const char*>(data) + 1, size - 1});
  text += place.after;
  text += "agents: { one: { actions: [act], choices: [prey] } }\n";
  const CompiledText compiled = compile_case(text);
  if (!compiled.blob.empty()) play_compiled(compiled.blob, 4);
  return 0;
}
