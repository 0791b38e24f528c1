#pragma once

#include <cstdint>

// How a call ended. Nothing in the runtime throws: whatever can fail returns a Status, and a call that
// fails changes nothing.

namespace ishi {

// One code for each kind of refusal. Codes keep their numbers; new ones are added at the end of a group.
enum class StatusCode : uint32_t {
  ok = 0,

  // Any call
  out_of_memory = 1,
  bad_options,      // an options struct of another size, or a value outside its range; `where` is a BadOption
  not_created,      // a call on a world or population that was never made, or whose making failed
  feature_missing,  // an asset or a call needs what this runtime was built without; `where` is a Feature

  // Asset::load, the envelope
  blob_too_small = 100,  // no room for a header
  blob_too_large,        // 2 GiB or more
  blob_misaligned,       // the base is not a multiple of 8 (borrowed memory alone)
  blob_truncated,        // its size field is larger than the buffer
  blob_trailing_bytes,   // … or less
  blob_wrong_identifier,
  blob_unknown_version,
  blob_structure,  // an offset or size leads out of the buffer
  blob_vector_misaligned,
  blob_vectors_overlap,

  // Asset::load, what every part obeys
  unknown_enumerator = 200,  // a code, kind, type or scope that does not exist
  reserved_not_zero,
  id_zero,
  id_duplicate,
  lookup_count,  // a look-up vector is not as long as what it looks up
  lookup_unsorted,
  lookup_disagrees,    // an entry does not name the element that it points at
  range_not_tiled,     // a range does not begin where the one before it ended, or runs past the end
  elements_left_over,  // the ranges end before their target does
  index_out_of_range,
  number_not_finite,
  too_many,              // more of a kind than the runtime counts to
  rename_of_unknown,     // what is said to have had another name does not exist
  rename_from_existing,  // … or that name is still one of this blob

  // Asset::load, contract
  range_inverted = 300,   // not low <= default <= high
  range_not_of_type,      // a range or default that the type cannot have
  reference_not_of_type,  // a reference on a type that has none
  scope_not_agent,        // a field or parameter with a scope
  parameter_offset,       // not the natural place in contract order
  record_too_large,       // a task's parameters or an event's fields
  merge_not_of_key,       // a merge on an agent's own key, or one that the type cannot have
  live_not_of_task,       // a field of an event that follows its argument

  // Asset::load, curves and motives
  curve_numbers = 400,  // not as many numbers as the kind has
  curve_unsorted,       // x does not rise
  curve_mode,           // `before` or `after` of a curve of keys
  curve_corners,        // corners of a triangle or trapezoid fall
  curve_end,            // the last row has a slope
  weight_count,         // a profile without a weight for each motive
  weight_negative,

  // Asset::load, programs
  unused_not_zero = 500,       // an operand, gate or parameter that the code does not use
  operand_not_earlier,         // an operand is not below its operation
  operand_of_gate,             // minus infinity would enter a computation
  operand_outside_gate,        // a value that is computed under a gate is used outside it
  operand_outside_domain,      // a value crosses domains without `spread`
  domain_falls,                // an operation's domain is below that of the one before
  gate_not_earlier,            // a gate's condition is not below the operation
  gate_nested,                 // a gate's condition is itself under a gate
  gate_not_here,               // a gate where none may be: in an argument
  parameter_not_of_operation,  // a key or field of another shape than the operation reads
  program_empty,
  score_not_gated,  // an option's score is not a gate operation

