/* The functions of ishi/c_api.h, which includes this file with ISHI_CALL(result, name) as what precedes the
 * parameters. New functions come last. */

/* --- The library */

/* The version of the interface: ISHI_API_VERSION of the library. */
ISHI_CALL(uint32_t, api_version)(void);
/* One sentence in English, never null. */
ISHI_CALL(const char*, describe)(ishi_status status);
/* The id of a name, see ishi/id.h: `section` is such as "agents" or "blackboard". 0 for null. */
ISHI_CALL(uint64_t, id_of)(const char* section, const char* name);

/* Options with their defaults; only `size` is left for the caller, who sets it before. */
ISHI_CALL(ishi_status, asset_options_defaults)(ishi_asset_options* options);
ISHI_CALL(ishi_status, world_options_defaults)(ishi_world_options* options);
ISHI_CALL(ishi_status, population_options_defaults)(ishi_population_options* options);
ISHI_CALL(ishi_status, spawn_options_defaults)(ishi_spawn_options* options);
ISHI_CALL(ishi_status, entity_options_defaults)(ishi_entity_options* options);
ISHI_CALL(ishi_status, phase_options_defaults)(ishi_phase_options* options);
ISHI_CALL(ishi_status, event_options_defaults)(ishi_event_options* options);
ISHI_CALL(ishi_status, sound_options_defaults)(ishi_sound_options* options);
ISHI_CALL(ishi_status, grid_options_defaults)(ishi_grid_options* options);
ISHI_CALL(ishi_status, path_options_defaults)(ishi_path_options* options);
ISHI_CALL(ishi_status, load_options_defaults)(ishi_load_options* options);

/* --- Assets */

/* Copies and checks a blob. Safe for untrusted bytes. `options` may be null, here and in all that follows. */
ISHI_CALL(ishi_status, asset_load)
(const void* bytes, size_t count, const ishi_asset_options* options, ishi_asset* asset);
/* object_in_use while a world or reload uses it. */
ISHI_CALL(ishi_status, asset_destroy)(ishi_asset asset);
/* 1 if it can be used; of anything, any thread. So for the other handles. */
ISHI_CALL(uint32_t, asset_valid)(ishi_asset asset);
ISHI_CALL(ishi_status, asset_up)(ishi_asset asset, uint32_t* up);
ISHI_CALL(ishi_status, asset_contract_hash)(ishi_asset asset, uint64_t* hash);
ISHI_CALL(ishi_status, asset_count)(ishi_asset asset, uint32_t kind, uint32_t* count);
/* unknown_id. */
ISHI_CALL(ishi_status, asset_find)(ishi_asset asset, uint32_t kind, uint64_t id, uint32_t* index);
/* Writes a name and a zero; `length` is without it, 0 if the blob was stripped. out_of_range (`where`: how
 * many there are), buffer_too_small (`where`: the bytes it takes). */
ISHI_CALL(ishi_status, asset_name)
(ishi_asset asset, uint32_t kind, uint32_t index, char* text, size_t room, size_t* length);
/* The parts of its contract, in text order by kind. Names live as long as the asset. */
ISHI_CALL(ishi_status, asset_entry_count)(ishi_asset asset, uint32_t* count);
ISHI_CALL(ishi_status, asset_entry)(ishi_asset asset, uint32_t index, ishi_entry* entry);
/* The indices of the keys that running bodies of an agent read in each frame; `count` is how many there are.
 */
ISHI_CALL(ishi_status, asset_watched_keys)
(ishi_asset asset, uint32_t agent, uint32_t* keys, uint32_t room, uint32_t* count);

/* --- Worlds */

ISHI_CALL(ishi_status, world_create)(const ishi_world_options* options, ishi_world* world);
/* Not while another thread is in a call of it. */
ISHI_CALL(ishi_status, world_destroy)(ishi_world world);
ISHI_CALL(uint32_t, world_valid)(ishi_world world);
ISHI_CALL(ishi_status, world_number)(ishi_world world, uint32_t* number);
ISHI_CALL(ishi_status, world_add_population)
(ishi_world world, ishi_asset asset, uint64_t agent, const ishi_population_options* options,
 ishi_population* population);
/* A line about why the last ishi_world_add_population or ishi_world_prepare_reload said contract_mismatch or
 * contract_unknown, cut to the room and ended by a zero; empty if it did not. */
