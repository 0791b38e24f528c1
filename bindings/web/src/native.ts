// Written by bindings/write_typescript.py from ishi/c_api.h, which says what each of these is. Do not edit.

/** The codes of refused calls, and the other constants of the C interface. */
export const constants = {
  OK: 0,
  OUT_OF_MEMORY: 1,
  BAD_OPTIONS: 2,
  UNKNOWN_ID: 800,
  CONTRACT_MISMATCH: 801,
  UP_MISMATCH: 802,
  WRONG_PHASE: 803,
  CLOCK_FELL: 804,
  WORLD_FULL: 805,
  POPULATION_FULL: 806,
  TOO_MANY_POPULATIONS: 807,
  STALE_HANDLE: 808,
  BELONGS_TO_POPULATION: 809,
  NOT_OF_POPULATION: 810,
  OUT_OF_RANGE: 812,
  WRONG_TYPE: 813,
  WRONG_SCOPE: 814,
  BATCH_STALE: 815,
  JOB_DONE: 816,
  JOBS_MISSING: 817,
  SCRATCH_TOO_SMALL: 818,
  ROUNDS_SPENT: 819,
  TOKEN_UNKNOWN: 820,
  TOKEN_STALE: 821,
  ALREADY_REPORTED: 822,
  EVENTS_FULL: 823,
  WRONG_RECORD_SIZE: 824,
  CONTRACT_UNKNOWN: 825,
  BUFFER_TOO_SMALL: 826,
  NOT_AN_AGENT: 827,
  WRONG_THING: 828,
  CLAIM_TAKEN: 829,
  ALREADY_KNOWN: 830,
  SET_FULL: 831,
  GRID_EXISTS: 832,
  NO_GRID: 833,
  MEMBER_UNKNOWN: 834,
  QUERY_UNKNOWN: 835,
  QUERY_ANSWERED: 836,
  QUERY_STALE: 837,
  NO_INSTRUCTION_SET: 838,
  SAVE_UNKNOWN: 839,
  SAVE_VERSION: 840,
  SAVE_CUT: 841,
  SAVE_DAMAGED: 842,
  SAVE_STRUCTURE: 843,
  SAVE_INVALID: 844,
  SAVE_OF_OTHER_VERSION: 845,
  RELOAD_OUTDATED: 846,
  SNAPSHOT_UNKNOWN: 847,
  SNAPSHOT_CUT: 848,
  SNAPSHOT_OF_OTHER_WORLD: 849,
  SNAPSHOT_DAMAGED: 850,
  WORLD_GONE: 851,
  FOREIGN_HANDLE: 852,
  NOTHING_GIVEN: 853,
  WRONG_TASK: 854,
  TOO_FEW_TOKENS: 855,
  OFF_GRID: 856,
  TIME_TOO_LATE: 857,
  SAVE_AGENT_UNKNOWN: 858,
  ASSET_UNUSED: 859,
  NULL_ARGUMENT: 2000,
  STALE_OBJECT: 2001,
  OBJECT_IN_USE: 2002,
  TOO_MANY_OBJECTS: 2003,
  BAD_ENUMERATOR: 2004,
  BAD_CONTRACT: 2005,
  OBJECT_BUSY: 2006,
  NO_WAY: 2007,
  ALREADY_RECORDED: 2008,
  CANNOT_WRITE: 2009,
  PATH_IN_USE: 2010,
  NOT_A_DASHCAM: 2011,
  FRAMES_LOST: 2012,
  BAD_RECORDER_OPTIONS: 2020,
  NOT_RECORDED: 2013,
  HAS_HOST: 2014,
  NO_FOLDER: 2015,
  PATH_TOO_LONG: 2016,
  PATH_TAKEN: 2017,
  BAD_HOST_OPTIONS: 2021,
  CANNOT_LISTEN: 2018,
  NOT_IN_BUILD: 2019,
  SENSE: 0,
  THINK: 1,
  ACT: 2,
  MOVE: 3,
  ANY_TYPE: 0,
  FLOAT: 1,
  INT32: 2,
  BYTE: 3,
  ENTITY: 4,
  POINT: 5,
  MASK: 6,
  OF_TEAM: 1,
  OF_WORLD: 2,
  OF_THING: 3,
  ENUMS: 0,
  THINGS: 1,
  KEYS: 2,
  EVENTS: 3,
  TASKS: 4,
  GOALS: 5,
  CURVES: 6,
  MOTIVES: 7,
  PROFILES: 8,
  AGENTS: 9,
  SETS: 10,
  TOKENS: 11,
  SOUNDS: 12,
  NAVIGATIONS: 13,
  UP_Y: 0,
  UP_Z: 1,
  COMPLETED: 0,
  FAILED: 1,
  CLEAR: 0,
  BLOCKED: 1,
  TO_AGENT: 0,
  TO_TEAM: 1,
  TO_EVERYONE: 2,
  KEPT: 0,
  RESET: 1,
  DROPPED: 2,
  ADDED: 3,
  API_VERSION: 1,
  NOT_FOUND: 0xffffffff,
  NO_OPTION: 0xffff,
  NO_STATE: 0xffffffff,
  NO_DIRECTION: 0xffffffff,
  SHARED: 0xffffffff,
  NOWHERE: 1000000.0,
  IMPASSABLE: 255,
} as const;

