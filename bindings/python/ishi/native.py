"""Written by bindings/write_python.py from ishi/c_api.h, which says what each of these is. Do not edit."""
from ctypes import (POINTER, Structure, c_char_p, c_float, c_int32, c_int64, c_size_t, c_uint8, c_uint16, c_uint32,
                    c_uint64, c_void_p)

ISHI_OK = 0
ISHI_OUT_OF_MEMORY = 1
ISHI_BAD_OPTIONS = 2
ISHI_UNKNOWN_ID = 800
ISHI_CONTRACT_MISMATCH = 801
ISHI_UP_MISMATCH = 802
ISHI_WRONG_PHASE = 803
ISHI_CLOCK_FELL = 804
ISHI_WORLD_FULL = 805
ISHI_POPULATION_FULL = 806
ISHI_TOO_MANY_POPULATIONS = 807
ISHI_STALE_HANDLE = 808
ISHI_BELONGS_TO_POPULATION = 809
ISHI_NOT_OF_POPULATION = 810
ISHI_OUT_OF_RANGE = 812
ISHI_WRONG_TYPE = 813
ISHI_WRONG_SCOPE = 814
ISHI_BATCH_STALE = 815
ISHI_JOB_DONE = 816
ISHI_JOBS_MISSING = 817
ISHI_SCRATCH_TOO_SMALL = 818
ISHI_ROUNDS_SPENT = 819
ISHI_TOKEN_UNKNOWN = 820
ISHI_TOKEN_STALE = 821
ISHI_ALREADY_REPORTED = 822
ISHI_EVENTS_FULL = 823
ISHI_WRONG_RECORD_SIZE = 824
ISHI_CONTRACT_UNKNOWN = 825
ISHI_BUFFER_TOO_SMALL = 826
ISHI_NOT_AN_AGENT = 827
ISHI_WRONG_THING = 828
ISHI_CLAIM_TAKEN = 829
ISHI_ALREADY_KNOWN = 830
ISHI_SET_FULL = 831
ISHI_GRID_EXISTS = 832
ISHI_NO_GRID = 833
ISHI_MEMBER_UNKNOWN = 834
ISHI_QUERY_UNKNOWN = 835
ISHI_QUERY_ANSWERED = 836
ISHI_QUERY_STALE = 837
ISHI_NO_INSTRUCTION_SET = 838
ISHI_SAVE_UNKNOWN = 839
ISHI_SAVE_VERSION = 840
ISHI_SAVE_CUT = 841
ISHI_SAVE_DAMAGED = 842
ISHI_SAVE_STRUCTURE = 843
ISHI_SAVE_INVALID = 844
ISHI_SAVE_OF_OTHER_VERSION = 845
ISHI_RELOAD_OUTDATED = 846
ISHI_SNAPSHOT_UNKNOWN = 847
ISHI_SNAPSHOT_CUT = 848
ISHI_SNAPSHOT_OF_OTHER_WORLD = 849
ISHI_SNAPSHOT_DAMAGED = 850
ISHI_WORLD_GONE = 851
ISHI_FOREIGN_HANDLE = 852
ISHI_NOTHING_GIVEN = 853
ISHI_WRONG_TASK = 854
ISHI_TOO_FEW_TOKENS = 855
ISHI_OFF_GRID = 856
ISHI_TIME_TOO_LATE = 857
ISHI_SAVE_AGENT_UNKNOWN = 858
ISHI_ASSET_UNUSED = 859
ISHI_NULL_ARGUMENT = 2000
ISHI_STALE_OBJECT = 2001
ISHI_OBJECT_IN_USE = 2002
ISHI_TOO_MANY_OBJECTS = 2003
ISHI_BAD_ENUMERATOR = 2004
ISHI_BAD_CONTRACT = 2005
ISHI_OBJECT_BUSY = 2006
ISHI_NO_WAY = 2007
ISHI_ALREADY_RECORDED = 2008
ISHI_CANNOT_WRITE = 2009
ISHI_PATH_IN_USE = 2010
ISHI_NOT_A_DASHCAM = 2011
ISHI_FRAMES_LOST = 2012
ISHI_BAD_RECORDER_OPTIONS = 2020
ISHI_NOT_RECORDED = 2013
ISHI_HAS_HOST = 2014
ISHI_NO_FOLDER = 2015
ISHI_PATH_TOO_LONG = 2016
ISHI_PATH_TAKEN = 2017
ISHI_BAD_HOST_OPTIONS = 2021
ISHI_CANNOT_LISTEN = 2018
ISHI_NOT_IN_BUILD = 2019
ISHI_SENSE = 0
ISHI_THINK = 1
ISHI_ACT = 2
ISHI_MOVE = 3
ISHI_ANY_TYPE = 0
ISHI_FLOAT = 1
ISHI_INT32 = 2
ISHI_BYTE = 3
ISHI_ENTITY = 4
ISHI_POINT = 5
ISHI_MASK = 6
ISHI_OF_TEAM = 1
ISHI_OF_WORLD = 2
ISHI_OF_THING = 3
ISHI_ENUMS = 0
ISHI_THINGS = 1
ISHI_KEYS = 2
ISHI_EVENTS = 3
ISHI_TASKS = 4
ISHI_GOALS = 5
ISHI_CURVES = 6
ISHI_MOTIVES = 7
ISHI_PROFILES = 8
ISHI_AGENTS = 9
ISHI_SETS = 10
ISHI_TOKENS = 11
ISHI_SOUNDS = 12
ISHI_NAVIGATIONS = 13
ISHI_UP_Y = 0
ISHI_UP_Z = 1
ISHI_COMPLETED = 0
ISHI_FAILED = 1
ISHI_CLEAR = 0
ISHI_BLOCKED = 1
ISHI_TO_AGENT = 0
ISHI_TO_TEAM = 1
ISHI_TO_EVERYONE = 2
ISHI_KEPT = 0
ISHI_RESET = 1
ISHI_DROPPED = 2
ISHI_ADDED = 3
ISHI_API_VERSION = 1
ISHI_NOT_FOUND = 0xffffffff
ISHI_NO_OPTION = 0xffff
ISHI_NO_STATE = 0xffffffff
ISHI_NO_DIRECTION = 0xffffffff
ISHI_NO_PROFILE = 0xffffffffffffffff
ISHI_SHARED = 0xffffffff
ISHI_NOWHERE = 1000000.0
ISHI_IMPASSABLE = 255


