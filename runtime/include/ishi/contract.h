#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "ishi/asset.h"
#include "ishi/column.h"
#include "ishi/id.h"
#include "ishi/status.h"
#include "ishi/types.h"

// The contract that a game was built for. `ishi header` writes it, with typed keys and structs of tasks and
// events, so that after most changes the game does not compile until it follows; the runtime finds the other
// changes when an asset is added to a world that has a contract.

namespace ishi {

// The owner of a key, which decides the call that gives its column.
enum class KeyPlace : uint8_t {
  agent,      // Population::column
  team,       // World::team_key
  world,      // World::world_key
  field,      // of a kind of thing: World::field, and what memories hold of it: Population::fact_field
  candidate,  // of the members of a set: Candidates::field and set_field
  fact        // that a memory gives its facts: Population::fact_field and set_fact_field
};

// A key by its id, with the type of its column: float, int32_t, uint8_t or an enum of that width, EntityId,
// or Vector3 for points and directions. Asking for it at another place does not compile.
template <typename T, KeyPlace place = KeyPlace::agent>
struct Key {
  uint64_t id = 0;
};
template <typename T>
using TeamKey = Key<T, KeyPlace::team>;
template <typename T>
using WorldKey = Key<T, KeyPlace::world>;
template <typename T>
using FieldKey = Key<T, KeyPlace::field>;
template <typename T>
using CandidateKey = Key<T, KeyPlace::candidate>;
template <typename T>
using FactKey = Key<T, KeyPlace::fact>;

// The columns of a key: those of a point or direction are three.
template <typename T>
using ColumnOf = std::conditional_t<std::is_same_v<T, Vector3>, PointColumn, Column<T>>;

// True if T is a task's struct of the contract's header, or an event's.
template <typename T>
inline constexpr bool kIsTask = std::is_same_v<decltype(T::id), const TaskId>;
// True of a struct of a task that gives something back.
template <typename T>
inline constexpr bool kGives = requires {
  requires T::gives;
};
template <typename T>
inline constexpr bool kIsEvent = std::is_same_v<decltype(T::id), const EventId>;

enum class ContractKind : uint8_t {
  enumeration,
  member,
  thing,
  field,
  key,
  task,
  parameter,
  event,
  event_field,
  candidates,       // a set that the game fills
  candidate_kind,   // a kind of thing that the set holds: its id and name are the thing's
  candidate_field,  // what the set's members have besides
  token,
  sound  // what can be heard; its reference is the kind of thing that makes it
};

// The kind of which a part is a part; the kind itself if it stands alone.
[[nodiscard]] constexpr ContractKind owner_kind(ContractKind kind) {
  switch (kind) {
    case ContractKind::member: return ContractKind::enumeration;
    case ContractKind::field: return ContractKind::thing;
    case ContractKind::parameter: return ContractKind::task;
    case ContractKind::event_field: return ContractKind::event;
    case ContractKind::candidate_kind:
    case ContractKind::candidate_field: return ContractKind::candidates;
    default: return kind;
  }
}

// One part of a contract. What a kind does not have is zero.
struct ContractEntry {
  uint64_t id = 0;
  uint64_t owner = 0;      // of a part of another: the id of what it belongs to
  uint64_t reference = 0;  // the id of the enum or thing that the type names
  const char* name = "";   // as the YAML spells it
  const char* owner_name = "";
  const char* reference_name = "";
  ContractKind kind = ContractKind::key;
  ValueType type = ValueType::number;
  Scope scope = Scope::agent;  // of a key, set or token
  Merge merge = Merge::none;   // of a key
  Abort abort = Abort::now;    // of a task
  bool required = false;       // of a parameter or event field; of a set: its members are entities
  bool live = false;           // of a parameter
  bool given = false;          // likewise: the game gives it back
  uint32_t place = 0;  // of a member: which; of a parameter or event field: its offset in the record; of a
                       // set: its capacity; of a token: how many can hold it
  uint32_t size = 0;   // of an enum, thing, task, event or set: how many parts it has
  float low = 0, high = 0;
  Vector3 fallback{};
};

// The entries rise by id. The memory must outlive the worlds that have the contract.
struct Contract {
  const ContractEntry* entries = nullptr;
  uint32_t count = 0;

  [[nodiscard]] constexpr bool valid() const { return entries != nullptr; }
};

// That of a game without any part: given, so that an asset with a key departs from it.
inline constexpr ContractEntry kNoEntries[1]{};
inline constexpr Contract kEmptyContract{kNoEntries, 0};

// Where an asset and a contract disagree first: a part of which one of the two has another idea or none.
// Names live as long as the asset and the contract.
struct ContractFault {
  bool in_game = false;         // true if the game knows the part at all
  bool in_asset = false;        // true if the asset has it: a parameter that is gone is not there
  bool between_assets = false;  // true if an earlier asset of the world stands in the game's place
  ContractEntry game{};         // if it does
  ContractEntry asset{};        // if it has; names are empty if the blob was stripped
};

// Checks all parts of the contract that an asset names; a game may know more. Linear, times the logarithm of
// the contract. No allocation; any thread.
// Errors: contract_unknown (the game does not know the part), contract_mismatch (the game has another type,
// range, default or layout); `where` is the id, and `fault` says more.
[[nodiscard]] Status check_contract(const Asset& asset, const Contract& contract, ContractFault& fault);

// True if two entries say the same of one part, whatever their names.
[[nodiscard]] bool agree(const ContractEntry& a, const ContractEntry& b);

// What `describe` puts before the type that each side has.
struct ContractWords {
  const char* game = "the game was built for";
  const char* asset = "the asset has";
  const char* game_lacks = "the game does not know it";
};

// Writes one line in English about a fault, with the name and both types, cut to the buffer and ended by a
// zero: "key `hp`: the game was built for number 0..100, the asset has integer 0..12". Returns its length
// without the zero. Without words of its own it says whether it was the game or an earlier asset.
size_t describe(const ContractFault& fault, std::span<char> buffer);
size_t describe(const ContractFault& fault, std::span<char> buffer, const ContractWords& words);

// Part `index` of all that an asset's contract has, as an entry; contract_size of them, in text order by
// kind.
[[nodiscard]] uint32_t contract_size(const Asset& asset);
[[nodiscard]] ContractEntry contract_entry(const Asset& asset, uint32_t index);

}  // namespace ishi