  // Asset::load, behaviour
  agent_without_interval =
      600,         // an agent that thinks every 0 frames, or whose least interval is not its most
  argument_order,  // arguments do not follow the order of the parameters, or one is given twice
  argument_missing,
  inertia_negative,
  temperature_not_positive,
  cooldown_negative,
  formula_not_of_owner,  // a formula of another agent or task
  formula_record,        // a formula that reads another record than there is where it stands
  assignment_of_shared,  // a shared key without a merge
  effect_order,          // a key that stands twice
  node_not_here,         // a node of a kind that may not stand there
  node_before_parent,    // children that do not come after their parent
  node_too_deep,
  node_unused_part,    // children, a task, a value or assignments that the kind does not have
  node_without_value,  // a wait without its seconds
  modifier_not_here,   // a modifier that may not stand there
  root_order,          // the roots of bodies do not follow the order of options and handlers
  handler_duplicate,   // two handlers of one event
  set_capacity,        // a set of no members, or of more than 64 (255, if agents share it)
  set_order,           // a memory that stands behind a set of candidates
  token_count,         // 0, or above what the runtime keeps
  claim_order,         // the claims of an option are out of order
  set_things,      // kinds of things out of order, several kinds for a memory, or kinds where members are no
                   // entities
  memory_forget,   // a time of forgetting that is negative or too long, or of candidates
  memory_shared,   // a memory that is not each agent's own, or one without entities
  formula_member,  // a formula that reads a member of another set than its option is for, or of none
  level_start,     // a level that starts outside 0..1, or has a start though no agent carries it
  level_not_carried,     // a motive whose level is computed, or none, where one that is carried is needed
  level_result,          // what a carried level becomes is no operation of the agent, or one under a gate
  moment_order,          // the moments of an agent do not rise
  state_order,           // the options of a state do not rise
  state_to_itself,       // a state changes into itself
  member_field_noticed,  // a write to a field that a fact has from its thing
  candidates_shared,     // a behaviour that writes candidates that agents share
  effect_not_on_key,     // an effect on something else than a key
  member_of_other_set,   // a number that does not belong to a member of the set that is read
  member_outside_pass,   // what is of candidates outside of a pass, of two passes, or made of all but not
                         // right behind one
  choice_result,         // a choice whose member or score is no operation of its own, always, in one pass
  navigation_range,      // a number of a class of walkers that is out of its range
  travel_costs,          // costs that are not one for each terrain, or above 255
  walk_away_unbounded,   // a walk away from a place by a class without max_steps
  score_outside_pass,    // an option's score that is neither of the pass over its set nor before it
  sense_range,           // a range, field, radius, fall or level outside what it may be
  sense_memory,          // a sense whose memory isn't one, or of another kind than what it notices
  sense_unused_part,     // a field, visibility, occlusion or sounds that the kind of sense does not have
  sense_order,           // sounds, memories or levels that do not rise
  noise_fields,          // a memory of noises without room for what was heard
  level_event,           // an event of a level of awareness that has other fields than whom it is about
  sense_formula,         // what is said of a target alone, or of a sound, reads something else
  steering_directions,   // a steering of fewer than 4 directions, or of more than 64
  steering_amount,       // a speed below 0, or a range that its kind cannot have
  steering_part,         // a behaviour without what its kind needs, or with what it does not have
  interval_result,       // how often an agent thinks is no operation of the agent, or one under a gate

  // Asset::load, debug
  debug_count = 700,  // its length differs from what it describes
  name_not_utf8,
  name_unsorted,
  name_control_character,  // … or another invisible one that changes how text is shown

