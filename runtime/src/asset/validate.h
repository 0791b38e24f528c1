#pragma once

#include <cstdint>
#include <span>

#include "asset/asset_state.h"
#include "asset/check.h"
#include "asset/tables.h"
#include "ishi/program.h"
#include "ishi/status.h"

// Validation of a blob, one part after another; each relies on those before it.

namespace ishi {

// The envelope: size, identifier, version, and that every vector lies inside the buffer, aligned and
// apart from the others. `bytes` must be aligned to 8 and less than 2 GiB. Linear in the size.
[[nodiscard]] Status validate_envelope(std::span<const uint8_t> bytes, Tables& tables);

// Enums, things, keys, events, tasks, the own fields of sets, and all their variables.
bool validate_contract(Check& check, const Tables& tables);
// Curves and their numbers, motives, profiles and their weights.
bool validate_curves(Check& check, const Tables& tables);
// Memories, candidates and tokens. Fills `fields`, which the blob does not hold.
bool validate_sets(Check& check, const Tables& tables, Array<MemberField>& fields);
// Agents, options, steps and arguments, and that programs tile the operations.
bool validate_behaviour(Check& check, const Tables& tables, std::span<const MemberField> member_fields);
// Classes of agents that walk, and what terrains cost them.
bool validate_navigation(Check& check, const Tables& tables);
// What options claim: tokens, rising, then perhaps the entity that the option is for.
bool validate_claims(Check& check, const Tables& tables);
// What can be heard, how aware agents become, and what their senses notice.
bool validate_senses(Check& check, const Tables& tables);
// That what senses and sounds say of whom they are about alone is computed of nothing else. After the
// programs.
bool validate_shared_formulas(Check& check, const Tables& tables, std::span<const Domain> domains);
// The operations of all programs. Fills `domains`, one for each operation.
bool validate_programs(Check& check, const Tables& tables, std::span<const MemberField> member_fields,
                       std::span<Domain> domains);
// Steerings, and what they name of their programs.
bool validate_steerings(Check& check, const Tables& tables, std::span<const Domain> domains);
// What ids were called before.
bool validate_renames(Check& check, const Tables& tables);
// Names, places and terms.
bool validate_debug(Check& check, const Tables& tables);

}  // namespace ishi
