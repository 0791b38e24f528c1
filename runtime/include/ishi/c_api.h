#pragma once

/* Ishi in C: all that a game does with a world, for other languages. The library is `libishi`.
 *
 * Functions are declared in ishi/c_calls.inl: each is exported as `ishi_NAME`, and a member of the table that
 * ishi_get_api() gives. They are the calls of the C++ interface, whose headers say more of each.
 *
 * - A call that can fail returns an ishi_status, changes nothing if it fails, and then writes no result.
 * - Handles are values. Those of assets, worlds, scratches and reloads, and so of populations and batches,
 * are looked up in a registry: one that is null, stale, forged or of another sort is refused.
 * - A struct whose first member is `size` may grow. ishi_..._defaults() fills it; a struct of an older
 * header, which is shorter, is understood. Results with `size` are filled as far as the caller's size goes.
 * - Pointers are not null where a comment does not allow it. Not checked are what else they point to, the
 *   lifetimes of columns and lists, and which thread calls: the C++ headers say which threads may.
 * - Nothing throws and nothing is called back but the functions of an ishi_allocator. Nothing is allocated
 * but by calls that load, create, add, prepare or save.
 */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32) && defined(ISHI_C_BUILD)
#define ISHI_EXPORT __declspec(dllexport)
#elif defined(_WIN32)
#define ISHI_EXPORT __declspec(dllimport)
#elif defined(__GNUC__)
#define ISHI_EXPORT __attribute__((visibility("default")))
#else
#define ISHI_EXPORT
#endif

/* Raised when a function or struct changes; a library keeps the tables of earlier versions. New functions
 * come to the end of the table and do not raise it: ask for `size`. */
#define ISHI_API_VERSION 1