  // World and populations
  unknown_id = 800,   // no agent, thing, key or field has this id
  contract_mismatch,  // another asset of this world, or the game's contract, says otherwise; `where` is the
                      // id
  up_mismatch,        // an asset whose `up` is not the world's
  wrong_phase,        // not in this part of a frame; `where` is a Phase: what goes on now
  clock_fell,         // the frame or the time is below that of the last frame
  world_full,
  population_full,
  too_many_populations,
  stale_handle,           // the entity is gone
  belongs_to_population,  // the entity is an agent: its population despawns it
  not_of_population,      // the entity is not an agent of this population
  out_of_range = 812,     // a row, job, option, state or team that does not exist; `where` is its number
  wrong_type,             // a key or field of another type than asked for; `where` is its id
  wrong_scope,            // a key of another scope than asked for; `where` is its id
  batch_stale,            // not the batch or round that is open
  job_done,               // this job was done already
  jobs_missing,           // end_sense, end_think, end_act or end_move before all jobs were done
  scratch_too_small,      // the scratch was made before this population
  rounds_spent,           // act ran as often as it may in this frame
  token_unknown,          // a token that this population never gave; `where` is its serial, here and below
  token_stale,            // the task is over
  already_reported,
  events_full,        // no room for more events before the end of the frame
  wrong_record_size,  // an event's record has another size; `where` is the id
  contract_unknown,   // a part of an asset that the game's contract does not have; `where` is the id
  buffer_too_small,   // what the caller gave holds too few elements; `where` is how many it takes
  not_an_agent,       // an event for an entity that is no agent
  wrong_thing,    // an entity of another kind than the set, or the sound, is of, or one where members are not
                  // entities
  claim_taken,    // others hold what the option claims
  already_known,  // the set has this entity
  set_full,
  grid_exists,  // the world has its grid already
  no_grid,
  member_unknown,           // the set does not have this entity or handle, or no member of this number
  query_unknown,            // an occlusion query that this population never asked
  query_answered,           // … that has been answered already
  query_stale,              // … that no longer waits: the answer came too late, or the agent is gone
  no_instruction_set,       // the processor, or this build of the runtime, has not the one that was asked for
  save_unknown,             // these bytes are no save
  save_version,             // a save of a version that this runtime does not read; `where` is that
  save_cut,                 // shorter than it says; `where` is how many bytes it should have
  save_damaged,             // its checksum is another one
  save_structure,           // its parts do not fit together
  save_invalid,             // its values cannot be the state of a world
  save_of_other_version,    // its assets behave differently from those of the game
  reload_outdated,          // it was not prepared, or for another world, or populations were added since
  snapshot_unknown,         // no raw snapshot of this version of the runtime
  snapshot_cut,             // fewer bytes than it has; `where` is how many it takes
  snapshot_of_other_world,  // of a world with other assets, populations or options, or of another build
  snapshot_damaged,         // other bytes than were saved
  world_gone,               // a population whose world was destroyed or made anew
  foreign_handle,           // an entity, token, ticket, batch or round of another world
  nothing_given,            // a task reported as completed without what it gives back: it counts as failed
  wrong_task,               // a report with the record of another task than the one that the token is of
  too_few_tokens,           // the team or the world has fewer of the token; `where` is how many there are
  off_grid,                 // a point or cell outside the grid; `where` is the column or row, 0 for a point
  time_too_late,            // a time beyond kLastMicrosecond; `where` is that
  save_agent_unknown,       // no given asset has an agent of the save; `where` is its id
  asset_unused,             // the world has no population of the asset that is to change
};

// Which option is outside its range: `where` of bad_options.
enum class BadOption : uint64_t {
  size = 1,  // of the options struct: the game was compiled for another version
  entities,
  teams,
  up,
  event_bytes,
  contract,  // its ids fall
  asset,     // not loaded
  capacity,
  plan_searches,
  plan_situations,
  plan_situations_per_frame,
  agents_per_job,
  target,
  record,  // null, but the event has fields
  ending,
  sounds,
  sight,
  columns,
  rows,
  cell,
  origin,
  searches,
  expansions,
  instruction_set,
  number,
  allocator,    // one of its functions is missing
  scratches,    // an executor has none
  asset_twice,  // an asset that is to become two
};

// What goes on in a world, or in the population that was asked: `where` of wrong_phase.
enum class Phase : uint64_t {
  between_frames = 1,
  in_frame,
  thinking,
  acting,
  has_thought,  // in a frame in which the population has thought already
  sensing,
  has_sensed,  // … in which it has sensed already
  moving,
  has_moved,  // in a frame in which the population has moved already
  not_begun,  // in a frame, outside of the phase that the call is a part of
};

// `where` is the byte offset in the blob for Asset::load; for the others what their documentation says, else
// 0.
struct [[nodiscard]] Status {
  StatusCode code = StatusCode::ok;
  uint64_t where = 0;

  // True if the call succeeded.
  explicit operator bool() const { return code == StatusCode::ok; }
};

// One sentence in English, without a full stop; never null. "unknown status" for a code that does not exist.
[[nodiscard]] const char* describe(StatusCode code);
// The same, and which option or what part of a frame it was, where `where` tells.
[[nodiscard]] const char* describe(const Status& status);
// describe(status, world, buffer) in ishi/world.h also gives the name or number that the error is about.

}  // namespace ishi