class ishi_status(Structure):
    _fields_ = [
        ("code", c_uint32),
        ("where", c_uint64),
    ]


class ishi_asset(Structure):
    _fields_ = [
        ("index", c_uint32),
        ("generation", c_uint32),
    ]


class ishi_world(Structure):
    _fields_ = [
        ("index", c_uint32),
        ("generation", c_uint32),
    ]


class ishi_scratch(Structure):
    _fields_ = [
        ("index", c_uint32),
        ("generation", c_uint32),
    ]


class ishi_reload(Structure):
    _fields_ = [
        ("index", c_uint32),
        ("generation", c_uint32),
    ]


class ishi_recorder(Structure):
    _fields_ = [
        ("index", c_uint32),
        ("generation", c_uint32),
    ]


class ishi_host(Structure):
    _fields_ = [
        ("index", c_uint32),
        ("generation", c_uint32),
    ]


class ishi_population(Structure):
    _fields_ = [
        ("world", ishi_world),
        ("index", c_uint32),
    ]


class ishi_vector3(Structure):
    _fields_ = [
        ("x", c_float),
        ("y", c_float),
        ("z", c_float),
    ]


class ishi_entity_id(Structure):
    _fields_ = [
        ("index", c_uint32),
        ("generation", c_uint32),
    ]


class ishi_entity(Structure):
    _fields_ = [
        ("index", c_uint32),
        ("generation", c_uint32),
        ("world", c_uint32),
    ]


class ishi_token(Structure):
    _fields_ = [
        ("slot", c_uint32),
        ("population", c_uint16),
        ("lane", c_uint16),
        ("serial", c_uint64),
        ("world", c_uint32),
        ("reserved", c_uint32),
    ]


class ishi_ticket(Structure):
    _fields_ = [
        ("query", c_uint64),
        ("world", c_uint32),
        ("population", c_uint16),
        ("reserved", c_uint16),
    ]


class ishi_candidates(Structure):
    _fields_ = [
        ("world", ishi_world),
        ("population", c_uint32),
        ("agent", ishi_entity),
        ("team", c_uint32),
        ("set", c_uint64),
    ]


class ishi_column(Structure):
    _fields_ = [
        ("data", c_void_p),
        ("y", POINTER(c_float)),
        ("z", POINTER(c_float)),
        ("count", c_uint32),
        ("stride", c_uint32),
        ("type", c_uint32),
    ]