/* The codes of what a call may say; those of ishi_asset_load besides are in ishi/status.h. */
enum {
  ISHI_OK = 0,
  ISHI_OUT_OF_MEMORY = 1,
  ISHI_BAD_OPTIONS = 2, /* `where`: which option, see BadOption in ishi/status.h */
  ISHI_NOT_CREATED =
      3, /* a null handle (`where`: 2^64 - 1), or a population that does not exist (`where`: its index) */
  ISHI_FEATURE_MISSING =
      4, /* `where`: the feature that the library was built without, see ishi/features.inl */
  ISHI_UNKNOWN_ID = 800,
  ISHI_CONTRACT_MISMATCH = 801,
  ISHI_UP_MISMATCH = 802,
  ISHI_WRONG_PHASE = 803,
  ISHI_CLOCK_FELL = 804,
  ISHI_WORLD_FULL = 805,
  ISHI_POPULATION_FULL = 806,
  ISHI_TOO_MANY_POPULATIONS = 807,
  ISHI_STALE_HANDLE = 808,
  ISHI_BELONGS_TO_POPULATION = 809,
  ISHI_NOT_OF_POPULATION = 810,
  ISHI_OUT_OF_RANGE = 812,
  ISHI_WRONG_TYPE = 813,
  ISHI_WRONG_SCOPE = 814,
  ISHI_BATCH_STALE = 815,
  ISHI_JOB_DONE = 816,
  ISHI_JOBS_MISSING = 817,
  ISHI_SCRATCH_TOO_SMALL = 818,
  ISHI_ROUNDS_SPENT = 819,
  ISHI_TOKEN_UNKNOWN = 820,
  ISHI_TOKEN_STALE = 821,
  ISHI_ALREADY_REPORTED = 822,
  ISHI_EVENTS_FULL = 823,
  ISHI_WRONG_RECORD_SIZE = 824,
  ISHI_CONTRACT_UNKNOWN = 825,
  ISHI_BUFFER_TOO_SMALL = 826,
  ISHI_NOT_AN_AGENT = 827,
  ISHI_WRONG_THING = 828,
  ISHI_CLAIM_TAKEN = 829,
  ISHI_ALREADY_KNOWN = 830,
  ISHI_SET_FULL = 831,
  ISHI_GRID_EXISTS = 832,
  ISHI_NO_GRID = 833,
  ISHI_MEMBER_UNKNOWN = 834,
  ISHI_QUERY_UNKNOWN = 835,
  ISHI_QUERY_ANSWERED = 836,
  ISHI_QUERY_STALE = 837,
  ISHI_NO_INSTRUCTION_SET = 838,
  ISHI_SAVE_UNKNOWN = 839,
  ISHI_SAVE_VERSION = 840,
  ISHI_SAVE_CUT = 841,
  ISHI_SAVE_DAMAGED = 842,
  ISHI_SAVE_STRUCTURE = 843,
  ISHI_SAVE_INVALID = 844,
  ISHI_SAVE_OF_OTHER_VERSION = 845,
  ISHI_RELOAD_OUTDATED = 846,
  ISHI_SNAPSHOT_UNKNOWN = 847,
  ISHI_SNAPSHOT_CUT = 848,
  ISHI_SNAPSHOT_OF_OTHER_WORLD = 849,
  ISHI_SNAPSHOT_DAMAGED = 850,
  ISHI_WORLD_GONE = 851,
  ISHI_FOREIGN_HANDLE = 852,
  ISHI_NOTHING_GIVEN = 853,
  ISHI_WRONG_TASK = 854,
  ISHI_TOO_FEW_TOKENS = 855,
  ISHI_OFF_GRID = 856,
  ISHI_TIME_TOO_LATE = 857,
  ISHI_SAVE_AGENT_UNKNOWN = 858,
  ISHI_ASSET_UNUSED = 859,
  /* Of this interface alone. */
  ISHI_NULL_ARGUMENT = 2000,    /* `where`: which argument, counted from 1 */
  ISHI_STALE_OBJECT = 2001,     /* an asset, world, scratch or reload that was destroyed, or never was */
  ISHI_OBJECT_IN_USE = 2002,    /* an asset that worlds or reloads use; `where`: how many */
  ISHI_TOO_MANY_OBJECTS = 2003, /* 65,536 of a sort live at once */
  ISHI_BAD_ENUMERATOR = 2004,   /* a phase, kind, type or place that does not exist; `where`: its value */
  ISHI_BAD_CONTRACT = 2005,     /* an entry with a value that none can have, or `entry_count` was forgotten;
                                   `where`: which entry */
  ISHI_OBJECT_BUSY = 2006,      /* a scratch that another thread thinks with now */
  ISHI_NO_WAY = 2007,           /* the agent has no way now */
  /* Said by recorders. */
  ISHI_ALREADY_RECORDED = 2008,     /* another recorder has the world */
  ISHI_CANNOT_WRITE = 2009,         /* the file cannot be made, or the disk is full */
  ISHI_PATH_IN_USE = 2010,          /* another recorder writes this file */
  ISHI_NOT_A_DASHCAM = 2011,        /* the recorder keeps nothing that could be written */
  ISHI_FRAMES_LOST = 2012,          /* the recording has gaps, or its last bytes were not taken */
  ISHI_BAD_RECORDER_OPTIONS = 2020, /* one is out of its range */
  /* Said by hosts. */
  ISHI_NOT_RECORDED = 2013,     /* the recorder has ended */
  ISHI_HAS_HOST = 2014,         /* another host has the recorder */
  ISHI_NO_FOLDER = 2015,        /* the folder of socket files cannot be made, or is not the user's own */
  ISHI_PATH_TOO_LONG = 2016,    /* of the socket file */
  ISHI_PATH_TAKEN = 2017,       /* another file has the socket's path */
  ISHI_BAD_HOST_OPTIONS = 2021, /* one is out of its range */
  ISHI_CANNOT_LISTEN = 2018,    /* the system refused a socket, or another program uses the port */
  ISHI_NOT_IN_BUILD = 2019 /* this library was built without recorders, or without hosts, as for Windows */
};

/* The phases of a population in a frame, in their order. */
enum { ISHI_SENSE = 0, ISHI_THINK = 1, ISHI_ACT = 2, ISHI_MOVE = 3 };

/* The type of a column or value. */
enum {
  ISHI_ANY_TYPE = 0, /* asks for whatever it is */
  ISHI_FLOAT = 1,    /* numbers and quantities, in base units */
  ISHI_INT32 = 2,    /* integers */
  ISHI_BYTE = 3,     /* booleans and enums */
  ISHI_ENTITY = 4,   /* entities and things: an ishi_entity_id */
  ISHI_POINT = 5,    /* points and directions */
  ISHI_MASK = 6      /* 64 bits: ishi_population_blocked alone */
};

/* What a column that the world gives is of: its rows are teams, the world (one row), or entities. */
enum { ISHI_OF_TEAM = 1, ISHI_OF_WORLD = 2, ISHI_OF_THING = 3 };