// The place of each member in its struct, in bytes; `bytes_of` is the struct as a whole.
export const enum Status { bytes_of = 16, code = 0, where = 8 }
export const enum Asset { bytes_of = 8, index = 0, generation = 4 }
export const enum World { bytes_of = 8, index = 0, generation = 4 }
export const enum Scratch { bytes_of = 8, index = 0, generation = 4 }
export const enum Reload { bytes_of = 8, index = 0, generation = 4 }
export const enum Recorder { bytes_of = 8, index = 0, generation = 4 }
export const enum Host { bytes_of = 8, index = 0, generation = 4 }
export const enum Population { bytes_of = 12, world = 0, index = 8 }
export const enum Vector3 { bytes_of = 12, x = 0, y = 4, z = 8 }
export const enum EntityId { bytes_of = 8, index = 0, generation = 4 }
export const enum Entity { bytes_of = 12, index = 0, generation = 4, world = 8 }
export const enum Token { bytes_of = 24, slot = 0, population = 4, lane = 6, serial = 8, world = 16, reserved = 20 }
export const enum Ticket { bytes_of = 16, query = 0, world = 8, population = 12, reserved = 14 }
export const enum Candidates { bytes_of = 40, world = 0, population = 8, agent = 12, team = 24, set = 32 }
export const enum Column { bytes_of = 24, data = 0, y = 4, z = 8, count = 12, stride = 16, type = 20 }
export const enum Cells { bytes_of = 16, data = 0, columns = 4, rows = 8, stride = 12 }
export const enum Value { bytes_of = 36, type = 0, number = 4, integer = 8, byte = 12, entity = 16, point = 24 }
export const enum Batch { bytes_of = 40, population = 0, phase = 12, rows = 16, count = 20, jobs = 24, agents_per_job = 28, serial = 32 }
export const enum Start { bytes_of = 64, token = 0, agent = 24, user = 40, task = 48, parameters = 56 }
export const enum End { bytes_of = 64, token = 0, agent = 24, user = 40, task = 48, report_when_over = 56 }
export const enum Emitted { bytes_of = 40, agent = 0, user = 16, event = 24, record = 32 }
export const enum Query { bytes_of = 72, ticket = 0, observer = 16, target = 28, slot = 40, from = 44, to = 56 }
export const enum Move { bytes_of = 48, agent = 0, user = 16, slot = 24, direction = 28, heading = 32, speed = 44 }
export const enum Results { bytes_of = 52, size = 0, query_count = 4, start_count = 8, update_count = 12, end_count = 16, event_count = 20, move_count = 24, queries = 28, starts = 32, updates = 36, ends = 40, events = 44, moves = 48 }
export const enum Report { bytes_of = 48, token = 0, ending = 24, task = 32, record = 40, record_bytes = 44 }
export const enum Fact { bytes_of = 40, entity = 0, position = 12, first_seen_microseconds = 24, last_seen_microseconds = 32 }
export const enum Chosen { bytes_of = 16, member = 0, score = 12 }
export const enum OptionScore { bytes_of = 32, id = 0, score = 8, rank = 12, running = 16, of_members = 17, candidate = 20 }
export const enum Clock { bytes_of = 16, frame = 0, time_microseconds = 8 }
export const enum Way { bytes_of = 12, end = 0, is_asked = 1, steps = 4, cost = 8 }
export const enum SenseCounters { bytes_of = 72, size = 0, candidates = 8, distance_tests = 16, field_tests = 24, conditions = 32, queries = 40, noticed = 48, lapsed = 56, lost_events = 64 }
export const enum ThinkCounters { bytes_of = 40, size = 0, thoughts = 4, put_off = 8, early = 12, looked_at = 16, overdue_frames = 24, overdue_microseconds = 32 }
export const enum ActCounters { bytes_of = 88, size = 0, visits = 8, started = 16, completed = 24, failed = 32, aborted = 40, failed_options = 48, plans = 56, planned_situations = 64, dropped_events = 72, plans_given_up = 80 }
export const enum PathCounters { bytes_of = 48, size = 0, searches = 8, expansions = 16, found = 24, unreachable = 32, waiting = 40 }
export const enum Entry { bytes_of = 72, id = 0, owner = 8, reference = 16, name = 24, owner_name = 28, reference_name = 32, kind = 36, type = 37, scope = 38, merge = 39, abort = 40, required = 41, live = 42, given = 43, place = 44, parts = 48, low = 52, high = 56, fallback = 60 }
export const enum ReloadItem { bytes_of = 24, id = 0, name = 8, former_name = 12, part = 16, effect = 17, population = 18 }
export const enum ReloadCounts { bytes_of = 32, size = 0, kept_tasks = 4, aborted_tasks = 8, restarted_goals = 12, restarted_options = 16, ended_options = 20, dropped_members = 24, dropped_events = 28 }
export const enum Allocator { bytes_of = 12, context = 0, allocate = 4, release = 8 }
export const enum AssetOptions { bytes_of = 16, size = 0, allocator = 4 }
export const enum WorldOptions { bytes_of = 56, size = 0, entities = 4, seed = 8, teams = 16, up = 20, event_bytes = 24, sounds = 28, number = 32, entry_count = 36, contract = 40, allocator = 44 }
export const enum PopulationOptions { bytes_of = 20, size = 0, capacity = 4, plan_searches = 8, plan_situations = 12, plan_situations_per_frame = 16 }
export const enum SpawnOptions { bytes_of = 64, size = 0, team = 4, position = 8, facing = 20, profile = 32, user = 40, identity = 48, thing = 56 }
export const enum EntityOptions { bytes_of = 56, size = 0, position = 4, facing = 16, thing = 32, user = 40, identity = 48 }
export const enum PhaseOptions { bytes_of = 12, size = 0, agents_per_job = 4, quota = 8 }
export const enum EventOptions { bytes_of = 40, size = 0, record_bytes = 4, event = 8, target = 16, team = 20, agent = 24, record = 36 }
export const enum SoundOptions { bytes_of = 40, size = 0, elsewhere = 4, sound = 8, maker = 16, position = 28 }
export const enum GridOptions { bytes_of = 32, size = 0, columns = 4, rows = 8, cell = 12, origin = 16, searches = 28 }
export const enum PathOptions { bytes_of = 8, size = 0, expansions = 4 }
export const enum AssetChange { bytes_of = 16, from = 0, to = 8 }
export const enum LoadOptions { bytes_of = 64, size = 0, strict = 4, assets = 8, asset_count = 12, entry_count = 16, contract = 20, most_extra_bytes = 24, number = 32, replaced = 36, fault_room = 44, fault = 48, allocator = 52 }
export const enum RecorderOptions { bytes_of = 56, size = 0, dashcam_seconds = 4, save_seconds = 8, save_frames = 12, hash_frames = 16, only_watched = 20, path = 24, memory_bytes = 32, allocator = 40 }
export const enum RecorderCounts { bytes_of = 64, size = 0, result = 4, frames = 8, lost_frames = 16, saves = 24, save_bytes = 32, column_bytes = 40, call_bytes = 48, written_bytes = 56 }
export const enum HostOptions { bytes_of = 64, size = 0, viewers = 4, may_hold = 8, may_change = 12, name = 16, stream_bytes = 24, dashcam_path = 32, assets = 36, asset_count = 40, port = 44, secret = 48, allocator = 52 }
export const enum Turn { bytes_of = 24, size = 0, viewers = 4, changes = 8, reloaded = 12, held_microseconds = 16 }