class ishi_cells(Structure):
    _fields_ = [
        ("data", POINTER(c_uint8)),
        ("columns", c_uint32),
        ("rows", c_uint32),
        ("stride", c_uint32),
    ]


class ishi_value(Structure):
    _fields_ = [
        ("type", c_uint32),
        ("number", c_float),
        ("integer", c_int32),
        ("byte", c_uint32),
        ("entity", ishi_entity_id),
        ("point", ishi_vector3),
    ]


class ishi_batch(Structure):
    _fields_ = [
        ("population", ishi_population),
        ("phase", c_uint32),
        ("rows", POINTER(c_uint32)),
        ("count", c_uint32),
        ("jobs", c_uint32),
        ("agents_per_job", c_uint32),
        ("serial", c_uint64),
    ]


class ishi_start(Structure):
    _fields_ = [
        ("token", ishi_token),
        ("agent", ishi_entity),
        ("user", c_uint64),
        ("task", c_uint64),
        ("parameters", c_void_p),
    ]


class ishi_end(Structure):
    _fields_ = [
        ("token", ishi_token),
        ("agent", ishi_entity),
        ("user", c_uint64),
        ("task", c_uint64),
        ("report_when_over", c_uint8),
    ]


class ishi_emitted(Structure):
    _fields_ = [
        ("agent", ishi_entity),
        ("user", c_uint64),
        ("event", c_uint64),
        ("record", c_void_p),
    ]


class ishi_query(Structure):
    _fields_ = [
        ("ticket", ishi_ticket),
        ("observer", ishi_entity),
        ("target", ishi_entity),
        ("slot", c_uint32),
        ("from", ishi_vector3),
        ("to", ishi_vector3),
    ]


class ishi_move(Structure):
    _fields_ = [
        ("agent", ishi_entity),
        ("user", c_uint64),
        ("slot", c_uint32),
        ("direction", c_uint32),
        ("heading", ishi_vector3),
        ("speed", c_float),
    ]


class ishi_results(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("query_count", c_uint32),
        ("start_count", c_uint32),
        ("update_count", c_uint32),
        ("end_count", c_uint32),
        ("event_count", c_uint32),
        ("move_count", c_uint32),
        ("queries", POINTER(ishi_query)),
        ("starts", POINTER(ishi_start)),
        ("updates", POINTER(ishi_start)),
        ("ends", POINTER(ishi_end)),
        ("events", POINTER(ishi_emitted)),
        ("moves", POINTER(ishi_move)),
    ]


class ishi_report(Structure):
    _fields_ = [
        ("token", ishi_token),
        ("ending", c_uint8),
        ("task", c_uint64),
        ("record", c_void_p),
        ("record_bytes", c_uint32),
    ]


class ishi_fact(Structure):
    _fields_ = [
        ("entity", ishi_entity),
        ("position", ishi_vector3),
        ("first_seen_microseconds", c_int64),
        ("last_seen_microseconds", c_int64),
    ]


class ishi_chosen(Structure):
    _fields_ = [
        ("member", ishi_entity),
        ("score", c_float),
    ]


class ishi_option_score(Structure):
    _fields_ = [
        ("id", c_uint64),
        ("score", c_float),
        ("rank", c_int32),
        ("running", c_uint8),
        ("of_members", c_uint8),
        ("candidate", ishi_entity),
    ]


class ishi_clock(Structure):
    _fields_ = [
        ("frame", c_uint64),
        ("time_microseconds", c_uint64),
    ]


class ishi_way(Structure):
    _fields_ = [
        ("end", c_uint8),
        ("is_asked", c_uint8),
        ("steps", c_uint32),
        ("cost", c_float),
    ]


class ishi_sense_counters(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("candidates", c_uint64),
        ("distance_tests", c_uint64),
        ("field_tests", c_uint64),
        ("conditions", c_uint64),
        ("queries", c_uint64),
        ("noticed", c_uint64),
        ("lapsed", c_uint64),
        ("lost_events", c_uint64),
    ]


class ishi_think_counters(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("thoughts", c_uint32),
        ("put_off", c_uint32),
        ("early", c_uint32),
        ("looked_at", c_uint32),
        ("overdue_frames", c_uint64),
        ("overdue_microseconds", c_uint64),
    ]