/* What can be looked up by its id. */
enum {
  ISHI_ENUMS = 0,
  ISHI_THINGS = 1,
  ISHI_KEYS = 2,
  ISHI_EVENTS = 3,
  ISHI_TASKS = 4,
  ISHI_GOALS = 5,
  ISHI_CURVES = 6,
  ISHI_MOTIVES = 7,
  ISHI_PROFILES = 8,
  ISHI_AGENTS = 9,
  ISHI_SETS = 10,
  ISHI_TOKENS = 11,
  ISHI_SOUNDS = 12,
  ISHI_NAVIGATIONS = 13
};

enum { ISHI_UP_Y = 0, ISHI_UP_Z = 1 };
enum { ISHI_COMPLETED = 0, ISHI_FAILED = 1 };                             /* how a task ended */
enum { ISHI_CLEAR = 0, ISHI_BLOCKED = 1 };                                /* a line of sight */
enum { ISHI_TO_AGENT = 0, ISHI_TO_TEAM = 1, ISHI_TO_EVERYONE = 2 };       /* for whom an event is */
enum { ISHI_KEPT = 0, ISHI_RESET = 1, ISHI_DROPPED = 2, ISHI_ADDED = 3 }; /* what a reload does to a part */

#define ISHI_NOT_FOUND 0xffffffffu
#define ISHI_NO_OPTION 0xffffu
#define ISHI_NO_STATE 0xffffffffu
#define ISHI_NO_DIRECTION 0xffffffffu
#define ISHI_NO_PROFILE 0xffffffffffffffffu /* in place of a profile's id: none */
#define ISHI_SHARED 0xffffffffu             /* in place of a population: what is the world's */
#define ISHI_NOWHERE 1000000.0f             /* x, y and z of a point that is none */
#define ISHI_IMPASSABLE 255u                /* the terrain of a cell that nobody enters */

/* `where` is the byte in a blob for ishi_asset_load; else what the comment of the call or code says. */
typedef struct ishi_status {
  uint32_t code;
  uint64_t where;
} ishi_status;

/* Handles of objects that the library owns. All zeros: none. */
typedef struct ishi_asset {
  uint32_t index;
  uint32_t generation;
} ishi_asset;
typedef struct ishi_world {
  uint32_t index;
  uint32_t generation;
} ishi_world;
typedef struct ishi_scratch {
  uint32_t index;
  uint32_t generation;
} ishi_scratch;
typedef struct ishi_reload {
  uint32_t index;
  uint32_t generation;
} ishi_reload;

typedef struct ishi_recorder {
  uint32_t index;
  uint32_t generation;
} ishi_recorder;
typedef struct ishi_host {
  uint32_t index;
  uint32_t generation;
} ishi_host;

typedef struct ishi_population {
  ishi_world world;
  uint32_t index; /* in the world, in the order in which they were added */
} ishi_population;

typedef struct ishi_vector3 {
  float x;
  float y;
  float z;
} ishi_vector3;

/* An entity as it is stored: in columns, records, facts. Zeros: nobody. */
typedef struct ishi_entity_id {
  uint32_t index;
  uint32_t generation;
} ishi_entity_id;

/* A handle of an entity or agent, or of a member of a set without entities. Zeros: nobody. */
typedef struct ishi_entity {
  uint32_t index;
  uint32_t generation;
  uint32_t world; /* ishi_world_number */
} ishi_entity;

/* Names one run of one task of one agent. */
typedef struct ishi_token {
  uint32_t slot;
  uint16_t population;
  uint16_t lane;
  uint64_t serial;
  uint32_t world;
  uint32_t reserved; /* 0: a token has no padding, its bytes may be hashed */
} ishi_token;

/* Names one question about a line of sight. */
typedef struct ishi_ticket {
  uint64_t query;
  uint32_t world;
  uint16_t population;
  uint16_t reserved; /* 0, likewise */
} ishi_ticket;

/* A set of candidates of one owner; it holds nothing. */
typedef struct ishi_candidates {
  ishi_world world;
  uint32_t population; /* whose agent has the set; ISHI_SHARED: a team or the world */
  ishi_entity agent;
  uint32_t team;
  uint64_t set;
} ishi_candidates;

/* A view of memory of the world, until that is destroyed or reloaded. Writing is not checked: below `count`,
 * and not while a job that reads the row is thinking. */
typedef struct ishi_column {
  void* data; /* one value a row; of points their x */
  float* y;   /* of points alone */
  float* z;
  uint32_t count;
  uint32_t stride; /* bytes from one row to the next */
  uint32_t type;
} ishi_column;