/**
 * The functions of the C interface in the module. Pointers, and structs that C takes by value, are places in its memory; a function
 * that gives a status gives its code, and `last_where` has the rest.
 */
export interface Calls {
  api_version(): number;
  describe(status: number): number;
  id_of(section: number, name: number): bigint;
  asset_options_defaults(options: number): number;
  world_options_defaults(options: number): number;
  population_options_defaults(options: number): number;
  spawn_options_defaults(options: number): number;
  entity_options_defaults(options: number): number;
  phase_options_defaults(options: number): number;
  event_options_defaults(options: number): number;
  sound_options_defaults(options: number): number;
  grid_options_defaults(options: number): number;
  path_options_defaults(options: number): number;
  load_options_defaults(options: number): number;
  asset_load(bytes: number, count: number, options: number, asset: number): number;
  asset_destroy(asset: number): number;
  asset_valid(asset: number): number;
  asset_up(asset: number, up: number): number;
  asset_contract_hash(asset: number, hash: number): number;
  asset_count(asset: number, kind: number, count: number): number;
  asset_find(asset: number, kind: number, id: bigint, index: number): number;
  asset_name(asset: number, kind: number, index: number, text: number, room: number, length: number): number;
  asset_entry_count(asset: number, count: number): number;
  asset_entry(asset: number, index: number, entry: number): number;
  asset_watched_keys(asset: number, agent: number, keys: number, room: number, count: number): number;
  world_create(options: number, world: number): number;
  world_destroy(world: number): number;
  world_valid(world: number): number;
  world_number(world: number, number: number): number;
  world_add_population(world: number, asset: number, agent: bigint, options: number, population: number): number;
  world_contract_fault(world: number, text: number, room: number, length: number): number;
  world_population_count(world: number, count: number): number;
  world_population(world: number, index: number, population: number): number;
  world_clock(world: number, clock: number): number;
  world_begin_frame(world: number, clock: number): number;
  world_end_frame(world: number): number;
  world_state_hash(world: number, hash: number): number;
  world_spawn(world: number, options: number, entity: number): number;
  world_despawn(world: number, entity: number): number;
  world_is_alive(world: number, entity: number): number;
  world_entity_count(world: number, count: number): number;
  world_entity(world: number, id: number, entity: number): number;
  world_position(world: number, entity: number, position: number): number;
  world_set_position(world: number, entity: number, position: number): number;
  world_facing(world: number, entity: number, facing: number): number;
  world_set_facing(world: number, entity: number, facing: number): number;
  world_user(world: number, entity: number, user: number): number;
  world_positions(world: number, column: number): number;
  world_facings(world: number, column: number): number;
  world_column(world: number, place: number, key: bigint, type: number, column: number): number;
  world_tokens_in_use(world: number, token: bigint, team: number, count: number): number;
  world_keep_tokens(world: number, token: bigint, team: number, count: number): number;
  world_keep_entity(world: number, entity: number, kept: number): number;
  world_claimed_by(world: number, entity: number, agent: number): number;
  world_post(world: number, options: number): number;
  world_make_sound(world: number, options: number): number;
  world_lost_sounds(world: number, count: number): number;
  world_create_grid(world: number, options: number): number;
  world_cells(world: number, cells: number): number;
  world_cells_changed(world: number): number;
  world_set_cell(world: number, column: number, row: number, terrain: number): number;
  world_cell_of(world: number, point: number, column: number, row: number): number;
  world_find_paths(world: number, options: number): number;
  world_path_counters(world: number, counters: number): number;
  world_snapshot_size(world: number, bytes: number): number;
  world_save_snapshot(world: number, memory: number, room: number, bytes: number): number;
  world_restore_snapshot(world: number, snapshot: number, bytes: number): number;
  world_save_size(world: number, bytes: number): number;
  world_save(world: number, memory: number, room: number, bytes: number): number;
  world_load(save: number, bytes: number, options: number, world: number, reload: number): number;
  world_prepare_reload(world: number, changes: number, count: number, reload: number): number;
  world_commit_reload(world: number, reload: number): number;
  reload_destroy(reload: number): number;
  reload_valid(reload: number): number;
  reload_items(reload: number, items: number, count: number): number;
  reload_totals(reload: number, counts: number): number;
  scratch_create(world: number, scratch: number): number;
  scratch_destroy(scratch: number): number;
  scratch_fits(scratch: number, world: number): number;
  population_valid(population: number): number;
  population_agent_id(population: number, agent: number): number;
  population_capacity(population: number, capacity: number): number;
  population_size(population: number, count: number): number;
  population_state_hash(population: number, hash: number): number;
  population_spawn(population: number, options: number, agent: number): number;
  population_spawn_many(population: number, options: number, count: number, agents: number): number;
  population_despawn(population: number, agent: number): number;
  population_slot_of(population: number, agent: number, slot: number): number;
  population_agent_of(population: number, slot: number, agent: number): number;
  population_column(population: number, key: bigint, type: number, column: number): number;
  population_levels(population: number, motive: bigint, column: number): number;
  population_level_now(population: number, agent: number, motive: bigint, scratch: number, level: number): number;
  population_blocked(population: number, column: number): number;
  population_begin(population: number, phase: number, options: number, batch: number): number;
  batch_run(batch: number, job: number, scratch: number): number;
  batch_run_all(batch: number, scratch: number): number;
  batch_end(batch: number, results: number): number;
  population_wants_act(population: number): number;
  population_answer(population: number, ticket: number, sight: number): number;
  population_report(population: number, report: number): number;
  population_report_many(population: number, reports: number, count: number, taken: number): number;
  population_sense_counters(population: number, counters: number): number;
  population_think_counters(population: number, counters: number): number;
  population_act_counters(population: number, counters: number): number;
  population_refreshed(population: number, key: bigint): number;
  population_remember(population: number, agent: number, memory: bigint, entity: number): number;
  population_forget(population: number, agent: number, memory: bigint, entity: number): number;
  population_facts(population: number, agent: number, memory: bigint, facts: number, room: number, count: number): number;
  population_fact_field(population: number, agent: number, memory: bigint, fact: number, field: bigint, value: number): number;
  population_set_fact_field(population: number, agent: number, memory: bigint, fact: number, field: bigint, value: number): number;
  population_awareness(population: number, agent: number, memory: bigint, fact: number, awareness: number): number;
  population_candidates(population: number, agent: number, set: bigint, candidates: number): number;
  world_candidates(world: number, set: bigint, team: number, candidates: number): number;
  candidates_add(candidates: number, member: number): number;
  candidates_set(candidates: number, members: number, count: number): number;
  candidates_withdraw(candidates: number, member: number): number;
  candidates_list(candidates: number, members: number, room: number, count: number): number;
  candidates_field(candidates: number, member: number, field: bigint, value: number): number;
  candidates_set_field(candidates: number, member: number, field: bigint, value: number): number;
  population_chosen(population: number, agent: number, choice: bigint, chosen: number): number;
  population_choose(population: number, agent: number, choice: bigint, scratch: number, chosen: number): number;
  population_option(population: number, agent: number, option: number): number;
  population_candidate(population: number, agent: number, candidate: number): number;
  population_profile(population: number, agent: number, profile: number): number;
  population_set_profile(population: number, agent: number, profile: bigint): number;
  population_state(population: number, agent: number, state: number): number;
  population_team(population: number, agent: number, team: number): number;
  population_set_team(population: number, agent: number, team: number): number;
  population_way_point(population: number, agent: number, at: number): number;
  population_path(population: number, agent: number, points: number, room: number, count: number): number;
  population_way(population: number, agent: number, way: number): number;
  population_value_count(population: number, count: number): number;
  population_explain(population: number, agent: number, values: number, value_room: number, scores: number, room: number, count: number): number;
  population_option_name(population: number, id: bigint, text: number, room: number, length: number): number;
  version_fault(version: number): number;
  runtime_features(): bigint;
  asset_features(asset: number, features: number): number;
  world_cancel_frame(world: number): number;
  world_describe(world: number, status: number, text: number, room: number, length: number): number;
  recorder_options_defaults(options: number): number;
  recorder_open(world: number, options: number, recorder: number): number;
  recorder_valid(recorder: number): number;
  recorder_finish(recorder: number): number;
  recorder_close(recorder: number): number;
  recorder_take(recorder: number, memory: number, room: number, bytes: number): number;
  recorder_write(recorder: number, path: number): number;
  recorder_counters(recorder: number, counters: number): number;
  host_options_defaults(options: number): number;
  host_open(recorder: number, options: number, host: number): number;
  host_valid(host: number): number;
  host_between_frames(host: number, world: number, turn: number): number;
  host_reloaded(host: number, changes: number, room: number, count: number): number;
  host_path(host: number, text: number, room: number, length: number): number;
  host_port(host: number, port: number): number;
  host_close(host: number): number;
}