class ishi_act_counters(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("visits", c_uint64),
        ("started", c_uint64),
        ("completed", c_uint64),
        ("failed", c_uint64),
        ("aborted", c_uint64),
        ("failed_options", c_uint64),
        ("plans", c_uint64),
        ("planned_situations", c_uint64),
        ("dropped_events", c_uint64),
        ("plans_given_up", c_uint64),
    ]


class ishi_path_counters(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("searches", c_uint64),
        ("expansions", c_uint64),
        ("found", c_uint64),
        ("unreachable", c_uint64),
        ("waiting", c_uint64),
    ]


class ishi_entry(Structure):
    _fields_ = [
        ("id", c_uint64),
        ("owner", c_uint64),
        ("reference", c_uint64),
        ("name", c_char_p),
        ("owner_name", c_char_p),
        ("reference_name", c_char_p),
        ("kind", c_uint8),
        ("type", c_uint8),
        ("scope", c_uint8),
        ("merge", c_uint8),
        ("abort", c_uint8),
        ("required", c_uint8),
        ("live", c_uint8),
        ("given", c_uint8),
        ("place", c_uint32),
        ("parts", c_uint32),
        ("low", c_float),
        ("high", c_float),
        ("fallback", ishi_vector3),
    ]


class ishi_reload_item(Structure):
    _fields_ = [
        ("id", c_uint64),
        ("name", c_char_p),
        ("former_name", c_char_p),
        ("part", c_uint8),
        ("effect", c_uint8),
        ("population", c_uint16),
    ]


class ishi_reload_counts(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("kept_tasks", c_uint32),
        ("aborted_tasks", c_uint32),
        ("restarted_goals", c_uint32),
        ("restarted_options", c_uint32),
        ("ended_options", c_uint32),
        ("dropped_members", c_uint32),
        ("dropped_events", c_uint32),
    ]


class ishi_allocator(Structure):
    _fields_ = [
        ("context", c_void_p),
        ("allocate", c_void_p),  # a function
        ("release", c_void_p),  # a function
    ]


class ishi_asset_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("allocator", ishi_allocator),
    ]


class ishi_world_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("entities", c_uint32),
        ("seed", c_uint64),
        ("teams", c_uint32),
        ("up", c_uint32),
        ("event_bytes", c_uint32),
        ("sounds", c_uint32),
        ("number", c_uint32),
        ("entry_count", c_uint32),
        ("contract", POINTER(ishi_entry)),
        ("allocator", ishi_allocator),
    ]


class ishi_population_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("capacity", c_uint32),
        ("plan_searches", c_uint32),
        ("plan_situations", c_uint32),
        ("plan_situations_per_frame", c_uint32),
    ]


class ishi_spawn_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("team", c_uint32),
        ("position", ishi_vector3),
        ("facing", ishi_vector3),
        ("profile", c_uint64),
        ("user", c_uint64),
        ("identity", c_uint64),
        ("thing", c_uint64),
    ]


class ishi_entity_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("position", ishi_vector3),
        ("facing", ishi_vector3),
        ("thing", c_uint64),
        ("user", c_uint64),
        ("identity", c_uint64),
    ]


class ishi_phase_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("agents_per_job", c_uint32),
        ("quota", c_uint32),
    ]


class ishi_event_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("record_bytes", c_uint32),
        ("event", c_uint64),
        ("target", c_uint32),
        ("team", c_uint32),
        ("agent", ishi_entity),
        ("record", c_void_p),
    ]


class ishi_sound_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("elsewhere", c_uint32),
        ("sound", c_uint64),
        ("maker", ishi_entity),
        ("position", ishi_vector3),
    ]


class ishi_grid_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("columns", c_uint32),
        ("rows", c_uint32),
        ("cell", c_float),
        ("origin", ishi_vector3),
        ("searches", c_uint32),
    ]


class ishi_path_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("expansions", c_uint32),
    ]


class ishi_asset_change(Structure):
    _fields_ = [
        ("from", ishi_asset),
        ("to", ishi_asset),
    ]


class ishi_load_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("strict", c_uint32),
        ("assets", POINTER(ishi_asset)),
        ("asset_count", c_uint32),
        ("entry_count", c_uint32),
        ("contract", POINTER(ishi_entry)),
        ("most_extra_bytes", c_uint64),
        ("number", c_uint32),
        ("replaced", ishi_world),
        ("fault_room", c_uint32),
        ("fault", c_void_p),
        ("allocator", ishi_allocator),
    ]


