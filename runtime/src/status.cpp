#include "ishi/status.h"

#include "ishi/features.h"

namespace ishi {
namespace {

struct Text {
  StatusCode code;
  const char* text;
};

constexpr Text kRows[] = {
    {StatusCode::ok, "done"},
    {StatusCode::out_of_memory, "there is not enough memory"},
    {StatusCode::bad_options, "an option is outside its range, or the options are of another version"},
    {StatusCode::not_created, "the world or population was never made, or making it failed"},
    {StatusCode::feature_missing, "this needs a feature that the runtime was built without"},

    {StatusCode::blob_too_small, "the blob is too small to be one"},
    {StatusCode::blob_too_large, "the blob is larger than 2 GiB"},
    {StatusCode::blob_misaligned, "the borrowed blob is not aligned to 8 bytes"},
    {StatusCode::blob_truncated, "the blob is shorter than its size in front says"},
    {StatusCode::blob_trailing_bytes, "the blob is longer than its size in front says"},
    {StatusCode::blob_wrong_identifier, "this is not an ishi blob"},
    {StatusCode::blob_unknown_version,
     "the blob has a format version that this runtime does not load: compile it again, with the tool of the "
     "runtime's version"},
    {StatusCode::blob_structure, "an offset or a size in the blob leads out of it"},
    {StatusCode::blob_vector_misaligned, "a vector of the blob is not aligned"},
    {StatusCode::blob_vectors_overlap, "vectors of the blob overlap"},

    {StatusCode::unknown_enumerator, "a code, kind, type or scope does not exist"},
    {StatusCode::reserved_not_zero, "a reserved field is not zero"},
    {StatusCode::id_zero, "an id is zero"},
    {StatusCode::id_duplicate, "two of a kind have the same id"},
    {StatusCode::lookup_count, "a look-up vector has another length than what it looks up"},
    {StatusCode::lookup_unsorted, "a look-up vector is not sorted"},
    {StatusCode::lookup_disagrees, "a look-up entry does not name what it points at"},
    {StatusCode::range_not_tiled,
     "a range does not begin where the one before it ends, or runs past the end"},
    {StatusCode::elements_left_over, "the ranges leave elements over"},
    {StatusCode::index_out_of_range, "an index is out of range"},
    {StatusCode::number_not_finite, "a number is not finite"},
    {StatusCode::too_many, "there are more of a kind than the runtime counts to"},
    {StatusCode::rename_of_unknown, "what is said to have had another name does not exist"},
    {StatusCode::rename_from_existing, "something is said to have had a name that another one has now"},

    {StatusCode::range_inverted, "a range and its default are not in order"},
    {StatusCode::range_not_of_type, "a range or default is not one of its type"},
    {StatusCode::reference_not_of_type, "a type that refers to nothing has a reference"},
    {StatusCode::scope_not_agent, "a field or parameter has a scope"},
    {StatusCode::parameter_offset, "a parameter is not at its place in the record"},
    {StatusCode::record_too_large, "the parameters of a task or the fields of an event take too many bytes"},
    {StatusCode::merge_not_of_key, "a key has a merge that it cannot have"},
    {StatusCode::live_not_of_task, "a field of an event is live"},

    {StatusCode::curve_numbers, "a curve has not as many numbers as its kind needs"},
    {StatusCode::curve_unsorted, "the x of a curve do not rise"},
    {StatusCode::curve_mode, "a curve of keys has an unknown mode outside its ends"},
    {StatusCode::curve_corners, "the corners of a curve fall"},
    {StatusCode::curve_end, "the last row of a curve is not level"},
    {StatusCode::weight_count, "a profile has not one weight for each motive"},
    {StatusCode::weight_negative, "a weight is negative"},

    {StatusCode::unused_not_zero, "an operand, gate or parameter that an operation does not use is not zero"},
    {StatusCode::operand_not_earlier, "an operand is not earlier than its operation"},
    {StatusCode::operand_of_gate, "the result of a gate is used as an operand"},
    {StatusCode::operand_outside_gate, "a value that is computed under a gate is used outside it"},
    {StatusCode::operand_outside_domain, "a value leaves its domain without being spread"},
    {StatusCode::domain_falls, "operations are not sorted by domain"},
    {StatusCode::gate_not_earlier, "the condition of a gate is not earlier than what it gates"},
    {StatusCode::gate_nested, "a gate stands under a gate"},
    {StatusCode::gate_not_here, "a formula has a gate"},
    {StatusCode::parameter_not_of_operation, "an operation reads a key or field of another shape"},
    {StatusCode::program_empty, "a program is too short to have a result"},
    {StatusCode::score_not_gated, "the score of an option is not a gate operation"},

    {StatusCode::agent_without_interval, "an agent's thoughts have no interval"},
    {StatusCode::argument_order, "arguments do not follow the order of the parameters"},
    {StatusCode::argument_missing, "a required parameter has no argument"},
    {StatusCode::inertia_negative, "an agent's inertia is negative"},
    {StatusCode::temperature_not_positive, "the temperature of a selection is not above 0"},
    {StatusCode::cooldown_negative, "a cooldown is negative or too long"},
    {StatusCode::formula_not_of_owner, "a formula is not one of its owner"},
    {StatusCode::formula_record, "a formula reads a record that is not there"},
    {StatusCode::assignment_of_shared, "a behaviour writes a shared key that has no merge"},
    {StatusCode::effect_order, "a key is written twice by one step or task"},
    {StatusCode::node_not_here, "a node stands where its kind may not"},
    {StatusCode::node_before_parent, "a node does not come after its parent"},
    {StatusCode::node_too_deep, "nodes are nested too deeply"},
    {StatusCode::node_unused_part, "a node has a part that its kind does not have"},
    {StatusCode::node_without_value, "a wait has no duration"},
    {StatusCode::modifier_not_here, "a modifier stands where it may not"},
    {StatusCode::root_order, "bodies do not follow the order of options and handlers"},
    {StatusCode::handler_duplicate, "an agent has two handlers of one event"},
    {StatusCode::set_capacity, "a set has no members, or too many"},
    {StatusCode::set_order, "a memory behind a set of candidates"},
    {StatusCode::token_count, "a token is there for nobody, or for too many"},
    {StatusCode::claim_order, "the claims of an option do not rise"},
    {StatusCode::set_things, "the kinds of things of a set make no sense"},
    {StatusCode::memory_forget, "a memory's time of forgetting is negative or too long"},
    {StatusCode::memory_shared, "a memory is not of each agent's own, or not of entities"},
    {StatusCode::formula_member, "a formula reads a member of a set that there is not where it stands"},
    {StatusCode::level_start, "a level starts outside 0 to 1"},
    {StatusCode::level_not_carried, "a level is used that no agent carries"},
    {StatusCode::level_result, "what a level becomes is not one of the agent's own values"},
    {StatusCode::member_field_noticed, "a behaviour writes a field that a fact has from its thing"},
    {StatusCode::effect_not_on_key, "an effect is on something else than a key"},
    {StatusCode::candidates_shared, "a behaviour writes candidates that agents share"},
    {StatusCode::member_of_other_set, "an operation reads a member that is not of its set"},
    {StatusCode::member_outside_pass, "what is of candidates does not stand in one pass"},
    {StatusCode::choice_result, "a choice does not get its member and its score from one pass"},
    {StatusCode::score_outside_pass, "an option's score is not of the pass over its set"},
    {StatusCode::sense_range, "a sense, sound or awareness has a number outside its range"},
    {StatusCode::sense_memory, "a sense fills a memory of another kind"},
    {StatusCode::sense_unused_part, "a sense has what its kind does not have"},
    {StatusCode::sense_order, "sounds, memories or levels of awareness do not rise"},
    {StatusCode::noise_fields, "a memory of noises has no room for what was heard"},
    {StatusCode::level_event, "the event of a level of awareness has other fields than whom it is about"},
    {StatusCode::sense_formula, "what is said of a target or sound alone reads something else"},
    {StatusCode::navigation_range, "a number of a class of walkers is out of its range"},
    {StatusCode::travel_costs, "the costs of a class of walkers are not one for each terrain, up to 255"},
    {StatusCode::walk_away_unbounded, "a walk away from a place has no bound"},
    {StatusCode::moment_order, "the moments of an agent are out of order"},
    {StatusCode::state_order, "the options of a state are out of order"},
    {StatusCode::state_to_itself, "a state changes into itself"},
    {StatusCode::steering_directions, "a steering has fewer than 4 directions, or more than 64"},
    {StatusCode::steering_amount, "a steering has a speed or a range that it cannot have"},
    {StatusCode::steering_part, "a part of a steering has not what its kind needs, or more"},
    {StatusCode::interval_result, "how often an agent thinks is not one of its own values"},

    {StatusCode::debug_count, "a debug vector is not as long as what it describes"},
    {StatusCode::name_not_utf8, "a name is not UTF-8"},
    {StatusCode::name_unsorted, "the names are not sorted, or one stands twice"},
    {StatusCode::name_control_character, "a name holds an invisible control character"},

    {StatusCode::unknown_id,
     "the assets of this world, or of this population, have nothing of this kind with this id"},
    {StatusCode::contract_mismatch,
     "the asset has another contract than the game or an earlier asset of this world"},
    {StatusCode::up_mismatch, "the asset's up is not the world's"},
    {StatusCode::wrong_phase, "this is not allowed in this part of a frame"},
    {StatusCode::clock_fell, "the clock runs backwards"},
    {StatusCode::world_full, "the world has no room for another entity"},
    {StatusCode::population_full, "the population has no room for another agent"},
    {StatusCode::too_many_populations, "the world has no room for another population"},
    {StatusCode::stale_handle, "the entity is gone"},
    {StatusCode::belongs_to_population, "the entity is an agent: its population despawns it"},
    {StatusCode::not_of_population, "the entity is not an agent of this population"},
    {StatusCode::out_of_range, "the number is too high: there is no such row, job, option, state or team"},
    {StatusCode::wrong_type, "the key or field has another type"},
    {StatusCode::wrong_scope, "the key has another scope"},
    {StatusCode::batch_stale, "the batch or round is not the one that is open"},
    {StatusCode::job_done, "the job was done already"},
    {StatusCode::jobs_missing, "not all jobs are done"},
    {StatusCode::rounds_spent, "act has run as often as it may in this frame"},
    {StatusCode::token_unknown, "this population never gave the token"},
    {StatusCode::token_stale, "the task is over"},
    {StatusCode::already_reported, "the task was reported already"},
    {StatusCode::events_full, "there is no room for more events in this frame"},
    {StatusCode::wrong_record_size, "the record of the event has another size"},
    {StatusCode::contract_unknown, "the asset names something that the game does not know"},
    {StatusCode::buffer_too_small, "the buffer holds too few elements"},
    {StatusCode::not_an_agent, "the entity is no agent, and takes no events"},
    {StatusCode::wrong_thing, "the entity is of another kind than is wanted here"},
    {StatusCode::claim_taken, "others hold what this option claims"},
    {StatusCode::already_known, "the set has this entity"},
    {StatusCode::set_full, "the set has no room for another member"},
    {StatusCode::grid_exists, "the world has its grid already"},
    {StatusCode::no_grid, "the world has no grid"},
    {StatusCode::member_unknown, "the set has no such member"},
    {StatusCode::query_unknown, "this population never asked that"},
    {StatusCode::query_answered, "the question was answered already"},
    {StatusCode::query_stale, "the question waits for no answer any more"},
    {StatusCode::no_instruction_set, "the processor, or this build, does not have the instruction set"},
    {StatusCode::save_unknown, "these bytes are no save"},
    {StatusCode::save_version, "the save has a version that this runtime does not read"},
    {StatusCode::save_cut, "the save is shorter than it says"},
    {StatusCode::save_damaged, "the save was damaged: its checksum is another one"},
    {StatusCode::save_structure, "the parts of the save do not fit together"},
    {StatusCode::save_invalid, "what the save says cannot be the state of a world"},
    {StatusCode::save_of_other_version, "the assets of the save behave otherwise than those of the game"},
    {StatusCode::reload_outdated, "the reload was not prepared for this world as it is now"},
    {StatusCode::scratch_too_small, "the scratch was never made, or before this population was added"},
    {StatusCode::snapshot_unknown, "this is no snapshot that this version of the runtime has saved"},
    {StatusCode::snapshot_cut, "the snapshot is longer than what was given of it"},
    {StatusCode::snapshot_of_other_world,
     "the snapshot is of a world with other assets, populations or options, or of another build"},
    {StatusCode::snapshot_damaged, "the snapshot holds other bytes than were saved"},
    {StatusCode::world_gone, "the world of this population was destroyed or made anew"},
    {StatusCode::foreign_handle, "the handle belongs to another world"},
    {StatusCode::nothing_given,
     "the task gives something back, and the report lacks it: it counts as failed"},
    {StatusCode::wrong_task, "the record is not the one of the task that the token is of"},
    {StatusCode::too_few_tokens, "there are fewer of this token than are to be kept"},
    {StatusCode::off_grid, "the point or cell lies outside the grid"},
    {StatusCode::time_too_late, "the time is beyond the last microsecond that a frame can have"},
    {StatusCode::save_agent_unknown, "the save has an agent that none of the given assets has"},
    {StatusCode::asset_unused, "the world has no population of the asset that is to change"},
};

struct WhereRow {
  StatusCode code;
  uint64_t where;
  const char* text;
};

constexpr WhereRow row(BadOption option, const char* text) {
  return {StatusCode::bad_options, static_cast<uint64_t>(option), text};
}
constexpr WhereRow row(Phase phase, const char* text) {
  return {StatusCode::wrong_phase, static_cast<uint64_t>(phase), text};
}

constexpr WhereRow row(Feature feature, const char* text) {
  return {StatusCode::feature_missing, static_cast<uint64_t>(feature), text};
}

constexpr WhereRow kWhereRows[] = {
    row(BadOption::size, "the options are of another version: their `size` is not the one of this runtime"),
    row(BadOption::entities, "`entities` is not 1 to 2^24 - 1"),
    row(BadOption::teams, "`teams` is not 1 to 65,535"),
    row(BadOption::up, "`up` is neither y nor z"),
    row(BadOption::event_bytes, "`event_bytes` is not a multiple of 8, or above 1 GiB"),
    row(BadOption::contract, "the ids of `contract` fall"),
    row(BadOption::asset, "the asset is not loaded"),
    row(BadOption::capacity, "`capacity` is not 1 to 2^24 - 1"),
    row(BadOption::plan_searches, "`plan_searches` is 0"),
    row(BadOption::plan_situations, "`plan_situations` is not 1 to 2^20"),
    row(BadOption::plan_situations_per_frame, "`plan_situations_per_frame` is 0"),
    row(BadOption::agents_per_job, "`agents_per_job` is 0"),
    row(BadOption::target, "`target` does not exist"),
    row(BadOption::record, "`record` is null, but the event has fields"),
    row(BadOption::sounds, "`sounds` is above 65,536"),
    row(BadOption::sight, "the answer is neither clear nor blocked"),
    row(BadOption::ending, "the ending is neither completed nor failed"),
    row(BadOption::columns, "`columns` is not 1 to 4,096"),
    row(BadOption::rows, "`rows` is not 1 to 4,096"),
    row(BadOption::cell, "`cell` is not 1e-6 to 1e6 m, or too small for positions as far out as the grid"),
    row(BadOption::origin, "`origin` is not within 1e6 m on each axis"),
    row(BadOption::searches, "`searches` is not 1 to 64"),
    row(BadOption::expansions, "`expansions` is 0"),
    row(BadOption::instruction_set, "`instruction_set` is not one that exists"),
    row(BadOption::number,
        "`number` is neither 1 to 2^31 - 1 nor that of the world which is replaced, or another world has it"),
    row(BadOption::asset_twice, "an asset is given twice: it would become two"),
    row(BadOption::allocator, "`allocator` has only one of its two functions"),
    row(BadOption::scratches, "`Parallel` has no scratch: it needs at least one"),
    row(Phase::between_frames, "this is not allowed between frames: no frame has begun"),
    row(Phase::in_frame, "a frame has begun: this is allowed between frames alone, after end_frame"),
    row(Phase::thinking, "this is not allowed between begin_think and end_think"),
    row(Phase::acting, "this is not allowed between begin_act and end_act"),
    row(Phase::has_thought, "the population has thought in this frame already"),
    row(Phase::sensing, "this is not allowed between begin_sense and end_sense"),
    row(Phase::has_sensed, "the population has sensed in this frame already"),
    row(Phase::moving, "this is not allowed between begin_move and end_move"),
    row(Phase::has_moved, "the population has moved in this frame already"),
    row(Phase::not_begun,
        "the phase of this call has not begun: begin_sense, begin_think, begin_act or begin_move comes "
        "first"),
#define ISHI_FEATURE(name, text) \
  row(Feature::name,             \
      "this needs " text ", which the runtime was built without: ISHI_FEATURES lacks `" #name "`"),
#include "ishi/features.inl"
#undef ISHI_FEATURE
};

}  // namespace

const char* describe(StatusCode code) {
  for (const Text& row : kRows) {
    if (row.code == code) return row.text;
  }
  return "unknown status";
}

const char* describe(const Status& status) {
  for (const WhereRow& row : kWhereRows) {
    if (row.code == status.code && row.where == status.where) return row.text;
  }
  return describe(status.code);
}

}  // namespace ishi
