#pragma once

#include <cstdint>
#include <string_view>

// Ids name everything that a blob holds: a game asks for a key, an agent or a thing by its id, never by its
// text. The compiler and the game compute the same id from the same words, at compile time. `ishi header`
// writes the ids of an asset as constants of these types: `game::choices::weapon` is a ChoiceId.

namespace ishi {

// The id of a name: FNV-1a (64 bits) over `section`, '/' and `name`; never 0, which means "no id". Sections:
// enums, things, blackboard, events, tasks, curves, motives (needs and drives), importance, memory, goals,
// agents, actions (a planner's plan is "PLANNER.PLAN"). Behind it the owner of a part, id_of("things/person",
// "cloth"), id_of("memory/pickups", "checked") (the enum that a `one_of` makes has the place of its variable
// in its name: id_of("enums", "things/person.side")), or the file that declares what was imported, whatever
// its alias: id_of("curves/lib/std.ishi.yaml", "near"); what is included has none.
[[nodiscard]] constexpr uint64_t id_of(std::string_view section, std::string_view name) {
  constexpr uint64_t kOffset = 0xcbf29ce484222325u;
  constexpr uint64_t kPrime = 0x100000001b3u;
  uint64_t hash = kOffset;
  const auto mix = [&hash](char c) { hash = (hash ^ static_cast<uint8_t>(c)) * kPrime; };
  for (const char c : section) mix(c);
  mix('/');
  for (const char c : name) mix(c);
  return hash == 0 ? 1 : hash;
}

// The id of one sort of thing, so that a set's id cannot be given where a memory's is wanted. 0 names
// nothing.
template <typename Section>
struct Id {
  uint64_t value = 0;

  constexpr Id() = default;
  constexpr explicit Id(uint64_t id) : value(id) {}
  // The id of a name that the asset or a file that it includes declares.
  [[nodiscard]] static constexpr Id of(std::string_view name) { return Id(id_of(Section::kName, name)); }

  friend constexpr bool operator==(Id, Id) = default;
};

struct AgentSection {
  static constexpr std::string_view kName = "agents";
};
struct ChoiceSection {
  static constexpr std::string_view kName = "choices";
};
struct MotiveSection {
  static constexpr std::string_view kName = "motives";
};
struct MemorySection {
  static constexpr std::string_view kName = "memory";
};
struct ProfileSection {
  static constexpr std::string_view kName = "importance";
};
struct SetSection {
  static constexpr std::string_view kName = "candidates";
};
struct TokenSection {
  static constexpr std::string_view kName = "tokens";
};
struct ThingSection {
  static constexpr std::string_view kName = "things";
};
struct SoundSection {
  static constexpr std::string_view kName = "sounds";
};
struct EventSection {
  static constexpr std::string_view kName = "events";
};
struct TaskSection {
  static constexpr std::string_view kName = "tasks";
};

using AgentId = Id<AgentSection>;      // an agent of an asset: what a population is made of
using ChoiceId = Id<ChoiceSection>;    // a choice, of an agent
using MotiveId = Id<MotiveSection>;    // a need or drive
using MemoryId = Id<MemorySection>;    // a memory, which holds facts
using ProfileId = Id<ProfileSection>;  // an importance profile
using SetId = Id<SetSection>;          // a set of candidates, which the game fills
using TokenId = Id<TokenSection>;      // a token, which only so many agents may hold
using ThingId = Id<ThingSection>;      // a kind of thing
using SoundId = Id<SoundSection>;      // a sound, which the game or a body makes
using EventId = Id<EventSection>;      // an event, which the game or a body posts
using TaskId = Id<TaskSection>;        // a task, which the game carries out

// In place of a profile's id: no importance profile. Every weight is 1, and every curve the motive's own.
inline constexpr ProfileId kNoProfileId{~uint64_t{0}};

// A team, counted from 0 to WorldOptions::teams - 1: its row in the columns of teams.
struct TeamId {
  uint32_t index = 0;

  constexpr TeamId() = default;
  constexpr explicit TeamId(uint32_t team) : index(team) {}

  friend constexpr bool operator==(TeamId, TeamId) = default;
};

}  // namespace ishi