class ishi_recorder_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("dashcam_seconds", c_float),
        ("save_seconds", c_float),
        ("save_frames", c_uint32),
        ("hash_frames", c_uint32),
        ("only_watched", c_uint32),
        ("path", c_char_p),
        ("memory_bytes", c_uint64),
        ("allocator", ishi_allocator),
    ]


class ishi_recorder_counts(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("result", c_uint32),
        ("frames", c_uint64),
        ("lost_frames", c_uint64),
        ("saves", c_uint64),
        ("save_bytes", c_uint64),
        ("column_bytes", c_uint64),
        ("call_bytes", c_uint64),
        ("written_bytes", c_uint64),
    ]


class ishi_host_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("viewers", c_uint32),
        ("may_hold", c_uint32),
        ("may_change", c_uint32),
        ("name", c_char_p),
        ("stream_bytes", c_uint64),
        ("dashcam_path", c_char_p),
        ("assets", POINTER(ishi_asset)),
        ("asset_count", c_uint32),
        ("port", c_uint32),
        ("secret", c_char_p),
        ("allocator", ishi_allocator),
    ]


class ishi_turn(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("viewers", c_uint32),
        ("changes", c_uint32),
        ("reloaded", c_uint32),
        ("held_microseconds", c_uint64),
    ]


