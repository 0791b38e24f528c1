#pragma once

#include <cstdint>
#include <string_view>

// Ids name everything that a blob holds: a game asks for a key, an agent or a thing by its id, never
// by its text. The compiler and the game compute the same id from the same words, at compile time.

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

}  // namespace ishi
