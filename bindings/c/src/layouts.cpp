#include <cstddef>

#include "ishi/c_api.h"
#include "ishi/ishi.h"

// Lists are given out as they lie in the world, without a copy: the structs of the two interfaces must lie
// alike. C++ does not promise offsets in structs with a base; these compilers keep them.

#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace ishi::c {
namespace {

// NOLINTBEGIN(cppcoreguidelines-macro-usage): offsetof takes names
#define ISHI_SAME_SIZE(c, cpp) static_assert(sizeof(c) == sizeof(cpp) && alignof(c) == alignof(cpp))
#define ISHI_SAME_PLACE(c, c_member, cpp, member) \
  static_assert(offsetof(c, c_member) == offsetof(cpp, member) && sizeof(c::c_member) == sizeof(cpp::member))
// NOLINTEND(cppcoreguidelines-macro-usage)

ISHI_SAME_SIZE(ishi_vector3, Vector3);
ISHI_SAME_SIZE(ishi_entity_id, EntityId);
ISHI_SAME_SIZE(ishi_entity, Entity);
ISHI_SAME_PLACE(ishi_entity, world, Entity, world);
ISHI_SAME_SIZE(ishi_token, Token);
ISHI_SAME_PLACE(ishi_token, slot, Token, slot);
ISHI_SAME_PLACE(ishi_token, population, Token, population);
ISHI_SAME_PLACE(ishi_token, lane, Token, lane);
ISHI_SAME_PLACE(ishi_token, serial, Token, serial);
ISHI_SAME_PLACE(ishi_token, world, Token, world);
ISHI_SAME_PLACE(ishi_token, reserved, Token, reserved);
static_assert(std::has_unique_object_representations_v<Token> &&
              std::has_unique_object_representations_v<Ticket>);
ISHI_SAME_SIZE(ishi_ticket, Ticket);
ISHI_SAME_PLACE(ishi_ticket, query, Ticket, query);
ISHI_SAME_PLACE(ishi_ticket, world, Ticket, world);
ISHI_SAME_PLACE(ishi_ticket, population, Ticket, population);
ISHI_SAME_PLACE(ishi_ticket, reserved, Ticket, reserved);
ISHI_SAME_SIZE(ishi_start, Start);
ISHI_SAME_PLACE(ishi_start, token, Start, token);
ISHI_SAME_PLACE(ishi_start, agent, Start, agent);
ISHI_SAME_PLACE(ishi_start, user, Start, user);
ISHI_SAME_PLACE(ishi_start, task, Start, task);
ISHI_SAME_PLACE(ishi_start, parameters, Start, parameters);
ISHI_SAME_SIZE(ishi_end, End);
ISHI_SAME_PLACE(ishi_end, token, End, token);
ISHI_SAME_PLACE(ishi_end, agent, End, agent);
ISHI_SAME_PLACE(ishi_end, user, End, user);
ISHI_SAME_PLACE(ishi_end, task, End, task);
ISHI_SAME_PLACE(ishi_end, report_when_over, End, report_when_over);
ISHI_SAME_SIZE(ishi_emitted, Emitted);
ISHI_SAME_PLACE(ishi_emitted, agent, Emitted, agent);
ISHI_SAME_PLACE(ishi_emitted, user, Emitted, user);
ISHI_SAME_PLACE(ishi_emitted, event, Emitted, event);
ISHI_SAME_PLACE(ishi_emitted, record, Emitted, record);
ISHI_SAME_SIZE(ishi_query, OcclusionQuery);
ISHI_SAME_PLACE(ishi_query, ticket, OcclusionQuery, ticket);
ISHI_SAME_PLACE(ishi_query, observer, OcclusionQuery, observer);
ISHI_SAME_PLACE(ishi_query, target, OcclusionQuery, target);
ISHI_SAME_PLACE(ishi_query, slot, OcclusionQuery, slot);
ISHI_SAME_PLACE(ishi_query, from, OcclusionQuery, from);
ISHI_SAME_PLACE(ishi_query, to, OcclusionQuery, to);
ISHI_SAME_SIZE(ishi_move, Move);
ISHI_SAME_PLACE(ishi_move, agent, Move, agent);
ISHI_SAME_PLACE(ishi_move, user, Move, user);
ISHI_SAME_PLACE(ishi_move, slot, Move, slot);
ISHI_SAME_PLACE(ishi_move, direction, Move, direction);
ISHI_SAME_PLACE(ishi_move, heading, Move, heading);
ISHI_SAME_PLACE(ishi_move, speed, Move, speed);
ISHI_SAME_SIZE(ishi_fact, FactInfo);
ISHI_SAME_PLACE(ishi_fact, entity, FactInfo, entity);
ISHI_SAME_PLACE(ishi_fact, position, FactInfo, position);
ISHI_SAME_PLACE(ishi_fact, first_seen_microseconds, FactInfo, first_seen_microseconds);
ISHI_SAME_PLACE(ishi_fact, last_seen_microseconds, FactInfo, last_seen_microseconds);
ISHI_SAME_SIZE(ishi_reload_item, ReloadItem);
ISHI_SAME_PLACE(ishi_reload_item, id, ReloadItem, id);
ISHI_SAME_PLACE(ishi_reload_item, name, ReloadItem, name);
ISHI_SAME_PLACE(ishi_reload_item, former_name, ReloadItem, former_name);
ISHI_SAME_PLACE(ishi_reload_item, part, ReloadItem, part);
ISHI_SAME_PLACE(ishi_reload_item, effect, ReloadItem, effect);
ISHI_SAME_PLACE(ishi_reload_item, population, ReloadItem, population);
ISHI_SAME_SIZE(ishi_entry, ContractEntry);
ISHI_SAME_PLACE(ishi_entry, id, ContractEntry, id);
ISHI_SAME_PLACE(ishi_entry, owner, ContractEntry, owner);
ISHI_SAME_PLACE(ishi_entry, reference, ContractEntry, reference);
ISHI_SAME_PLACE(ishi_entry, name, ContractEntry, name);
ISHI_SAME_PLACE(ishi_entry, owner_name, ContractEntry, owner_name);
ISHI_SAME_PLACE(ishi_entry, reference_name, ContractEntry, reference_name);
ISHI_SAME_PLACE(ishi_entry, kind, ContractEntry, kind);
ISHI_SAME_PLACE(ishi_entry, type, ContractEntry, type);
ISHI_SAME_PLACE(ishi_entry, scope, ContractEntry, scope);
ISHI_SAME_PLACE(ishi_entry, merge, ContractEntry, merge);
ISHI_SAME_PLACE(ishi_entry, abort, ContractEntry, abort);
ISHI_SAME_PLACE(ishi_entry, required, ContractEntry, required);
ISHI_SAME_PLACE(ishi_entry, live, ContractEntry, live);
ISHI_SAME_PLACE(ishi_entry, given, ContractEntry, given);
ISHI_SAME_PLACE(ishi_entry, place, ContractEntry, place);
ISHI_SAME_PLACE(ishi_entry, parts, ContractEntry, size);
ISHI_SAME_PLACE(ishi_entry, low, ContractEntry, low);
ISHI_SAME_PLACE(ishi_entry, high, ContractEntry, high);
ISHI_SAME_PLACE(ishi_entry, fallback, ContractEntry, fallback);

#undef ISHI_SAME_SIZE
#undef ISHI_SAME_PLACE

// Enumerators that are given on as they are.
constexpr uint32_t number(auto value) { return static_cast<uint32_t>(value); }
static_assert(ISHI_NAVIGATIONS + 1 == kKindCount && ISHI_KEYS == number(Kind::keys) &&
              ISHI_AGENTS == number(Kind::agents) && ISHI_SOUNDS == number(Kind::sounds));
static_assert(ISHI_UP_Y == number(Up::y) && ISHI_UP_Z == number(Up::z));
static_assert(ISHI_COMPLETED == number(Ending::completed) && ISHI_FAILED == number(Ending::failed));
static_assert(ISHI_CLEAR == number(Sight::clear) && ISHI_BLOCKED == number(Sight::blocked));
static_assert(ISHI_TO_AGENT == number(EventTarget::agent) && ISHI_TO_TEAM == number(EventTarget::team) &&
              ISHI_TO_EVERYONE == number(EventTarget::everyone));
static_assert(ISHI_KEPT == number(ReloadEffect::kept) && ISHI_ADDED == number(ReloadEffect::added));
static_assert(ISHI_NOT_FOUND == kNotFound && ISHI_NO_OPTION == kNoOption && ISHI_NO_STATE == kNoState &&
              ISHI_NO_DIRECTION == kNoDirection && ISHI_NO_PROFILE == kNoProfileId.value &&
              ISHI_IMPASSABLE == kImpassableCell && ISHI_NOWHERE == kNowhere.x);

static_assert(ISHI_OK == number(StatusCode::ok));
static_assert(ISHI_OUT_OF_MEMORY == number(StatusCode::out_of_memory));
static_assert(ISHI_BAD_OPTIONS == number(StatusCode::bad_options));
static_assert(ISHI_NOT_CREATED == number(StatusCode::not_created));
static_assert(ISHI_FEATURE_MISSING == number(StatusCode::feature_missing));
static_assert(ISHI_UNKNOWN_ID == number(StatusCode::unknown_id));
static_assert(ISHI_CONTRACT_MISMATCH == number(StatusCode::contract_mismatch));
static_assert(ISHI_UP_MISMATCH == number(StatusCode::up_mismatch));
static_assert(ISHI_WRONG_PHASE == number(StatusCode::wrong_phase));
static_assert(ISHI_CLOCK_FELL == number(StatusCode::clock_fell));
static_assert(ISHI_WORLD_FULL == number(StatusCode::world_full));
static_assert(ISHI_POPULATION_FULL == number(StatusCode::population_full));
static_assert(ISHI_TOO_MANY_POPULATIONS == number(StatusCode::too_many_populations));
static_assert(ISHI_STALE_HANDLE == number(StatusCode::stale_handle));
static_assert(ISHI_BELONGS_TO_POPULATION == number(StatusCode::belongs_to_population));
static_assert(ISHI_NOT_OF_POPULATION == number(StatusCode::not_of_population));
static_assert(ISHI_OUT_OF_RANGE == number(StatusCode::out_of_range));
static_assert(ISHI_WRONG_TYPE == number(StatusCode::wrong_type));
static_assert(ISHI_WRONG_SCOPE == number(StatusCode::wrong_scope));
static_assert(ISHI_BATCH_STALE == number(StatusCode::batch_stale));
static_assert(ISHI_JOB_DONE == number(StatusCode::job_done));
static_assert(ISHI_JOBS_MISSING == number(StatusCode::jobs_missing));
static_assert(ISHI_SCRATCH_TOO_SMALL == number(StatusCode::scratch_too_small));
static_assert(ISHI_ROUNDS_SPENT == number(StatusCode::rounds_spent));
static_assert(ISHI_TOKEN_UNKNOWN == number(StatusCode::token_unknown));
static_assert(ISHI_TOKEN_STALE == number(StatusCode::token_stale));
static_assert(ISHI_ALREADY_REPORTED == number(StatusCode::already_reported));
static_assert(ISHI_EVENTS_FULL == number(StatusCode::events_full));
static_assert(ISHI_WRONG_RECORD_SIZE == number(StatusCode::wrong_record_size));
static_assert(ISHI_CONTRACT_UNKNOWN == number(StatusCode::contract_unknown));
static_assert(ISHI_BUFFER_TOO_SMALL == number(StatusCode::buffer_too_small));
static_assert(ISHI_NOT_AN_AGENT == number(StatusCode::not_an_agent));
static_assert(ISHI_WRONG_THING == number(StatusCode::wrong_thing));
static_assert(ISHI_CLAIM_TAKEN == number(StatusCode::claim_taken));
static_assert(ISHI_ALREADY_KNOWN == number(StatusCode::already_known));
static_assert(ISHI_SET_FULL == number(StatusCode::set_full));
static_assert(ISHI_GRID_EXISTS == number(StatusCode::grid_exists));
static_assert(ISHI_NO_GRID == number(StatusCode::no_grid));
static_assert(ISHI_MEMBER_UNKNOWN == number(StatusCode::member_unknown));
static_assert(ISHI_QUERY_UNKNOWN == number(StatusCode::query_unknown));
static_assert(ISHI_QUERY_ANSWERED == number(StatusCode::query_answered));
static_assert(ISHI_QUERY_STALE == number(StatusCode::query_stale));
static_assert(ISHI_NO_INSTRUCTION_SET == number(StatusCode::no_instruction_set));
static_assert(ISHI_SAVE_UNKNOWN == number(StatusCode::save_unknown));
static_assert(ISHI_SAVE_VERSION == number(StatusCode::save_version));
static_assert(ISHI_SAVE_CUT == number(StatusCode::save_cut));
static_assert(ISHI_SAVE_DAMAGED == number(StatusCode::save_damaged));
static_assert(ISHI_SAVE_STRUCTURE == number(StatusCode::save_structure));
static_assert(ISHI_SAVE_INVALID == number(StatusCode::save_invalid));
static_assert(ISHI_SAVE_OF_OTHER_VERSION == number(StatusCode::save_of_other_version));
static_assert(ISHI_RELOAD_OUTDATED == number(StatusCode::reload_outdated));
static_assert(ISHI_SNAPSHOT_UNKNOWN == number(StatusCode::snapshot_unknown));
static_assert(ISHI_SNAPSHOT_CUT == number(StatusCode::snapshot_cut));
static_assert(ISHI_SNAPSHOT_OF_OTHER_WORLD == number(StatusCode::snapshot_of_other_world));
static_assert(ISHI_SNAPSHOT_DAMAGED == number(StatusCode::snapshot_damaged));
static_assert(ISHI_WORLD_GONE == number(StatusCode::world_gone));
static_assert(ISHI_FOREIGN_HANDLE == number(StatusCode::foreign_handle));
static_assert(ISHI_NOTHING_GIVEN == number(StatusCode::nothing_given));
static_assert(ISHI_WRONG_TASK == number(StatusCode::wrong_task));
static_assert(ISHI_TOO_FEW_TOKENS == number(StatusCode::too_few_tokens));
static_assert(ISHI_OFF_GRID == number(StatusCode::off_grid));
static_assert(ISHI_TIME_TOO_LATE == number(StatusCode::time_too_late));
static_assert(ISHI_SAVE_AGENT_UNKNOWN == number(StatusCode::save_agent_unknown));
static_assert(ISHI_ASSET_UNUSED == number(StatusCode::asset_unused));

}  // namespace
}  // namespace ishi::c