/* The terrains of a grid: `columns` bytes in each row. No columns: there is no grid. */
typedef struct ishi_cells {
  uint8_t* data;
  uint32_t columns;
  uint32_t rows;
  uint32_t stride;
} ishi_cells;

/* One value; the member that `type` names counts. */
typedef struct ishi_value {
  uint32_t type;
  float number;
  int32_t integer;
  uint32_t byte;
  ishi_entity_id entity;
  ishi_vector3 point;
} ishi_value;

/* The agents of one phase, from ishi_population_begin to ishi_batch_end. */
typedef struct ishi_batch {
  ishi_population population;
  uint32_t phase;
  const uint32_t* rows; /* their slots, rising: job i has those from i * agents_per_job on */
  uint32_t count;
  uint32_t jobs;
  uint32_t agents_per_job;
  uint64_t serial;
} ishi_batch;

/* A task begins, or the live parameters of one have changed. */
typedef struct ishi_start {
  ishi_token token;
  ishi_entity agent;
  uint64_t user;
  uint64_t task;
  const void* parameters; /* as the contract's header declares them; null of a task without any */
} ishi_start;

/* A task is aborted. */
typedef struct ishi_end {
  ishi_token token;
  ishi_entity agent; /* stale if the agent was despawned */
  uint64_t user;
  uint64_t task;
  uint8_t report_when_over; /* 1: it needs time to end, and the game reports */
} ishi_end;

/* An event that a body posts to the game. */
typedef struct ishi_emitted {
  ishi_entity agent;
  uint64_t user;
  uint64_t event;
  const void* record;
} ishi_emitted;

/* Does something stand between the two? */
typedef struct ishi_query {
  ishi_ticket ticket;
  ishi_entity observer;
  ishi_entity target;
  uint32_t slot;     /* the observer's */
  ishi_vector3 from; /* metres */
  ishi_vector3 to;
} ishi_query;

/* Where one agent goes. */
typedef struct ishi_move {
  ishi_entity agent;
  uint64_t user;
  uint32_t slot;
  uint32_t direction;
  ishi_vector3 heading; /* of length 1, level; zeros: it stands */
  float speed;          /* metres per second */
} ishi_move;

/* What the end of a phase gives: of ISHI_SENSE queries, of ISHI_ACT starts, updates, ends and events, of
 * ISHI_MOVE moves. Valid until the phase begins again. */
typedef struct ishi_results {
  uint32_t size;
  uint32_t query_count;
  uint32_t start_count;
  uint32_t update_count;
  uint32_t end_count;
  uint32_t event_count;
  uint32_t move_count;
  const ishi_query* queries;
  const ishi_start* starts;
  const ishi_start* updates;
  const ishi_end* ends;
  const ishi_emitted* events;
  const ishi_move* moves;
} ishi_results;

typedef struct ishi_report {
  ishi_token token;
  uint8_t ending;
  uint64_t task;      /* of a completed task that gives something back: which it is, */
  const void* record; /* and its record, else null */
  uint32_t record_bytes;
} ishi_report;

typedef struct ishi_fact {
  ishi_entity entity;
  ishi_vector3 position;
  int64_t first_seen_microseconds;
  int64_t last_seen_microseconds;
} ishi_fact;

typedef struct ishi_chosen {
  ishi_entity member;
  float score;
} ishi_chosen;

/* The score of an option, as things stand. */
typedef struct ishi_option_score {
  uint64_t id;           /* of the action */
  float score;           /* minus infinity: its `when` does not hold. Without inertia */
  int32_t rank;          /* a higher one comes first */
  uint8_t running;       /* 1: it is the one that runs */
  uint8_t of_members;    /* 1: it is for each member of a set; the score is that of its best member */
  ishi_entity candidate; /* of the one that runs: whom it is for; else nobody */
} ishi_option_score;

typedef struct ishi_clock {
  uint64_t frame;
  uint64_t time_microseconds;
} ishi_clock;

typedef struct ishi_way {
  uint8_t end;      /* 0 none, 1 at the place, 2 at the nearest cell, 3 a part of it */
  uint8_t is_asked; /* 1: it waits for another one */
  uint32_t steps;
  float cost;
} ishi_way;

