#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

// The map of an agent is a graph of its parts: senses and events fill memories and keys, these and the needs
// lead to actions, states have actions, actions do goals and emit events. It is computed from the text alone;
// no file stores a picture.

namespace ishi::compiler {

enum class PartKind : uint8_t {
  sense,
  heard,  // an event that the agent hears
  memory,
  candidates,
  need,
  drive,
  choice,
  state,
  action,
  goal,
  sent,  // an event or sound that it emits
};
inline constexpr size_t kPartKinds = 11;
// "sense", "event", …: the word for it in the language.
[[nodiscard]] std::string_view part_word(PartKind kind);
// The kind of which `word` is the plural, such as "senses" or "events heard"; nothing for another word.
[[nodiscard]] std::optional<PartKind> part_kind_of_plural(std::string_view word);
// "senses", "events heard", …: the words that part_kind_of_plural() takes.
[[nodiscard]] std::string_view part_plural(PartKind kind);

struct MapPart {
  PartKind kind{};
  std::string name;
  std::string note;  // what it does or how it is bounded, in the words of the text; may be empty
  Span span{};       // where it is declared
  // After a run: how often its agents began this action or entered this state, and the share of their time
  // that they spent on it.
  uint32_t times = 0;
  double share = 0;
  uint32_t folded = 0;  // the number of parts that this one stands for; 0: it is a part of the text
};

enum class LinkKind : uint8_t {
  fills,      // what is sensed or heard goes there
  goes_over,  // one is scored for each member
  reads,      // a formula that decides about it reads that
  gains,      // it is rewarded by what it does for that
  has,        // a state, its actions
  turns_to,   // a state, another one
  does,       // a goal
  emits,
};

struct MapLink {
  LinkKind kind{};
  uint32_t from = 0, to = 0;  // places among the parts
  std::string label;          // may be empty
  // The constant that `gains` adds to the score; NaN where the text has a formula.
  double amount = std::numeric_limits<double>::quiet_NaN();
  uint32_t times = 0;  // after a run: how often agents took this transition
};

struct BehaviourMap {
  std::string agent;
  std::string note;  // its usual profile and how it chooses; may be empty
  Span span{};
  bool has_run = false;        // actions and states say how often they were done in a run
  bool has_room = false;       // actions and states leave room for what is shown over them
  std::vector<MapPart> parts;  // in the order of the text, those that something leads to after that
  std::vector<MapLink> links;  // at most one of a kind between two parts
};

// The map of an agent. What could not be read or found is left out, so a model with errors has one, too.
[[nodiscard]] BehaviourMap map_of(const Model& model, const Named<Agent>& agent);

// Replaces all parts of a kind by one, which has their links; nothing changes where there are fewer than two.
void fold_parts(BehaviourMap& map, PartKind kind);

// Counts of what the agents of a kind did in a run or a recorded game, by the names of the map's parts.
struct MapCounts {
  struct OfPart {
    PartKind kind{};
    std::string name;
    uint32_t times = 0;
    double share = 0;  // of their time
  };
  struct OfTurn {
    std::string from, to;  // states
    uint32_t times = 0;
  };
  std::vector<OfPart> parts;
  std::vector<OfTurn> turns;
};
// Writes them into the map. Names that it does not have are left out: the text may be another one by now.
void write_counts(BehaviourMap& map, const MapCounts& counts);

// Leaves what leads to an action and what the action leads to; kNone among `parts` is an error of the caller.
void keep_only_to(BehaviourMap& map, uint32_t action);

}  // namespace ishi::compiler
