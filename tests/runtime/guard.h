#pragma once

#include "runtime/blob_builder.h"

// A guard with something of everything: every type of key, all three scopes, a thing with fields, tasks with
// parameters, curves with rows, needs and profiles, gates, a score that all agents share, a draw, moments and
// states.

namespace ishi::testing {

namespace guard {

// Indices of its keys, in text order.
enum Key : uint32_t { hp, ammo, in_cover, posture, threat, cover, home, alarm, danger, kKeys };
enum Option : uint16_t { shoot, flee, reload, patrol, kOptions };

// Its importance profiles.
inline constexpr ProfileId kProfiles[] = {ProfileId::of("soldier"), ProfileId::of("coward")};

uint64_t key_id(std::string_view name);

}  // namespace guard

// With debug names.
BlobContent guard_content();

}  // namespace ishi::testing