ISHI_CALL(ishi_status, world_contract_fault)(ishi_world world, char* text, size_t room, size_t* length);
ISHI_CALL(ishi_status, world_population_count)(ishi_world world, uint32_t* count);
ISHI_CALL(ishi_status, world_population)(ishi_world world, uint32_t index, ishi_population* population);
ISHI_CALL(ishi_status, world_clock)(ishi_world world, ishi_clock* clock);
ISHI_CALL(ishi_status, world_begin_frame)(ishi_world world, const ishi_clock* clock);
ISHI_CALL(ishi_status, world_end_frame)(ishi_world world);
ISHI_CALL(ishi_status, world_state_hash)(ishi_world world, uint64_t* hash);

/* Entities that are not agents. */
ISHI_CALL(ishi_status, world_spawn)
(ishi_world world, const ishi_entity_options* options, ishi_entity* entity);
ISHI_CALL(ishi_status, world_despawn)(ishi_world world, ishi_entity entity);
ISHI_CALL(uint32_t, world_is_alive)(ishi_world world, ishi_entity entity);
ISHI_CALL(ishi_status, world_entity_count)(ishi_world world, uint32_t* count);
/* The handle of a stored id; nobody's id gives nobody. */
ISHI_CALL(ishi_status, world_entity)(ishi_world world, ishi_entity_id id, ishi_entity* entity);
ISHI_CALL(ishi_status, world_position)(ishi_world world, ishi_entity entity, ishi_vector3* position);
ISHI_CALL(ishi_status, world_set_position)(ishi_world world, ishi_entity entity, ishi_vector3 position);
ISHI_CALL(ishi_status, world_facing)(ishi_world world, ishi_entity entity, ishi_vector3* facing);
ISHI_CALL(ishi_status, world_set_facing)(ishi_world world, ishi_entity entity, ishi_vector3 facing);
ISHI_CALL(ishi_status, world_user)(ishi_world world, ishi_entity entity, uint64_t* user);
/* The columns of all positions and facings, by ishi_entity.index. */
ISHI_CALL(ishi_status, world_positions)(ishi_world world, ishi_column* column);
ISHI_CALL(ishi_status, world_facings)(ishi_world world, ishi_column* column);
/* A key of the teams or the world, or a field of things. `type` is what is expected, or ISHI_ANY_TYPE. */
ISHI_CALL(ishi_status, world_column)
(ishi_world world, uint32_t place, uint64_t key, uint32_t type, ishi_column* column);

/* Claims. */
ISHI_CALL(ishi_status, world_tokens_in_use)(ishi_world world, uint64_t token, uint32_t team, uint32_t* count);
ISHI_CALL(ishi_status, world_keep_tokens)(ishi_world world, uint64_t token, uint32_t team, uint32_t count);
ISHI_CALL(ishi_status, world_keep_entity)(ishi_world world, ishi_entity entity, uint32_t kept);
ISHI_CALL(ishi_status, world_claimed_by)(ishi_world world, ishi_entity entity, ishi_entity* agent);

/* Events and sounds. */
ISHI_CALL(ishi_status, world_post)(ishi_world world, const ishi_event_options* options);
ISHI_CALL(ishi_status, world_make_sound)(ishi_world world, const ishi_sound_options* options);
ISHI_CALL(ishi_status, world_lost_sounds)(ishi_world world, uint64_t* count);

/* The grid. */
ISHI_CALL(ishi_status, world_create_grid)(ishi_world world, const ishi_grid_options* options);
ISHI_CALL(ishi_status, world_cells)(ishi_world world, ishi_cells* cells);
ISHI_CALL(ishi_status, world_cells_changed)(ishi_world world);
ISHI_CALL(ishi_status, world_set_cell)(ishi_world world, uint32_t column, uint32_t row, uint32_t terrain);
ISHI_CALL(ishi_status, world_cell_of)(ishi_world world, ishi_vector3 point, uint32_t* column, uint32_t* row);
ISHI_CALL(ishi_status, world_find_paths)(ishi_world world, const ishi_path_options* options);
ISHI_CALL(ishi_status, world_path_counters)(ishi_world world, ishi_path_counters* counters);