# Of each function: what it gives, and what it takes.
CALLS = {
    "api_version": (c_uint32, []),
    "describe": (c_char_p, [ishi_status]),
    "id_of": (c_uint64, [c_char_p, c_char_p]),
    "asset_options_defaults": (ishi_status, [POINTER(ishi_asset_options)]),
    "world_options_defaults": (ishi_status, [POINTER(ishi_world_options)]),
    "population_options_defaults": (ishi_status, [POINTER(ishi_population_options)]),
    "spawn_options_defaults": (ishi_status, [POINTER(ishi_spawn_options)]),
    "entity_options_defaults": (ishi_status, [POINTER(ishi_entity_options)]),
    "phase_options_defaults": (ishi_status, [POINTER(ishi_phase_options)]),
    "event_options_defaults": (ishi_status, [POINTER(ishi_event_options)]),
    "sound_options_defaults": (ishi_status, [POINTER(ishi_sound_options)]),
    "grid_options_defaults": (ishi_status, [POINTER(ishi_grid_options)]),
    "path_options_defaults": (ishi_status, [POINTER(ishi_path_options)]),
    "load_options_defaults": (ishi_status, [POINTER(ishi_load_options)]),
    "asset_load": (ishi_status, [c_void_p, c_size_t, POINTER(ishi_asset_options), POINTER(ishi_asset)]),
    "asset_destroy": (ishi_status, [ishi_asset]),
    "asset_valid": (c_uint32, [ishi_asset]),
    "asset_up": (ishi_status, [ishi_asset, POINTER(c_uint32)]),
    "asset_contract_hash": (ishi_status, [ishi_asset, POINTER(c_uint64)]),
    "asset_count": (ishi_status, [ishi_asset, c_uint32, POINTER(c_uint32)]),
    "asset_find": (ishi_status, [ishi_asset, c_uint32, c_uint64, POINTER(c_uint32)]),
    "asset_name": (ishi_status, [ishi_asset, c_uint32, c_uint32, c_void_p, c_size_t, POINTER(c_size_t)]),
    "asset_entry_count": (ishi_status, [ishi_asset, POINTER(c_uint32)]),
    "asset_entry": (ishi_status, [ishi_asset, c_uint32, POINTER(ishi_entry)]),
    "asset_watched_keys": (ishi_status, [ishi_asset, c_uint32, POINTER(c_uint32), c_uint32, POINTER(c_uint32)]),
    "world_create": (ishi_status, [POINTER(ishi_world_options), POINTER(ishi_world)]),
    "world_destroy": (ishi_status, [ishi_world]),
    "world_valid": (c_uint32, [ishi_world]),
    "world_number": (ishi_status, [ishi_world, POINTER(c_uint32)]),
    "world_add_population": (ishi_status, [ishi_world, ishi_asset, c_uint64, POINTER(ishi_population_options), POINTER(ishi_population)]),
    "world_contract_fault": (ishi_status, [ishi_world, c_void_p, c_size_t, POINTER(c_size_t)]),
    "world_population_count": (ishi_status, [ishi_world, POINTER(c_uint32)]),
    "world_population": (ishi_status, [ishi_world, c_uint32, POINTER(ishi_population)]),
    "world_clock": (ishi_status, [ishi_world, POINTER(ishi_clock)]),
    "world_begin_frame": (ishi_status, [ishi_world, POINTER(ishi_clock)]),
    "world_end_frame": (ishi_status, [ishi_world]),
    "world_state_hash": (ishi_status, [ishi_world, POINTER(c_uint64)]),
    "world_spawn": (ishi_status, [ishi_world, POINTER(ishi_entity_options), POINTER(ishi_entity)]),
    "world_despawn": (ishi_status, [ishi_world, ishi_entity]),
    "world_is_alive": (c_uint32, [ishi_world, ishi_entity]),
    "world_entity_count": (ishi_status, [ishi_world, POINTER(c_uint32)]),
    "world_entity": (ishi_status, [ishi_world, ishi_entity_id, POINTER(ishi_entity)]),
    "world_position": (ishi_status, [ishi_world, ishi_entity, POINTER(ishi_vector3)]),
    "world_set_position": (ishi_status, [ishi_world, ishi_entity, ishi_vector3]),
    "world_facing": (ishi_status, [ishi_world, ishi_entity, POINTER(ishi_vector3)]),
    "world_set_facing": (ishi_status, [ishi_world, ishi_entity, ishi_vector3]),
    "world_user": (ishi_status, [ishi_world, ishi_entity, POINTER(c_uint64)]),
    "world_positions": (ishi_status, [ishi_world, POINTER(ishi_column)]),
    "world_facings": (ishi_status, [ishi_world, POINTER(ishi_column)]),
    "world_column": (ishi_status, [ishi_world, c_uint32, c_uint64, c_uint32, POINTER(ishi_column)]),
    "world_tokens_in_use": (ishi_status, [ishi_world, c_uint64, c_uint32, POINTER(c_uint32)]),
    "world_keep_tokens": (ishi_status, [ishi_world, c_uint64, c_uint32, c_uint32]),
    "world_keep_entity": (ishi_status, [ishi_world, ishi_entity, c_uint32]),
    "world_claimed_by": (ishi_status, [ishi_world, ishi_entity, POINTER(ishi_entity)]),
    "world_post": (ishi_status, [ishi_world, POINTER(ishi_event_options)]),
    "world_make_sound": (ishi_status, [ishi_world, POINTER(ishi_sound_options)]),
    "world_lost_sounds": (ishi_status, [ishi_world, POINTER(c_uint64)]),
    "world_create_grid": (ishi_status, [ishi_world, POINTER(ishi_grid_options)]),
    "world_cells": (ishi_status, [ishi_world, POINTER(ishi_cells)]),
    "world_cells_changed": (ishi_status, [ishi_world]),
    "world_set_cell": (ishi_status, [ishi_world, c_uint32, c_uint32, c_uint32]),
    "world_cell_of": (ishi_status, [ishi_world, ishi_vector3, POINTER(c_uint32), POINTER(c_uint32)]),
    "world_find_paths": (ishi_status, [ishi_world, POINTER(ishi_path_options)]),
    "world_path_counters": (ishi_status, [ishi_world, POINTER(ishi_path_counters)]),
    "world_snapshot_size": (ishi_status, [ishi_world, POINTER(c_size_t)]),
    "world_save_snapshot": (ishi_status, [ishi_world, c_void_p, c_size_t, POINTER(c_size_t)]),
    "world_restore_snapshot": (ishi_status, [ishi_world, c_void_p, c_size_t]),
    "world_save_size": (ishi_status, [ishi_world, POINTER(c_size_t)]),
    "world_save": (ishi_status, [ishi_world, c_void_p, c_size_t, POINTER(c_size_t)]),
    "world_load": (ishi_status, [c_void_p, c_size_t, POINTER(ishi_load_options), POINTER(ishi_world), POINTER(ishi_reload)]),
    "world_prepare_reload": (ishi_status, [ishi_world, POINTER(ishi_asset_change), c_uint32, POINTER(ishi_reload)]),
    "world_commit_reload": (ishi_status, [ishi_world, ishi_reload]),
    "reload_destroy": (ishi_status, [ishi_reload]),
    "reload_valid": (c_uint32, [ishi_reload]),
    "reload_items": (ishi_status, [ishi_reload, POINTER(POINTER(ishi_reload_item)), POINTER(c_uint32)]),
    "reload_totals": (ishi_status, [ishi_reload, POINTER(ishi_reload_counts)]),
    "scratch_create": (ishi_status, [ishi_world, POINTER(ishi_scratch)]),
    "scratch_destroy": (ishi_status, [ishi_scratch]),
    "scratch_fits": (c_uint32, [ishi_scratch, ishi_world]),
    "population_valid": (c_uint32, [ishi_population]),
    "population_agent_id": (ishi_status, [ishi_population, POINTER(c_uint64)]),
    "population_capacity": (ishi_status, [ishi_population, POINTER(c_uint32)]),
    "population_size": (ishi_status, [ishi_population, POINTER(c_uint32)]),
    "population_state_hash": (ishi_status, [ishi_population, POINTER(c_uint64)]),
    "population_spawn": (ishi_status, [ishi_population, POINTER(ishi_spawn_options), POINTER(ishi_entity)]),
    "population_spawn_many": (ishi_status, [ishi_population, POINTER(ishi_spawn_options), c_uint32, POINTER(ishi_entity)]),
    "population_despawn": (ishi_status, [ishi_population, ishi_entity]),
    "population_slot_of": (ishi_status, [ishi_population, ishi_entity, POINTER(c_uint32)]),
    "population_agent_of": (ishi_status, [ishi_population, c_uint32, POINTER(ishi_entity)]),
    "population_column": (ishi_status, [ishi_population, c_uint64, c_uint32, POINTER(ishi_column)]),
    "population_levels": (ishi_status, [ishi_population, c_uint64, POINTER(ishi_column)]),
    "population_level_now": (ishi_status, [ishi_population, ishi_entity, c_uint64, ishi_scratch, POINTER(c_float)]),
    "population_blocked": (ishi_status, [ishi_population, POINTER(ishi_column)]),
    "population_begin": (ishi_status, [ishi_population, c_uint32, POINTER(ishi_phase_options), POINTER(ishi_batch)]),
    "batch_run": (ishi_status, [POINTER(ishi_batch), c_uint32, ishi_scratch]),
    "batch_run_all": (ishi_status, [POINTER(ishi_batch), ishi_scratch]),
    "batch_end": (ishi_status, [POINTER(ishi_batch), POINTER(ishi_results)]),
    "population_wants_act": (c_uint32, [ishi_population]),
    "population_answer": (ishi_status, [ishi_population, ishi_ticket, c_uint32]),
    "population_report": (ishi_status, [ishi_population, POINTER(ishi_report)]),
    "population_report_many": (ishi_status, [ishi_population, POINTER(ishi_report), c_uint32, POINTER(c_uint32)]),
    "population_sense_counters": (ishi_status, [ishi_population, POINTER(ishi_sense_counters)]),
    "population_think_counters": (ishi_status, [ishi_population, POINTER(ishi_think_counters)]),
    "population_act_counters": (ishi_status, [ishi_population, POINTER(ishi_act_counters)]),
    "population_refreshed": (ishi_status, [ishi_population, c_uint64]),
    "population_remember": (ishi_status, [ishi_population, ishi_entity, c_uint64, ishi_entity]),
    "population_forget": (ishi_status, [ishi_population, ishi_entity, c_uint64, ishi_entity]),
    "population_facts": (ishi_status, [ishi_population, ishi_entity, c_uint64, POINTER(ishi_fact), c_uint32, POINTER(c_uint32)]),
    "population_fact_field": (ishi_status, [ishi_population, ishi_entity, c_uint64, c_uint32, c_uint64, POINTER(ishi_value)]),
    "population_set_fact_field": (ishi_status, [ishi_population, ishi_entity, c_uint64, c_uint32, c_uint64, POINTER(ishi_value)]),
    "population_awareness": (ishi_status, [ishi_population, ishi_entity, c_uint64, c_uint32, POINTER(c_float)]),
    "population_candidates": (ishi_status, [ishi_population, ishi_entity, c_uint64, POINTER(ishi_candidates)]),
    "world_candidates": (ishi_status, [ishi_world, c_uint64, c_uint32, POINTER(ishi_candidates)]),
    "candidates_add": (ishi_status, [POINTER(ishi_candidates), POINTER(ishi_entity)]),
    "candidates_set": (ishi_status, [POINTER(ishi_candidates), POINTER(ishi_entity), c_uint32]),
    "candidates_withdraw": (ishi_status, [POINTER(ishi_candidates), ishi_entity]),
    "candidates_list": (ishi_status, [POINTER(ishi_candidates), POINTER(ishi_entity), c_uint32, POINTER(c_uint32)]),
    "candidates_field": (ishi_status, [POINTER(ishi_candidates), ishi_entity, c_uint64, POINTER(ishi_value)]),
    "candidates_set_field": (ishi_status, [POINTER(ishi_candidates), ishi_entity, c_uint64, POINTER(ishi_value)]),
    "population_chosen": (ishi_status, [ishi_population, ishi_entity, c_uint64, POINTER(ishi_chosen)]),
    "population_choose": (ishi_status, [ishi_population, ishi_entity, c_uint64, ishi_scratch, POINTER(ishi_chosen)]),
    "population_option": (ishi_status, [ishi_population, ishi_entity, POINTER(c_uint32)]),
    "population_candidate": (ishi_status, [ishi_population, ishi_entity, POINTER(ishi_entity)]),
    "population_profile": (ishi_status, [ishi_population, ishi_entity, POINTER(c_uint64)]),
    "population_set_profile": (ishi_status, [ishi_population, ishi_entity, c_uint64]),
    "population_state": (ishi_status, [ishi_population, ishi_entity, POINTER(c_uint32)]),
    "population_team": (ishi_status, [ishi_population, ishi_entity, POINTER(c_uint32)]),
    "population_set_team": (ishi_status, [ishi_population, ishi_entity, c_uint32]),
    "population_way_point": (ishi_status, [ishi_population, ishi_entity, POINTER(ishi_vector3)]),
    "population_path": (ishi_status, [ishi_population, ishi_entity, POINTER(ishi_vector3), c_uint32, POINTER(c_uint32)]),
    "population_way": (ishi_status, [ishi_population, ishi_entity, POINTER(ishi_way)]),
    "population_value_count": (ishi_status, [ishi_population, POINTER(c_uint32)]),
    "population_explain": (ishi_status, [ishi_population, ishi_entity, POINTER(c_float), c_uint32, POINTER(ishi_option_score), c_uint32, POINTER(c_uint32)]),
    "population_option_name": (ishi_status, [ishi_population, c_uint64, c_void_p, c_size_t, POINTER(c_size_t)]),
    "version_fault": (c_char_p, [c_uint32]),
    "runtime_features": (c_uint64, []),
    "asset_features": (ishi_status, [ishi_asset, POINTER(c_uint64)]),
    "world_cancel_frame": (ishi_status, [ishi_world]),
    "world_describe": (ishi_status, [ishi_world, ishi_status, c_void_p, c_size_t, POINTER(c_size_t)]),
    "recorder_options_defaults": (ishi_status, [POINTER(ishi_recorder_options)]),
    "recorder_open": (ishi_status, [ishi_world, POINTER(ishi_recorder_options), POINTER(ishi_recorder)]),
    "recorder_valid": (c_uint32, [ishi_recorder]),
    "recorder_finish": (ishi_status, [ishi_recorder]),
    "recorder_close": (ishi_status, [ishi_recorder]),
    "recorder_take": (ishi_status, [ishi_recorder, c_void_p, c_size_t, POINTER(c_size_t)]),
    "recorder_write": (ishi_status, [ishi_recorder, c_char_p]),
    "recorder_counters": (ishi_status, [ishi_recorder, POINTER(ishi_recorder_counts)]),
    "host_options_defaults": (ishi_status, [POINTER(ishi_host_options)]),
    "host_open": (ishi_status, [ishi_recorder, POINTER(ishi_host_options), POINTER(ishi_host)]),
    "host_valid": (c_uint32, [ishi_host]),
    "host_between_frames": (ishi_status, [ishi_host, ishi_world, POINTER(ishi_turn)]),
    "host_reloaded": (ishi_status, [ishi_host, POINTER(ishi_asset_change), c_uint32, POINTER(c_uint32)]),
    "host_path": (ishi_status, [ishi_host, c_void_p, c_size_t, POINTER(c_size_t)]),
    "host_port": (ishi_status, [ishi_host, POINTER(c_uint32)]),
    "host_close": (ishi_status, [ishi_host]),
}