/* Counters; `size` is the caller's. ishi/population.h and ishi/senses.h say what they count. */
typedef struct ishi_sense_counters {
  uint32_t size;
  uint64_t candidates;
  uint64_t distance_tests;
  uint64_t field_tests;
  uint64_t conditions;
  uint64_t queries;
  uint64_t noticed;
  uint64_t lapsed;
  uint64_t lost_events;
} ishi_sense_counters;
typedef struct ishi_think_counters {
  uint32_t size;
  uint32_t thoughts;
  uint32_t put_off;
  uint32_t early;
  uint32_t looked_at;
  uint64_t overdue_frames;
  uint64_t overdue_microseconds;
} ishi_think_counters;
typedef struct ishi_act_counters {
  uint32_t size;
  uint64_t visits;
  uint64_t started;
  uint64_t completed;
  uint64_t failed;
  uint64_t aborted;
  uint64_t failed_options;
  uint64_t plans;
  uint64_t planned_situations;
  uint64_t dropped_events;
  uint64_t plans_given_up;
} ishi_act_counters;
typedef struct ishi_path_counters {
  uint32_t size;
  uint64_t searches;
  uint64_t expansions;
  uint64_t found;
  uint64_t unreachable;
  uint64_t waiting;
} ishi_path_counters;

/* One part of a contract, as `ishi header --language c` writes them: see ContractEntry in ishi/contract.h. */
typedef struct ishi_entry {
  uint64_t id;
  uint64_t owner;
  uint64_t reference;
  const char* name; /* not null, as the next two */
  const char* owner_name;
  const char* reference_name;
  uint8_t kind;
  uint8_t type;
  uint8_t scope;
  uint8_t merge;
  uint8_t abort;
  uint8_t required;
  uint8_t live;
  uint8_t given;
  uint32_t place;
  uint32_t parts;
  float low;
  float high;
  ishi_vector3 fallback;
} ishi_entry;

/* What a reload did to one part. */
typedef struct ishi_reload_item {
  uint64_t id;
  const char* name;        /* empty if the asset was stripped */
  const char* former_name; /* empty if it has none */
  uint8_t part;            /* ReloadPart in ishi/reload.h */
  uint8_t effect;
  uint16_t population; /* 65,535: the world's */
} ishi_reload_item;
typedef struct ishi_reload_counts {
  uint32_t size;
  uint32_t kept_tasks;
  uint32_t aborted_tasks;
  uint32_t restarted_goals;
  uint32_t restarted_options;
  uint32_t ended_options;
  uint32_t dropped_members;
  uint32_t dropped_events;
} ishi_reload_counts;

/* The game's functions for memory, both null for none: see ishi/allocator.h. */
typedef struct ishi_allocator {
  void* context;
  void* (*allocate)(void* context, size_t bytes, size_t alignment);
  void (*release)(void* context, void* memory, size_t bytes, size_t alignment);
} ishi_allocator;

typedef struct ishi_asset_options {
  uint32_t size;
  ishi_allocator allocator;
} ishi_asset_options;
typedef struct ishi_world_options {
  uint32_t size;
  uint32_t entities; /* how many live at once, agents included */
  uint64_t seed;
  uint32_t teams;
  uint32_t up;
  uint32_t event_bytes;
  uint32_t sounds;
  uint32_t number;            /* 0: the library finds one */
  uint32_t entry_count;       /* of the contract; 0 if its first entry is zeros */
  const ishi_entry* contract; /* null: any asset is taken. Must outlive the world */
  ishi_allocator allocator;
} ishi_world_options;
typedef struct ishi_population_options {
  uint32_t size;
  uint32_t capacity;
  uint32_t plan_searches;
  uint32_t plan_situations;
  uint32_t plan_situations_per_frame;
} ishi_population_options;
typedef struct ishi_spawn_options {
  uint32_t size;
  uint32_t team;
  ishi_vector3 position;
  ishi_vector3 facing;
  uint64_t profile;
  uint64_t user;
  uint64_t identity;
  uint64_t thing;
} ishi_spawn_options;
typedef struct ishi_entity_options {
  uint32_t size;
  ishi_vector3 position;
  ishi_vector3 facing;
  uint64_t thing;
  uint64_t user;
  uint64_t identity;
} ishi_entity_options;
typedef struct ishi_phase_options {
  uint32_t size;
  uint32_t agents_per_job; /* 0: as many as suits the phase */
  uint32_t quota;          /* of ISHI_SENSE and ISHI_THINK: at most so many agents; 0: all who are due */
} ishi_phase_options;
typedef struct ishi_event_options {
  uint32_t size;
  uint32_t record_bytes;
  uint64_t event;
  uint32_t target;
  uint32_t team;
  ishi_entity agent;
  const void* record; /* null of an event without fields */
} ishi_event_options;
typedef struct ishi_sound_options {
  uint32_t size;
  uint32_t elsewhere; /* 1: it sounds at `position`, else where its maker is */
  uint64_t sound;
  ishi_entity maker;
  ishi_vector3 position;
} ishi_sound_options;
typedef struct ishi_grid_options {
  uint32_t size;
  uint32_t columns;
  uint32_t rows;
  float cell;
  ishi_vector3 origin;
  uint32_t searches;
} ishi_grid_options;
typedef struct ishi_path_options {
  uint32_t size;
  uint32_t expansions;
} ishi_path_options;
typedef struct ishi_asset_change {
  ishi_asset from;
  ishi_asset to;
} ishi_asset_change;
typedef struct ishi_load_options {
  uint32_t size;
  uint32_t strict; /* 1: refuses a save whose assets behave otherwise */
  const ishi_asset* assets;
  uint32_t asset_count;
  uint32_t entry_count;
  const ishi_entry* contract;
  uint64_t most_extra_bytes;
  uint32_t number;
  ishi_world replaced; /* takes the place of this world, whose handle stays; zeros: makes a new one */
  uint32_t fault_room;
  char* fault; /* why the contract does not hold, as ishi_world_contract_fault; may be null */
  ishi_allocator allocator;
} ishi_load_options;