/* Snapshots, saves and reloads. */
ISHI_CALL(ishi_status, world_snapshot_size)(ishi_world world, size_t* bytes);
ISHI_CALL(ishi_status, world_save_snapshot)(ishi_world world, void* memory, size_t room, size_t* bytes);
ISHI_CALL(ishi_status, world_restore_snapshot)(ishi_world world, const void* snapshot, size_t bytes);
ISHI_CALL(ishi_status, world_save_size)(ishi_world world, size_t* bytes);
ISHI_CALL(ishi_status, world_save)(ishi_world world, void* memory, size_t room, size_t* bytes);
/* Its populations are those of ishi_world_population. Whatever the bytes are. */
ISHI_CALL(ishi_status, world_load)
(const void* save, size_t bytes, const ishi_load_options* options, ishi_world* world, ishi_reload* reload);
ISHI_CALL(ishi_status, world_prepare_reload)
(ishi_world world, const ishi_asset_change* changes, uint32_t count, ishi_reload* reload);
ISHI_CALL(ishi_status, world_commit_reload)(ishi_world world, ishi_reload reload);
ISHI_CALL(ishi_status, reload_destroy)(ishi_reload reload);
/* 1 if it can be committed. */
ISHI_CALL(uint32_t, reload_valid)(ishi_reload reload);
ISHI_CALL(ishi_status, reload_items)(ishi_reload reload, const ishi_reload_item** items, uint32_t* count);
ISHI_CALL(ishi_status, reload_totals)(ishi_reload reload, ishi_reload_counts* counts);

/* The memory in which one thread thinks. */
ISHI_CALL(ishi_status, scratch_create)(ishi_world world, ishi_scratch* scratch);
ISHI_CALL(ishi_status, scratch_destroy)(ishi_scratch scratch);
/* 1 if it is large enough for every population that the world has now. */
ISHI_CALL(uint32_t, scratch_fits)(ishi_scratch scratch, ishi_world world);

/* --- Populations */

ISHI_CALL(uint32_t, population_valid)(ishi_population population);
ISHI_CALL(ishi_status, population_agent_id)(ishi_population population, uint64_t* agent);
ISHI_CALL(ishi_status, population_capacity)(ishi_population population, uint32_t* capacity);
ISHI_CALL(ishi_status, population_size)(ishi_population population, uint32_t* count);
ISHI_CALL(ishi_status, population_state_hash)(ishi_population population, uint64_t* hash);
ISHI_CALL(ishi_status, population_spawn)
(ishi_population population, const ishi_spawn_options* options, ishi_entity* agent);
/* Stops at the first that fails, whose place is `where`: those before it live. */
ISHI_CALL(ishi_status, population_spawn_many)
(ishi_population population, const ishi_spawn_options* options, uint32_t count, ishi_entity* agents);
ISHI_CALL(ishi_status, population_despawn)(ishi_population population, ishi_entity agent);
ISHI_CALL(ishi_status, population_slot_of)(ishi_population population, ishi_entity agent, uint32_t* slot);
/* Nobody if no agent lives there. */
ISHI_CALL(ishi_status, population_agent_of)(ishi_population population, uint32_t slot, ishi_entity* agent);
/* An agent's key, a row a slot. */
ISHI_CALL(ishi_status, population_column)
(ishi_population population, uint64_t key, uint32_t type, ishi_column* column);
/* The levels of a need or drive, a row a slot. */
ISHI_CALL(ishi_status, population_levels)(ishi_population population, uint64_t motive, ishi_column* column);
ISHI_CALL(ishi_status, population_level_now)
(ishi_population population, ishi_entity agent, uint64_t motive, ishi_scratch scratch, float* level);
/* The masks of blocked directions, a row a slot; no rows if no steering avoids. */
ISHI_CALL(ishi_status, population_blocked)(ishi_population population, ishi_column* column);

/* A phase of a frame: begin, each job once on any thread with a scratch of its own, end. */
ISHI_CALL(ishi_status, population_begin)
(ishi_population population, uint32_t phase, const ishi_phase_options* options, ishi_batch* batch);
ISHI_CALL(ishi_status, batch_run)(const ishi_batch* batch, uint32_t job, ishi_scratch scratch);
/* All jobs one after the other. */
ISHI_CALL(ishi_status, batch_run_all)(const ishi_batch* batch, ishi_scratch scratch);
/* `results` may be null. */
ISHI_CALL(ishi_status, batch_end)(const ishi_batch* batch, ishi_results* results);
/* 1 if another round of ISHI_ACT has something to do. */
ISHI_CALL(uint32_t, population_wants_act)(ishi_population population);
ISHI_CALL(ishi_status, population_answer)(ishi_population population, ishi_ticket ticket, uint32_t sight);
ISHI_CALL(ishi_status, population_report)(ishi_population population, const ishi_report* report);
/* `taken` is how many were. */
ISHI_CALL(ishi_status, population_report_many)
(ishi_population population, const ishi_report* reports, uint32_t count, uint32_t* taken);
ISHI_CALL(ishi_status, population_sense_counters)(ishi_population population, ishi_sense_counters* counters);
ISHI_CALL(ishi_status, population_think_counters)(ishi_population population, ishi_think_counters* counters);
ISHI_CALL(ishi_status, population_act_counters)(ishi_population population, ishi_act_counters* counters);
ISHI_CALL(ishi_status, population_refreshed)(ishi_population population, uint64_t key);

