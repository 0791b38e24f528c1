// Written by bindings/write_csharp.py from ishi/c_api.h, which says what each of these is. Do not edit.

using System;
using System.Runtime.InteropServices;

namespace Ishi {

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_status {
  public uint code;
  public ulong where;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_asset {
  public uint index;
  public uint generation;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_world {
  public uint index;
  public uint generation;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_scratch {
  public uint index;
  public uint generation;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_reload {
  public uint index;
  public uint generation;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_recorder {
  public uint index;
  public uint generation;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_host {
  public uint index;
  public uint generation;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_population {
  public ishi_world world;
  public uint index;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_vector3 {
  public float x;
  public float y;
  public float z;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_entity_id {
  public uint index;
  public uint generation;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_entity {
  public uint index;
  public uint generation;
  public uint world;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_token {
  public uint slot;
  public ushort population;
  public ushort lane;
  public ulong serial;
  public uint world;
  public uint reserved;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_ticket {
  public ulong query;
  public uint world;
  public ushort population;
  public ushort reserved;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_candidates {
  public ishi_world world;
  public uint population;
  public ishi_entity agent;
  public uint team;
  public ulong set;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_column {
  public void* data;
  public float* y;
  public float* z;
  public uint count;
  public uint stride;
  public uint type;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_cells {
  public byte* data;
  public uint columns;
  public uint rows;
  public uint stride;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_value {
  public uint type;
  public float number;
  public int integer;
  public uint @byte;
  public ishi_entity_id entity;
  public ishi_vector3 point;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_batch {
  public ishi_population population;
  public uint phase;
  public uint* rows;
  public uint count;
  public uint jobs;
  public uint agents_per_job;
  public ulong serial;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_start {
  public ishi_token token;
  public ishi_entity agent;
  public ulong user;
  public ulong task;
  public void* parameters;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_end {
  public ishi_token token;
  public ishi_entity agent;
  public ulong user;
  public ulong task;
  public byte report_when_over;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_emitted {
  public ishi_entity agent;
  public ulong user;
  public ulong @event;
  public void* record;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_query {
  public ishi_ticket ticket;
  public ishi_entity observer;
  public ishi_entity target;
  public uint slot;
  public ishi_vector3 from;
  public ishi_vector3 to;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_move {
  public ishi_entity agent;
  public ulong user;
  public uint slot;
  public uint direction;
  public ishi_vector3 heading;
  public float speed;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_results {
  public uint size;
  public uint query_count;
  public uint start_count;
  public uint update_count;
  public uint end_count;
  public uint event_count;
  public uint move_count;
  public ishi_query* queries;
  public ishi_start* starts;
  public ishi_start* updates;
  public ishi_end* ends;
  public ishi_emitted* events;
  public ishi_move* moves;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_report {
  public ishi_token token;
  public byte ending;
  public ulong task;
  public void* record;
  public uint record_bytes;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_fact {
  public ishi_entity entity;
  public ishi_vector3 position;
  public long first_seen_microseconds;
  public long last_seen_microseconds;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_chosen {
  public ishi_entity member;
  public float score;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_option_score {
  public ulong id;
  public float score;
  public int rank;
  public byte running;
  public byte of_members;
  public ishi_entity candidate;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_clock {
  public ulong frame;
  public ulong time_microseconds;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_way {
  public byte end;
  public byte is_asked;
  public uint steps;
  public float cost;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_sense_counters {
  public uint size;
  public ulong candidates;
  public ulong distance_tests;
  public ulong field_tests;
  public ulong conditions;
  public ulong queries;
  public ulong noticed;
  public ulong lapsed;
  public ulong lost_events;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_think_counters {
  public uint size;
  public uint thoughts;
  public uint put_off;
  public uint early;
  public uint looked_at;
  public ulong overdue_frames;
  public ulong overdue_microseconds;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_act_counters {
  public uint size;
  public ulong visits;
  public ulong started;
  public ulong completed;
  public ulong failed;
  public ulong aborted;
  public ulong failed_options;
  public ulong plans;
  public ulong planned_situations;
  public ulong dropped_events;
  public ulong plans_given_up;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_path_counters {
  public uint size;
  public ulong searches;
  public ulong expansions;
  public ulong found;
  public ulong unreachable;
  public ulong waiting;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_entry {
  public ulong id;
  public ulong owner;
  public ulong reference;
  public byte* name;
  public byte* owner_name;
  public byte* reference_name;
  public byte kind;
  public byte type;
  public byte scope;
  public byte merge;
  public byte abort;
  public byte required;
  public byte live;
  public byte given;
  public uint place;
  public uint parts;
  public float low;
  public float high;
  public ishi_vector3 fallback;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_reload_item {
  public ulong id;
  public byte* name;
  public byte* former_name;
  public byte part;
  public byte effect;
  public ushort population;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_reload_counts {
  public uint size;
  public uint kept_tasks;
  public uint aborted_tasks;
  public uint restarted_goals;
  public uint restarted_options;
  public uint ended_options;
  public uint dropped_members;
  public uint dropped_events;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_allocator {
  public void* context;
  public IntPtr allocate;  // a function
  public IntPtr release;  // a function
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_asset_options {
  public uint size;
  public ishi_allocator allocator;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_world_options {
  public uint size;
  public uint entities;
  public ulong seed;
  public uint teams;
  public uint up;
  public uint event_bytes;
  public uint sounds;
  public uint number;
  public uint entry_count;
  public ishi_entry* contract;
  public ishi_allocator allocator;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_population_options {
  public uint size;
  public uint capacity;
  public uint plan_searches;
  public uint plan_situations;
  public uint plan_situations_per_frame;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_spawn_options {
  public uint size;
  public uint team;
  public ishi_vector3 position;
  public ishi_vector3 facing;
  public ulong profile;
  public ulong user;
  public ulong identity;
  public ulong thing;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_entity_options {
  public uint size;
  public ishi_vector3 position;
  public ishi_vector3 facing;
  public ulong thing;
  public ulong user;
  public ulong identity;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_phase_options {
  public uint size;
  public uint agents_per_job;
  public uint quota;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_event_options {
  public uint size;
  public uint record_bytes;
  public ulong @event;
  public uint target;
  public uint team;
  public ishi_entity agent;
  public void* record;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_sound_options {
  public uint size;
  public uint elsewhere;
  public ulong sound;
  public ishi_entity maker;
  public ishi_vector3 position;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_grid_options {
  public uint size;
  public uint columns;
  public uint rows;
  public float cell;
  public ishi_vector3 origin;
  public uint searches;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_path_options {
  public uint size;
  public uint expansions;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_asset_change {
  public ishi_asset from;
  public ishi_asset to;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_load_options {
  public uint size;
  public uint strict;
  public ishi_asset* assets;
  public uint asset_count;
  public uint entry_count;
  public ishi_entry* contract;
  public ulong most_extra_bytes;
  public uint number;
  public ishi_world replaced;
  public uint fault_room;
  public byte* fault;
  public ishi_allocator allocator;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_recorder_options {
  public uint size;
  public float dashcam_seconds;
  public float save_seconds;
  public uint save_frames;
  public uint hash_frames;
  public uint only_watched;
  public byte* path;
  public ulong memory_bytes;
  public ishi_allocator allocator;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_recorder_counts {
  public uint size;
  public uint result;
  public ulong frames;
  public ulong lost_frames;
  public ulong saves;
  public ulong save_bytes;
  public ulong column_bytes;
  public ulong call_bytes;
  public ulong written_bytes;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_host_options {
  public uint size;
  public uint viewers;
  public uint may_hold;
  public uint may_change;
  public byte* name;
  public ulong stream_bytes;
  public byte* dashcam_path;
  public ishi_asset* assets;
  public uint asset_count;
  public uint port;
  public byte* secret;
  public ishi_allocator allocator;
}

[StructLayout(LayoutKind.Sequential)]
public unsafe struct ishi_turn {
  public uint size;
  public uint viewers;
  public uint changes;
  public uint reloaded;
  public ulong held_microseconds;
}

public static unsafe class Native {
#if UNITY_IOS && !UNITY_EDITOR
  public const string Library = "__Internal";
#else
  public const string Library = "ishi";
#endif

  public const uint ISHI_OK = 0;
  public const uint ISHI_OUT_OF_MEMORY = 1;
  public const uint ISHI_BAD_OPTIONS = 2;
  public const uint ISHI_UNKNOWN_ID = 800;
  public const uint ISHI_CONTRACT_MISMATCH = 801;
  public const uint ISHI_UP_MISMATCH = 802;
  public const uint ISHI_WRONG_PHASE = 803;
  public const uint ISHI_CLOCK_FELL = 804;
  public const uint ISHI_WORLD_FULL = 805;
  public const uint ISHI_POPULATION_FULL = 806;
  public const uint ISHI_TOO_MANY_POPULATIONS = 807;
  public const uint ISHI_STALE_HANDLE = 808;
  public const uint ISHI_BELONGS_TO_POPULATION = 809;
  public const uint ISHI_NOT_OF_POPULATION = 810;
  public const uint ISHI_OUT_OF_RANGE = 812;
  public const uint ISHI_WRONG_TYPE = 813;
  public const uint ISHI_WRONG_SCOPE = 814;
  public const uint ISHI_BATCH_STALE = 815;
  public const uint ISHI_JOB_DONE = 816;
  public const uint ISHI_JOBS_MISSING = 817;
  public const uint ISHI_SCRATCH_TOO_SMALL = 818;
  public const uint ISHI_ROUNDS_SPENT = 819;
  public const uint ISHI_TOKEN_UNKNOWN = 820;
  public const uint ISHI_TOKEN_STALE = 821;
  public const uint ISHI_ALREADY_REPORTED = 822;
  public const uint ISHI_EVENTS_FULL = 823;
  public const uint ISHI_WRONG_RECORD_SIZE = 824;
  public const uint ISHI_CONTRACT_UNKNOWN = 825;
  public const uint ISHI_BUFFER_TOO_SMALL = 826;
  public const uint ISHI_NOT_AN_AGENT = 827;
  public const uint ISHI_WRONG_THING = 828;
  public const uint ISHI_CLAIM_TAKEN = 829;
  public const uint ISHI_ALREADY_KNOWN = 830;
  public const uint ISHI_SET_FULL = 831;
  public const uint ISHI_GRID_EXISTS = 832;
  public const uint ISHI_NO_GRID = 833;
  public const uint ISHI_MEMBER_UNKNOWN = 834;
  public const uint ISHI_QUERY_UNKNOWN = 835;
  public const uint ISHI_QUERY_ANSWERED = 836;
  public const uint ISHI_QUERY_STALE = 837;
  public const uint ISHI_NO_INSTRUCTION_SET = 838;
  public const uint ISHI_SAVE_UNKNOWN = 839;
  public const uint ISHI_SAVE_VERSION = 840;
  public const uint ISHI_SAVE_CUT = 841;
  public const uint ISHI_SAVE_DAMAGED = 842;
  public const uint ISHI_SAVE_STRUCTURE = 843;
  public const uint ISHI_SAVE_INVALID = 844;
  public const uint ISHI_SAVE_OF_OTHER_VERSION = 845;
  public const uint ISHI_RELOAD_OUTDATED = 846;
  public const uint ISHI_SNAPSHOT_UNKNOWN = 847;
  public const uint ISHI_SNAPSHOT_CUT = 848;
  public const uint ISHI_SNAPSHOT_OF_OTHER_WORLD = 849;
  public const uint ISHI_SNAPSHOT_DAMAGED = 850;
  public const uint ISHI_WORLD_GONE = 851;
  public const uint ISHI_FOREIGN_HANDLE = 852;
  public const uint ISHI_NOTHING_GIVEN = 853;
  public const uint ISHI_WRONG_TASK = 854;
  public const uint ISHI_TOO_FEW_TOKENS = 855;
  public const uint ISHI_OFF_GRID = 856;
  public const uint ISHI_TIME_TOO_LATE = 857;
  public const uint ISHI_SAVE_AGENT_UNKNOWN = 858;
  public const uint ISHI_ASSET_UNUSED = 859;
  public const uint ISHI_NULL_ARGUMENT = 2000;
  public const uint ISHI_STALE_OBJECT = 2001;
  public const uint ISHI_OBJECT_IN_USE = 2002;
  public const uint ISHI_TOO_MANY_OBJECTS = 2003;
  public const uint ISHI_BAD_ENUMERATOR = 2004;
  public const uint ISHI_BAD_CONTRACT = 2005;
  public const uint ISHI_OBJECT_BUSY = 2006;
  public const uint ISHI_NO_WAY = 2007;
  public const uint ISHI_ALREADY_RECORDED = 2008;
  public const uint ISHI_CANNOT_WRITE = 2009;
  public const uint ISHI_PATH_IN_USE = 2010;
  public const uint ISHI_NOT_A_DASHCAM = 2011;
  public const uint ISHI_FRAMES_LOST = 2012;
  public const uint ISHI_BAD_RECORDER_OPTIONS = 2020;
  public const uint ISHI_NOT_RECORDED = 2013;
  public const uint ISHI_HAS_HOST = 2014;
  public const uint ISHI_NO_FOLDER = 2015;
  public const uint ISHI_PATH_TOO_LONG = 2016;
  public const uint ISHI_PATH_TAKEN = 2017;
  public const uint ISHI_BAD_HOST_OPTIONS = 2021;
  public const uint ISHI_CANNOT_LISTEN = 2018;
  public const uint ISHI_NOT_IN_BUILD = 2019;
  public const uint ISHI_SENSE = 0;
  public const uint ISHI_THINK = 1;
  public const uint ISHI_ACT = 2;
  public const uint ISHI_MOVE = 3;
  public const uint ISHI_ANY_TYPE = 0;
  public const uint ISHI_FLOAT = 1;
  public const uint ISHI_INT32 = 2;
  public const uint ISHI_BYTE = 3;
  public const uint ISHI_ENTITY = 4;
  public const uint ISHI_POINT = 5;
  public const uint ISHI_MASK = 6;
  public const uint ISHI_OF_TEAM = 1;
  public const uint ISHI_OF_WORLD = 2;
  public const uint ISHI_OF_THING = 3;
  public const uint ISHI_ENUMS = 0;
  public const uint ISHI_THINGS = 1;
  public const uint ISHI_KEYS = 2;
  public const uint ISHI_EVENTS = 3;
  public const uint ISHI_TASKS = 4;
  public const uint ISHI_GOALS = 5;
  public const uint ISHI_CURVES = 6;
  public const uint ISHI_MOTIVES = 7;
  public const uint ISHI_PROFILES = 8;
  public const uint ISHI_AGENTS = 9;
  public const uint ISHI_SETS = 10;
  public const uint ISHI_TOKENS = 11;
  public const uint ISHI_SOUNDS = 12;
  public const uint ISHI_NAVIGATIONS = 13;
  public const uint ISHI_UP_Y = 0;
  public const uint ISHI_UP_Z = 1;
  public const uint ISHI_COMPLETED = 0;
  public const uint ISHI_FAILED = 1;
  public const uint ISHI_CLEAR = 0;
  public const uint ISHI_BLOCKED = 1;
  public const uint ISHI_TO_AGENT = 0;
  public const uint ISHI_TO_TEAM = 1;
  public const uint ISHI_TO_EVERYONE = 2;
  public const uint ISHI_KEPT = 0;
  public const uint ISHI_RESET = 1;
  public const uint ISHI_DROPPED = 2;
  public const uint ISHI_ADDED = 3;
  public const uint ISHI_API_VERSION = 1;
  public const uint ISHI_NOT_FOUND = 0xffffffff;
  public const uint ISHI_NO_OPTION = 0xffff;
  public const uint ISHI_NO_STATE = 0xffffffff;
  public const uint ISHI_NO_DIRECTION = 0xffffffff;
  public const ulong ISHI_NO_PROFILE = 0xffffffffffffffff;
  public const uint ISHI_SHARED = 0xffffffff;
  public const float ISHI_NOWHERE = 1000000.0f;
  public const uint ISHI_IMPASSABLE = 255;

  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern uint ishi_api_version();
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern byte* ishi_describe(ishi_status status);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ulong ishi_id_of(byte* section, byte* name);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_asset_options_defaults(ishi_asset_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_options_defaults(ishi_world_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_options_defaults(ishi_population_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_spawn_options_defaults(ishi_spawn_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_entity_options_defaults(ishi_entity_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_phase_options_defaults(ishi_phase_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_event_options_defaults(ishi_event_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_sound_options_defaults(ishi_sound_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_grid_options_defaults(ishi_grid_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_path_options_defaults(ishi_path_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_load_options_defaults(ishi_load_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_asset_load(void* bytes, UIntPtr count, ishi_asset_options* options, ishi_asset* asset);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_asset_destroy(ishi_asset asset);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern uint ishi_asset_valid(ishi_asset asset);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_asset_up(ishi_asset asset, uint* up);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_asset_contract_hash(ishi_asset asset, ulong* hash);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_asset_count(ishi_asset asset, uint kind, uint* count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_asset_find(ishi_asset asset, uint kind, ulong id, uint* index);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_asset_name(ishi_asset asset, uint kind, uint index, byte* text, UIntPtr room, UIntPtr* length);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_asset_entry_count(ishi_asset asset, uint* count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_asset_entry(ishi_asset asset, uint index, ishi_entry* entry);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_asset_watched_keys(ishi_asset asset, uint agent, uint* keys, uint room, uint* count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_create(ishi_world_options* options, ishi_world* world);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_destroy(ishi_world world);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern uint ishi_world_valid(ishi_world world);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_number(ishi_world world, uint* number);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_add_population(ishi_world world, ishi_asset asset, ulong agent, ishi_population_options* options, ishi_population* population);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_contract_fault(ishi_world world, byte* text, UIntPtr room, UIntPtr* length);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_population_count(ishi_world world, uint* count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_population(ishi_world world, uint index, ishi_population* population);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_clock(ishi_world world, ishi_clock* clock);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_begin_frame(ishi_world world, ishi_clock* clock);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_end_frame(ishi_world world);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_state_hash(ishi_world world, ulong* hash);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_spawn(ishi_world world, ishi_entity_options* options, ishi_entity* entity);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_despawn(ishi_world world, ishi_entity entity);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern uint ishi_world_is_alive(ishi_world world, ishi_entity entity);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_entity_count(ishi_world world, uint* count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_entity(ishi_world world, ishi_entity_id id, ishi_entity* entity);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_position(ishi_world world, ishi_entity entity, ishi_vector3* position);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_set_position(ishi_world world, ishi_entity entity, ishi_vector3 position);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_facing(ishi_world world, ishi_entity entity, ishi_vector3* facing);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_set_facing(ishi_world world, ishi_entity entity, ishi_vector3 facing);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_user(ishi_world world, ishi_entity entity, ulong* user);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_positions(ishi_world world, ishi_column* column);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_facings(ishi_world world, ishi_column* column);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_column(ishi_world world, uint place, ulong key, uint type, ishi_column* column);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_tokens_in_use(ishi_world world, ulong token, uint team, uint* count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_keep_tokens(ishi_world world, ulong token, uint team, uint count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_keep_entity(ishi_world world, ishi_entity entity, uint kept);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_claimed_by(ishi_world world, ishi_entity entity, ishi_entity* agent);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_post(ishi_world world, ishi_event_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_make_sound(ishi_world world, ishi_sound_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_lost_sounds(ishi_world world, ulong* count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_create_grid(ishi_world world, ishi_grid_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_cells(ishi_world world, ishi_cells* cells);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_cells_changed(ishi_world world);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_set_cell(ishi_world world, uint column, uint row, uint terrain);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_cell_of(ishi_world world, ishi_vector3 point, uint* column, uint* row);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_find_paths(ishi_world world, ishi_path_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_path_counters(ishi_world world, ishi_path_counters* counters);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_snapshot_size(ishi_world world, UIntPtr* bytes);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_save_snapshot(ishi_world world, void* memory, UIntPtr room, UIntPtr* bytes);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_restore_snapshot(ishi_world world, void* snapshot, UIntPtr bytes);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_save_size(ishi_world world, UIntPtr* bytes);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_save(ishi_world world, void* memory, UIntPtr room, UIntPtr* bytes);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_load(void* save, UIntPtr bytes, ishi_load_options* options, ishi_world* world, ishi_reload* reload);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_prepare_reload(ishi_world world, ishi_asset_change* changes, uint count, ishi_reload* reload);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_commit_reload(ishi_world world, ishi_reload reload);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_reload_destroy(ishi_reload reload);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern uint ishi_reload_valid(ishi_reload reload);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_reload_items(ishi_reload reload, ishi_reload_item** items, uint* count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_reload_totals(ishi_reload reload, ishi_reload_counts* counts);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_scratch_create(ishi_world world, ishi_scratch* scratch);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_scratch_destroy(ishi_scratch scratch);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern uint ishi_scratch_fits(ishi_scratch scratch, ishi_world world);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern uint ishi_population_valid(ishi_population population);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_agent_id(ishi_population population, ulong* agent);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_capacity(ishi_population population, uint* capacity);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_size(ishi_population population, uint* count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_state_hash(ishi_population population, ulong* hash);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_spawn(ishi_population population, ishi_spawn_options* options, ishi_entity* agent);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_spawn_many(ishi_population population, ishi_spawn_options* options, uint count, ishi_entity* agents);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_despawn(ishi_population population, ishi_entity agent);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_slot_of(ishi_population population, ishi_entity agent, uint* slot);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_agent_of(ishi_population population, uint slot, ishi_entity* agent);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_column(ishi_population population, ulong key, uint type, ishi_column* column);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_levels(ishi_population population, ulong motive, ishi_column* column);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_level_now(ishi_population population, ishi_entity agent, ulong motive, ishi_scratch scratch, float* level);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_blocked(ishi_population population, ishi_column* column);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_begin(ishi_population population, uint phase, ishi_phase_options* options, ishi_batch* batch);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_batch_run(ishi_batch* batch, uint job, ishi_scratch scratch);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_batch_run_all(ishi_batch* batch, ishi_scratch scratch);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_batch_end(ishi_batch* batch, ishi_results* results);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern uint ishi_population_wants_act(ishi_population population);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_answer(ishi_population population, ishi_ticket ticket, uint sight);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_report(ishi_population population, ishi_report* report);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_report_many(ishi_population population, ishi_report* reports, uint count, uint* taken);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_sense_counters(ishi_population population, ishi_sense_counters* counters);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_think_counters(ishi_population population, ishi_think_counters* counters);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_act_counters(ishi_population population, ishi_act_counters* counters);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_refreshed(ishi_population population, ulong key);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_remember(ishi_population population, ishi_entity agent, ulong memory, ishi_entity entity);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_forget(ishi_population population, ishi_entity agent, ulong memory, ishi_entity entity);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_facts(ishi_population population, ishi_entity agent, ulong memory, ishi_fact* facts, uint room, uint* count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_fact_field(ishi_population population, ishi_entity agent, ulong memory, uint fact, ulong field, ishi_value* value);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_set_fact_field(ishi_population population, ishi_entity agent, ulong memory, uint fact, ulong field, ishi_value* value);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_awareness(ishi_population population, ishi_entity agent, ulong memory, uint fact, float* awareness);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_candidates(ishi_population population, ishi_entity agent, ulong set, ishi_candidates* candidates);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_candidates(ishi_world world, ulong set, uint team, ishi_candidates* candidates);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_candidates_add(ishi_candidates* candidates, ishi_entity* member);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_candidates_set(ishi_candidates* candidates, ishi_entity* members, uint count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_candidates_withdraw(ishi_candidates* candidates, ishi_entity member);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_candidates_list(ishi_candidates* candidates, ishi_entity* members, uint room, uint* count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_candidates_field(ishi_candidates* candidates, ishi_entity member, ulong field, ishi_value* value);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_candidates_set_field(ishi_candidates* candidates, ishi_entity member, ulong field, ishi_value* value);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_chosen(ishi_population population, ishi_entity agent, ulong choice, ishi_chosen* chosen);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_choose(ishi_population population, ishi_entity agent, ulong choice, ishi_scratch scratch, ishi_chosen* chosen);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_option(ishi_population population, ishi_entity agent, uint* option);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_candidate(ishi_population population, ishi_entity agent, ishi_entity* candidate);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_profile(ishi_population population, ishi_entity agent, ulong* profile);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_set_profile(ishi_population population, ishi_entity agent, ulong profile);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_state(ishi_population population, ishi_entity agent, uint* state);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_team(ishi_population population, ishi_entity agent, uint* team);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_set_team(ishi_population population, ishi_entity agent, uint team);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_way_point(ishi_population population, ishi_entity agent, ishi_vector3* at);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_path(ishi_population population, ishi_entity agent, ishi_vector3* points, uint room, uint* count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_way(ishi_population population, ishi_entity agent, ishi_way* way);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_value_count(ishi_population population, uint* count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_explain(ishi_population population, ishi_entity agent, float* values, uint value_room, ishi_option_score* scores, uint room, uint* count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_population_option_name(ishi_population population, ulong id, byte* text, UIntPtr room, UIntPtr* length);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern byte* ishi_version_fault(uint version);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ulong ishi_runtime_features();
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_asset_features(ishi_asset asset, ulong* features);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_cancel_frame(ishi_world world);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_world_describe(ishi_world world, ishi_status status, byte* text, UIntPtr room, UIntPtr* length);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_recorder_options_defaults(ishi_recorder_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_recorder_open(ishi_world world, ishi_recorder_options* options, ishi_recorder* recorder);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern uint ishi_recorder_valid(ishi_recorder recorder);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_recorder_finish(ishi_recorder recorder);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_recorder_close(ishi_recorder recorder);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_recorder_take(ishi_recorder recorder, void* memory, UIntPtr room, UIntPtr* bytes);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_recorder_write(ishi_recorder recorder, byte* path);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_recorder_counters(ishi_recorder recorder, ishi_recorder_counts* counters);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_host_options_defaults(ishi_host_options* options);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_host_open(ishi_recorder recorder, ishi_host_options* options, ishi_host* host);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern uint ishi_host_valid(ishi_host host);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_host_between_frames(ishi_host host, ishi_world world, ishi_turn* turn);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_host_reloaded(ishi_host host, ishi_asset_change* changes, uint room, uint* count);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_host_path(ishi_host host, byte* text, UIntPtr room, UIntPtr* length);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_host_port(ishi_host host, uint* port);
  [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
  public static extern ishi_status ishi_host_close(ishi_host host);
}

/// <summary>A column without a copy: memory of the world, valid until that is destroyed or reloaded. An index that is none throws.</summary>
public unsafe struct FloatColumn {
  readonly float* data_;
  public readonly int Length;

  /// <summary>Throws if the rows are of another type.</summary>
  public FloatColumn(ishi_column column) {
    if (column.type != Native.ISHI_FLOAT)
      throw new IshiException("the rows of the column are of another type", Native.ISHI_WRONG_TYPE, column.type);
    data_ = (float*)column.data;
    Length = (int)column.count;
  }

  public ref float this[int row] {
    get {
      if ((uint)row >= (uint)Length) throw new IndexOutOfRangeException();
      return ref data_[row];
    }
  }
}

/// <summary>A column without a copy: memory of the world, valid until that is destroyed or reloaded. An index that is none throws.</summary>
public unsafe struct IntColumn {
  readonly int* data_;
  public readonly int Length;

  /// <summary>Throws if the rows are of another type.</summary>
  public IntColumn(ishi_column column) {
    if (column.type != Native.ISHI_INT32)
      throw new IshiException("the rows of the column are of another type", Native.ISHI_WRONG_TYPE, column.type);
    data_ = (int*)column.data;
    Length = (int)column.count;
  }

  public ref int this[int row] {
    get {
      if ((uint)row >= (uint)Length) throw new IndexOutOfRangeException();
      return ref data_[row];
    }
  }
}

/// <summary>A column without a copy: memory of the world, valid until that is destroyed or reloaded. An index that is none throws.</summary>
public unsafe struct ByteColumn {
  readonly byte* data_;
  public readonly int Length;

  /// <summary>Throws if the rows are of another type.</summary>
  public ByteColumn(ishi_column column) {
    if (column.type != Native.ISHI_BYTE)
      throw new IshiException("the rows of the column are of another type", Native.ISHI_WRONG_TYPE, column.type);
    data_ = (byte*)column.data;
    Length = (int)column.count;
  }

  public ref byte this[int row] {
    get {
      if ((uint)row >= (uint)Length) throw new IndexOutOfRangeException();
      return ref data_[row];
    }
  }
}

/// <summary>A column without a copy: memory of the world, valid until that is destroyed or reloaded. An index that is none throws.</summary>
public unsafe struct EntityColumn {
  readonly ishi_entity_id* data_;
  public readonly int Length;

  /// <summary>Throws if the rows are of another type.</summary>
  public EntityColumn(ishi_column column) {
    if (column.type != Native.ISHI_ENTITY)
      throw new IshiException("the rows of the column are of another type", Native.ISHI_WRONG_TYPE, column.type);
    data_ = (ishi_entity_id*)column.data;
    Length = (int)column.count;
  }

  public ref ishi_entity_id this[int row] {
    get {
      if ((uint)row >= (uint)Length) throw new IndexOutOfRangeException();
      return ref data_[row];
    }
  }
}

/// <summary>A column without a copy: memory of the world, valid until that is destroyed or reloaded. An index that is none throws.</summary>
public unsafe struct MaskColumn {
  readonly ulong* data_;
  public readonly int Length;

  /// <summary>Throws if the rows are of another type.</summary>
  public MaskColumn(ishi_column column) {
    if (column.type != Native.ISHI_MASK)
      throw new IshiException("the rows of the column are of another type", Native.ISHI_WRONG_TYPE, column.type);
    data_ = (ulong*)column.data;
    Length = (int)column.count;
  }

  public ref ulong this[int row] {
    get {
      if ((uint)row >= (uint)Length) throw new IndexOutOfRangeException();
      return ref data_[row];
    }
  }
}

}