/* A recorder of a world, see RecorderOptions in ishi/record/recorder.h. */
typedef struct ishi_recorder_options {
  uint32_t size;
  float dashcam_seconds;
  float save_seconds;
  uint32_t save_frames;
  uint32_t hash_frames;
  uint32_t only_watched; /* 1: nothing is recorded until a viewer joins */
  const char* path;      /* null: a dashcam, or the game takes the bytes */
  uint64_t memory_bytes;
  ishi_allocator allocator;
} ishi_recorder_options;
typedef struct ishi_recorder_counts {
  uint32_t size;
  uint32_t result; /* ISHI_CANNOT_WRITE, ISHI_WORLD_GONE, or ISHI_OK */
  uint64_t frames;
  uint64_t lost_frames;
  uint64_t saves;
  uint64_t save_bytes;
  uint64_t column_bytes;
  uint64_t call_bytes;
  uint64_t written_bytes;
} ishi_recorder_counts;

/* Lets people look into the running game, see HostOptions in ishi/live/host.h. */
typedef struct ishi_host_options {
  uint32_t size;
  uint32_t viewers;    /* how many may watch at once: 1 to 16 */
  uint32_t may_hold;   /* 0: nobody stops the game */
  uint32_t may_change; /* 0: viewers only watch */
  const char* name;    /* 1 to 32 of a-z, A-Z, 0-9, _ and ., the first a letter */
  uint64_t stream_bytes;
  const char* dashcam_path;
  /* Those that viewers may replace: at most 8, which are in use until the host is closed. */
  const ishi_asset* assets;
  uint32_t asset_count;
  uint32_t port;
  const char* secret; /* null: no port */
  ishi_allocator allocator;
} ishi_host_options;
/* The result of ishi_host_between_frames. */
typedef struct ishi_turn {
  uint32_t size;
  uint32_t viewers;  /* that watch now */
  uint32_t changes;  /* that viewers made */
  uint32_t reloaded; /* how many assets viewers replaced, see ishi_host_reloaded */
  uint64_t held_microseconds; /* in a page, where nothing can wait: not 0 while no frame may be played */
} ishi_turn;

#define ISHI_CALL(result, name) ISHI_EXPORT result ishi_##name
#include "ishi/c_calls.inl"
#undef ISHI_CALL

/* All functions of ishi/c_calls.inl, in its order. */
typedef struct ishi_api {
  uint32_t size;    /* of this struct: a function that lies beyond it is not there */
  uint32_t version; /* ISHI_API_VERSION */
#define ISHI_CALL(result, name) result(*name)
#include "ishi/c_calls.inl"
#undef ISHI_CALL
} ishi_api;

/* The functions of a version; null if the library does not have that. Any thread. */
ISHI_EXPORT const ishi_api* ishi_get_api(uint32_t version);

#ifdef __cplusplus
}
#endif