/* Memories. `count` is how many facts there are, of which as many are written as there is room for. */
ISHI_CALL(ishi_status, population_remember)
(ishi_population population, ishi_entity agent, uint64_t memory, ishi_entity entity);
ISHI_CALL(ishi_status, population_forget)
(ishi_population population, ishi_entity agent, uint64_t memory, ishi_entity entity);
ISHI_CALL(ishi_status, population_facts)
(ishi_population population, ishi_entity agent, uint64_t memory, ishi_fact* facts, uint32_t room,
 uint32_t* count);
ISHI_CALL(ishi_status, population_fact_field)
(ishi_population population, ishi_entity agent, uint64_t memory, uint32_t fact, uint64_t field,
 ishi_value* value);
ISHI_CALL(ishi_status, population_set_fact_field)
(ishi_population population, ishi_entity agent, uint64_t memory, uint32_t fact, uint64_t field,
 const ishi_value* value);
ISHI_CALL(ishi_status, population_awareness)
(ishi_population population, ishi_entity agent, uint64_t memory, uint32_t fact, float* awareness);

/* Candidates: the set of an agent, of a team, or of the world (whose team is 0). The set is checked when it
 * is used. */
ISHI_CALL(ishi_status, population_candidates)
(ishi_population population, ishi_entity agent, uint64_t set, ishi_candidates* candidates);
ISHI_CALL(ishi_status, world_candidates)
(ishi_world world, uint64_t set, uint32_t team, ishi_candidates* candidates);
/* Of a set of entities `member` is one; else it becomes the new member. */
ISHI_CALL(ishi_status, candidates_add)(const ishi_candidates* candidates, ishi_entity* member);
ISHI_CALL(ishi_status, candidates_set)
(const ishi_candidates* candidates, const ishi_entity* members, uint32_t count);
ISHI_CALL(ishi_status, candidates_withdraw)(const ishi_candidates* candidates, ishi_entity member);
ISHI_CALL(ishi_status, candidates_list)
(const ishi_candidates* candidates, ishi_entity* members, uint32_t room, uint32_t* count);
ISHI_CALL(ishi_status, candidates_field)
(const ishi_candidates* candidates, ishi_entity member, uint64_t field, ishi_value* value);
ISHI_CALL(ishi_status, candidates_set_field)
(const ishi_candidates* candidates, ishi_entity member, uint64_t field, const ishi_value* value);

/* What agents do and choose. */
ISHI_CALL(ishi_status, population_chosen)
(ishi_population population, ishi_entity agent, uint64_t choice, ishi_chosen* chosen);
ISHI_CALL(ishi_status, population_choose)
(ishi_population population, ishi_entity agent, uint64_t choice, ishi_scratch scratch, ishi_chosen* chosen);
ISHI_CALL(ishi_status, population_option)(ishi_population population, ishi_entity agent, uint32_t* option);
ISHI_CALL(ishi_status, population_candidate)
(ishi_population population, ishi_entity agent, ishi_entity* candidate);
ISHI_CALL(ishi_status, population_profile)(ishi_population population, ishi_entity agent, uint64_t* profile);
ISHI_CALL(ishi_status, population_set_profile)
(ishi_population population, ishi_entity agent, uint64_t profile);
ISHI_CALL(ishi_status, population_state)(ishi_population population, ishi_entity agent, uint32_t* state);
ISHI_CALL(ishi_status, population_team)(ishi_population population, ishi_entity agent, uint32_t* team);
ISHI_CALL(ishi_status, population_set_team)(ishi_population population, ishi_entity agent, uint32_t team);

/* Walkers. no_way: the agent has no way now. */
ISHI_CALL(ishi_status, population_way_point)(ishi_population population, ishi_entity agent, ishi_vector3* at);
ISHI_CALL(ishi_status, population_path)
(ishi_population population, ishi_entity agent, ishi_vector3* points, uint32_t room, uint32_t* count);
ISHI_CALL(ishi_status, population_way)(ishi_population population, ishi_entity agent, ishi_way* way);

/* For tools, while the population does nothing: the score of each option of an agent, bit for bit as a
 * thought computes it. `values` has room for ishi_population_value_count numbers; `count` is how many options
 * there are. */
ISHI_CALL(ishi_status, population_value_count)(ishi_population population, uint32_t* count);
ISHI_CALL(ishi_status, population_explain)
(ishi_population population, ishi_entity agent, float* values, uint32_t value_room, ishi_option_score* scores,
 uint32_t room, uint32_t* count);
