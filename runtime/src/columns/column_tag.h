#pragma once

#include <cstdint>

namespace ishi {

// What a column holds. Numbers are written into saves: they are never changed, nor given anew.
enum class ColumnTag : uint16_t {
  header = 1,
  living = 2,
  self = 3,
  team = 4,
  profile = 5,  // index of a profile of the asset
  option = 6,   // index of an option of the agent
  draws = 7,
  key = 8,    // by key and axis; of the population or shared
  field = 9,  // by field of a thing and axis; shared

  rhythm_header = 20,
  due = 21,
  newcomers = 22,
  due_at = 23,
  calendar = 24,
  calendar_counts = 25,
  look_at = 26,
  interval = 27,

  claim_team = 30,
  claim_body_team = 31,
  kept_tokens = 32,  // by token; shared
  ask_option = 33,   // an index of the agent
  ask_candidate = 34,
  ask_since = 35,
  ask_team = 36,

  blocks = 40,
  lanes = 41,
  deadline = 42,
  started = 43,
  waiting_conditions = 44,
  awake = 45,
  watching = 46,
  think_now = 47,
  block_deadline = 48,
  pending_ends = 49,
  pending_events = 50,
  pending_records = 51,
  search_owners = 52,
  searches = 53,
  wants_search = 54,
  next_search_slot = 55,
  cooling_until = 56,  // by option
  ready_at = 57,       // by option
  shared_writes = 58,  // by key
  awaits_end = 59,
  lane_records = 60,

  candidate = 70,
  bound = 71,
  facts_due = 72,
  facts_block_due = 73,
  choice_entity = 74,  // by choice, as the next
  choice_score = 75,
  member_count = 76,  // by set, as the next; of the population or shared
  member_serial = 77,
  member_entity = 78,
  member_first_seen = 79,
  member_last_seen = 80,
  member_position = 81,  // and axis
  member_awareness = 82,
  member_awareness_rest = 83,
  member_told = 84,
  member_field = 85,  // and field and axis

  level = 90,  // by motive, as the next
  level_rest = 91,
  levels_advanced_at = 92,
  moment = 93,  // by option or event
  state = 94,   // an index of the agent
  state_since = 95,
  own_profile = 96,   // an index of the asset
  ended_option = 97,  // an index of the agent
  ending = 98,

  walk = 100,
  walks_waiting = 101,
  steering_followed = 102,
  heading_right = 103,
  heading_ahead = 104,
  wandering = 105,
  blocked_directions = 106,
  moved_at = 107,
  sensed_at = 108,
  heard = 109,
  // 110, 113 and 114 are of saves before version 7.
  has_waiting_query = 111,
  levels_to_tell = 112,
  waiting_queries = 115,
  asked_moments = 116,
  ask_cursor = 117,  // by sense, as the next
  in_sight_turns = 118,
  in_sight_seconds = 119,

  act_counters = 120,  // in no arena, as the next
  think_counters = 121,
  sense_counters = 122,
  shared_values = 123,  // that the last thought computed for all agents

  asked_sounds = 124,

  // Of the world itself.
  world_header = 200,
  entity_generation = 201,
  entity_next_free = 202,
  entity_thing = 203,
  entity_population = 204,
  entity_slot = 205,
  entity_user = 206,
  entity_identity = 207,
  entity_kept = 208,
  entity_position = 209,  // and axis
  entity_facing = 210,    // and axis
  posted_events = 211,
  sounds_header = 212,
  sounds = 213,
  grid_header = 214,
  grid_cells = 215,
  path_counters = 216,  // in no arena
  path_owners = 217,
  path_search = 218,  // by search; in saves alone, as long as it has come
};

}  // namespace ishi