/* The name of an option by its id, as ishi_asset_name. unknown_id of none that the population's agent has. */
ISHI_CALL(ishi_status, population_option_name)
(ishi_population population, uint64_t id, char* text, size_t room, size_t* length);
/* Null if ishi_get_api has the functions of a version, else a sentence that says why not. Any thread. */
ISHI_CALL(const char*, version_fault)(uint32_t version);
/* The features that this library has, and those that an asset needs: bit i is row i of ishi/features.inl. */
ISHI_CALL(uint64_t, runtime_features)(void);
ISHI_CALL(ishi_status, asset_features)(ishi_asset asset, uint64_t* features);
/* Ends a frame that the game cannot finish, such as after an exception, wherever it stands: see World::cancel_frame
 * in ishi/world.h. Batches that have begun are over. wrong_phase outside a frame. */
ISHI_CALL(ishi_status, world_cancel_frame)(ishi_world world);
/* Writes what a call of this world said, with the name or number that it was about: ishi_describe and more. Cut to the
 * room and ended by a zero. */
ISHI_CALL(ishi_status, world_describe)
(ishi_world world, ishi_status status, char* text, size_t room, size_t* length);

/* --- Recorders and hosts */

ISHI_CALL(ishi_status, recorder_options_defaults)(ishi_recorder_options* options);
/* Records everything that the game gives a world from its next frame on, see ishi/record/recorder.h; it needs no
 * further call. Between frames. world_gone, wrong_phase, already_recorded, bad_recorder_options, out_of_memory, cannot_write,
 * path_in_use, feature_missing, not_in_build. */
ISHI_CALL(ishi_status, recorder_open)
(ishi_world world, const ishi_recorder_options* options, ishi_recorder* recorder);
ISHI_CALL(uint32_t, recorder_valid)(ishi_recorder recorder);
/* Ends the recording, and waits until its file is written; ishi_recorder_take still gives the rest of the bytes. May be
 * called again. cannot_write, frames_lost, world_gone. */
ISHI_CALL(ishi_status, recorder_finish)(ishi_recorder recorder);
/* Ends the recording, waits until its file is written, and destroys the recorder, whatever it says: cannot_write,
 * frames_lost, world_gone (the recording ends where the world went). */
ISHI_CALL(ishi_status, recorder_close)(ishi_recorder recorder);
/* Moves the next bytes of a recording without a file to the memory; `bytes` is how many. */
ISHI_CALL(ishi_status, recorder_take)(ishi_recorder recorder, void* memory, size_t room, size_t* bytes);
/* Writes a dashcam to a file. Between frames. not_a_dashcam, cannot_write, path_in_use. */
ISHI_CALL(ishi_status, recorder_write)(ishi_recorder recorder, const char* path);
ISHI_CALL(ishi_status, recorder_counters)(ishi_recorder recorder, ishi_recorder_counts* counters);

ISHI_CALL(ishi_status, host_options_defaults)(ishi_host_options* options);
/* Lets viewers join the game whose world is recorded. not_recorded, has_host, bad_host_options, out_of_memory, no_folder,
 * path_too_long, path_taken, cannot_listen, not_in_build. */
ISHI_CALL(ishi_status, host_open)
(ishi_recorder recorder, const ishi_host_options* options, ishi_host* host);
ISHI_CALL(uint32_t, host_valid)(ishi_host host);
/* Sends what was recorded, and does what viewers ask for. Between frames, with the world that is recorded. Waits only
 * while a viewer holds the game. If `reloaded` is not 0, columns are fetched again and scratches made anew. */
ISHI_CALL(ishi_status, host_between_frames)(ishi_host host, ishi_world world, ishi_turn* turn);
/* The assets that viewers replaced in the last call of ishi_host_between_frames. Those that they gave are used by the
 * host until it is closed; an asset that a world uses then stays, and is destroyed as any other. `count` is how many
 * there are, of which as many are written as there is room for. */
ISHI_CALL(ishi_status, host_reloaded)
(ishi_host host, ishi_asset_change* changes, uint32_t room, uint32_t* count);
/* The socket file, as ishi_asset_name gives a name; empty if the recorder has ended. */
ISHI_CALL(ishi_status, host_path)(ishi_host host, char* text, size_t room, size_t* length);
ISHI_CALL(ishi_status, host_port)(ishi_host host, uint32_t* port);
/* Sends viewers away, and destroys the host. */
ISHI_CALL(ishi_status, host_close)(ishi_host host);
