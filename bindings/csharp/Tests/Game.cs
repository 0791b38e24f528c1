using System;
using static Ishi.Native;
using static Ishi.Runtime;

namespace Ishi.Tests {

/// <summary>The game of tests/bindings/game.c in C#: it comes to the same hashes.</summary>
public sealed unsafe class Game : IDisposable {
  public const int Frames = 3000, FramesPerHash = 1000;
  const int Agents = 6, Bottles = 6, Changes = 4, Units = 1024, MostWorks = 256;
  const uint Cells = 24, Expansions = 200;

  struct Agent {
    public ishi_entity Entity;
    public int Population;
  }
  struct Work {
    public ishi_token Token;
    public ulong Task, Due;
    public byte Ending;
  }

  readonly ishi_asset asset_;
  readonly ishi_world world_;
  ishi_scratch scratch_;
  readonly ishi_population[] populations_ = new ishi_population[2];
  readonly Agent[] agents_ = new Agent[2 * Agents];
  readonly ishi_entity[] bottles_ = new ishi_entity[Bottles];
  readonly Work[] works_ = new Work[MostWorks];
  readonly FloatColumn[] keen_ = new FloatColumn[2];
  readonly PointColumn[] home_ = new PointColumn[2];
  readonly FrameGame hooks_;
  FloatColumn noise_, cloth_, pace_;
  ByteColumn hostile_;
  readonly ulong person_ = IdOf("things", "person"), glass_ = IdOf("sounds", "glass");
  readonly ulong pack_ = IdOf("candidates", "pack"), enemies_ = IdOf("memory", "enemies");
  readonly ulong look_ = IdOf("tasks", "look"), judge_ = IdOf("tasks", "judge");
  readonly ulong chaser_ = IdOf("tokens", "chaser"), calmed_ = IdOf("events", "calmed");
  int works_count_;
  ulong identities_, chance_ = 7;

  public ulong Digest { get; private set; }
  public ishi_world World { get { return world_; } }
  public ishi_asset Asset { get { return asset_; } }

  public Game(byte[] blob) {
    CheckLibrary();
    asset_ = Load(blob);
    ishi_world_options options;
    options.size = (uint)sizeof(ishi_world_options);
    Require(ishi_world_options_defaults(&options));
    options.seed = 5;
    options.entities = 64;
    options.teams = 2;
    fixed (ishi_world* world = &world_) Require(ishi_world_create(&options, world));
    ishi_population_options few;
    few.size = (uint)sizeof(ishi_population_options);
    Require(ishi_population_options_defaults(&few));
    few.capacity = 8;
    fixed (ishi_population* populations = populations_) {
      Require(ishi_world_add_population(world_, asset_, IdOf("agents", "guard"), &few, populations));
      Require(ishi_world_add_population(world_, asset_, IdOf("agents", "thief"), &few, populations + 1));
    }
    ishi_grid_options grid;
    grid.size = (uint)sizeof(ishi_grid_options);
    Require(ishi_grid_options_defaults(&grid));
    grid.columns = grid.rows = Cells;
    grid.origin.x = grid.origin.z = -12;
    Require(ishi_world_create_grid(world_, &grid));
    hooks_ = new FrameGame { CarryOut = CarryOut, Sensing = Sensing, Sight = Sight, Ask = Ask, Thinking = Thinking, Emitted = Emitted,
                             Moving = Moving, Move = Move };
    FindColumns();
    Fill();
  }

  public void Dispose() {
    if (scratch_.generation != 0) Require(ishi_scratch_destroy(scratch_));
    Require(ishi_world_destroy(world_));
    Require(ishi_asset_destroy(asset_));
  }

  public void RunFrame() {
    for (int i = 0; i < Changes; ++i) Change();
    ReportWorks();
    ishi_path_options paths;
    paths.size = (uint)sizeof(ishi_path_options);
    paths.expansions = Expansions;
    Runtime.RunFrame(world_, ref scratch_, hooks_, new FrameOptions { Microseconds = 16667, Paths = &paths });
    ulong hash;
    Require(ishi_world_state_hash(world_, &hash));
    Add(hash);
    for (int i = 0; i < 2 * Agents; ++i) AddChoice(agents_[i]);
  }

  /// <summary>The level of a call: asks `count` times whether an agent lives.</summary>
  public uint AskAlive(int count) {
    uint alive = 0;
    for (int i = 0; i < count; ++i) alive += ishi_world_is_alive(world_, agents_[0].Entity);
    return alive;
  }

  public void AskForATokenThatIsAKey() {
    uint used;
    Require(ishi_world_tokens_in_use(world_, IdOf("blackboard", "keen"), 0, &used), world_);
  }

  /// <summary>What a call with a handle that is none says.</summary>
  public ishi_status AskStale() {
    ulong hash;
    return ishi_world_state_hash(new ishi_world { index = world_.index, generation = world_.generation + 1 }, &hash);
  }

  public FloatColumn Keen { get { return keen_[0]; } }
  public ishi_column NoiseLevel() { return WorldColumn(ISHI_OF_WORLD, IdOf("blackboard", "noise_level")); }

  ishi_column WorldColumn(uint place, ulong key) {
    ishi_column column;
    Require(ishi_world_column(world_, place, key, ISHI_ANY_TYPE, &column));
    return column;
  }

  void FindColumns() {
    for (int i = 0; i < 2; ++i) {
      ishi_column column;
      Require(ishi_population_column(populations_[i], IdOf("blackboard", "keen"), ISHI_FLOAT, &column));
      keen_[i] = new FloatColumn(column);
      Require(ishi_population_column(populations_[i], IdOf("blackboard", "home"), ISHI_POINT, &column));
      home_[i] = new PointColumn(column);
    }
    noise_ = new FloatColumn(NoiseLevel());
    hostile_ = new ByteColumn(WorldColumn(ISHI_OF_THING, IdOf("things/person", "hostile")));
    cloth_ = new FloatColumn(WorldColumn(ISHI_OF_THING, IdOf("things/person", "cloth")));
    pace_ = new FloatColumn(WorldColumn(ISHI_OF_THING, IdOf("things/person", "pace")));
  }

  void Fill() {
    for (int i = 0; i < Bottles; ++i) {
      ishi_entity_options options;
      options.size = (uint)sizeof(ishi_entity_options);
      Require(ishi_entity_options_defaults(&options));
      options.position = Place();
      options.thing = IdOf("things", "bottle");
      fixed (ishi_entity* bottle = &bottles_[i]) Require(ishi_world_spawn(world_, &options, bottle));
    }
    for (int i = 0; i < 2 * Agents; ++i) {
      agents_[i].Population = i / Agents;
      Spawn(i);
    }
  }

  ulong Next() {
    ulong z = chance_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  uint Below(uint n) { return (uint)(Next() % n); }
  float Sixteenths(uint most) { return (float)Below(most + 1) / 16; }
  ishi_vector3 Place() {
    ishi_vector3 point = new ishi_vector3();
    point.x = Sixteenths(320) - 10;
    point.z = Sixteenths(320) - 10;
    return point;
  }

  void Add(ulong word) {
    ulong digest = (((Digest << 5) | (Digest >> 59)) ^ word) * 0x9e3779b97f4a7c15;
    Digest = digest ^ (digest >> 29);
  }
  void Add(float number) { Add((ulong)(*(uint*)&number)); }
  void Add(ishi_vector3 point) {
    Add(point.x);
    Add(point.y);
    Add(point.z);
  }

  void Spawn(int i) {
    ishi_spawn_options options;
    options.size = (uint)sizeof(ishi_spawn_options);
    Require(ishi_spawn_options_defaults(&options));
    options.position = Place();
    options.team = (uint)i % 2;
    options.user = (ulong)i;
    options.identity = ++identities_;
    options.thing = person_;
    fixed (ishi_entity* entity = &agents_[i].Entity) {
      Require(ishi_population_spawn(populations_[agents_[i].Population], &options, entity));
    }
  }

  void Change() {
    uint what = Below(12), i = Below(2 * Agents);
    Agent who = agents_[i];
    uint slot;
    Require(ishi_population_slot_of(populations_[who.Population], who.Entity, &slot));
    switch (what) {
      case 0: keen_[who.Population][(int)slot] = Sixteenths(16); break;
      case 1: home_[who.Population][(int)slot] = Place(); break;
      case 2: noise_[0] = Sixteenths(16); break;
      case 3:
        hostile_[(int)who.Entity.index] = (byte)Below(2);
        cloth_[(int)who.Entity.index] = Sixteenths(16);
        pace_[(int)who.Entity.index] = Sixteenths(48);
        break;
      case 4: MakeSound(who.Entity); break;
      case 5: ChangePack(who.Entity); break;
      case 6:
        Require(ishi_population_despawn(populations_[who.Population], who.Entity));
        Spawn((int)i);
        break;
      case 7: {
        ishi_entity other = agents_[Below(2 * Agents)].Entity;
        Add(ishi_population_remember(populations_[who.Population], who.Entity, enemies_, other).code);
        break;
      }
      case 8: {
        uint column = Below(Cells), row = Below(Cells);
        Require(ishi_world_set_cell(world_, column, row, Below(8) == 0 ? ISHI_IMPASSABLE : Below(3)));
        break;
      }
      case 9: {
        ishi_entity bottle = bottles_[Below(Bottles)], claimer;
        Require(ishi_world_set_position(world_, bottle, Place()));
        Require(ishi_world_claimed_by(world_, bottle, &claimer));
        Add((ulong)claimer.index);
        break;
      }
      case 10: Post(who.Entity, i % 2); break;
      default: KeepChasers(i % 2); break;
    }
  }

  // A record of 8 bytes with one number, as all of this game but the point of `spotted`.
  void Post(ishi_entity agent, uint team) {
    ishi_event_options options;
    options.size = (uint)sizeof(ishi_event_options);
    Require(ishi_event_options_defaults(&options));
    options.target = Below(3);
    float* record = stackalloc float[2];
    record[0] = Sixteenths(16);
    record[1] = 0;
    options.record = record;
    options.record_bytes = 8;
    options.@event = calmed_;
    options.team = team;
    options.agent = agent;
    Add((ulong)ishi_world_post(world_, &options).code);
  }

  void KeepChasers(uint team) {
    uint used;
    Require(ishi_world_keep_tokens(world_, chaser_, team, Below(3)));
    Require(ishi_world_tokens_in_use(world_, chaser_, team, &used));
    Add((ulong)used);
  }

  void MakeSound(ishi_entity maker) {
    ishi_sound_options options;
    options.size = (uint)sizeof(ishi_sound_options);
    Require(ishi_sound_options_defaults(&options));
    options.sound = glass_;
    options.maker = maker;
    options.elsewhere = 1;
    options.position = Place();
    Require(ishi_world_make_sound(world_, &options));
  }

  void ChangePack(ishi_entity member) {
    ishi_candidates members;
    Require(ishi_world_candidates(world_, pack_, Below(2), &members));
    Add(Below(2) == 0 ? ishi_candidates_add(&members, &member).code : ishi_candidates_withdraw(&members, member).code);
  }

  ulong FrameNumber() {
    ishi_clock clock;
    Require(ishi_world_clock(world_, &clock));
    return clock.frame;
  }

  void Report(ishi_token token, ulong task, byte ending) {
    ishi_report report = new ishi_report();
    report.token = token;
    report.ending = ending;
    float* record = stackalloc float[2];
    if (task == judge_ && ending == (byte)ISHI_COMPLETED) {
      record[0] = Sixteenths(16);
      record[1] = 0;
      report.task = task;
      report.record = record;
      report.record_bytes = 8;
    }
    Add(ishi_population_report(populations_[token.population], &report).code);
  }

  void ReportWorks() {
    ulong frame = FrameNumber();
    int kept = 0;
    for (int i = 0; i < works_count_; ++i) {
      if (works_[i].Due <= frame) {
        Report(works_[i].Token, works_[i].Task, works_[i].Ending);
      } else {
        works_[kept++] = works_[i];
      }
    }
    works_count_ = kept;
  }

  void AddWork(ishi_token token, ulong task, ulong due, uint ending) {
    if (works_count_ == MostWorks) return;
    works_[works_count_++] = new Work { Token = token, Task = task, Due = due, Ending = (byte)ending };
  }

  void Begin(ishi_start* start) {
    Add((ulong)start->token.slot);
    Add(start->token.serial);
    Add(start->user);
    if (start->task == look_) Add(*(float*)start->parameters);
    if (Below(4) == 0) {
      Report(start->token, start->task, (byte)ISHI_COMPLETED);
      return;
    }
    ulong due = FrameNumber() + Below(30);
    AddWork(start->token, start->task, due, Below(5) == 0 ? ISHI_FAILED : ISHI_COMPLETED);
  }

  void Abort(ishi_end* end) {
    ishi_token gone = end->token;
    int kept = 0;
    Add(gone.serial);
    for (int i = 0; i < works_count_; ++i) {
      ishi_token token = works_[i].Token;
      if (token.serial != gone.serial || token.slot != gone.slot || token.lane != gone.lane || token.population != gone.population)
        works_[kept++] = works_[i];
    }
    works_count_ = kept;
    if (end->report_when_over != 0) AddWork(gone, end->task, FrameNumber() + Below(4), ISHI_COMPLETED);
  }

  void AddChoice(Agent agent) {
    ishi_population population = populations_[agent.Population];
    uint option;
    ishi_entity candidate;
    ishi_vector3 point;
    Require(ishi_population_option(population, agent.Entity, &option));
    Add((ulong)option);
    Require(ishi_population_candidate(population, agent.Entity, &candidate));
    Add((ulong)candidate.index);
    if (ishi_population_way_point(population, agent.Entity, &point).code == ISHI_OK) Add(point);
  }

  // What RunFrame calls.

  void Sensing(ishi_population population, ishi_batch* batch) {
    for (uint i = 0; i < batch->count; ++i) {
      ishi_entity who;
      Add((ulong)batch->rows[i]);
      if (Below(16) != 0) continue;
      Require(ishi_population_agent_of(population, batch->rows[i], &who));
      hostile_[(int)who.index] = (byte)Below(2);
    }
  }

  void Ask(ishi_population population, ishi_query* queries, uint count) { Add((ulong)count); }

  uint Sight(ishi_query* query) {
    Add(query->ticket.query);
    Add((ulong)query->observer.index);
    Add((ulong)query->target.index);
    Add(query->from);
    Add(query->to);
    return Below(4) == 0 ? ISHI_BLOCKED : ISHI_CLEAR;
  }

  void Thinking(ishi_population population, ishi_batch* batch) {
    FloatColumn keen = keen_[population.index];
    for (uint i = 0; i < batch->count; ++i) {
      Add((ulong)batch->rows[i]);
      if (Below(8) == 0) keen[(int)batch->rows[i]] = Sixteenths(16);
    }
  }

  void CarryOut(ishi_population population, ishi_results* commands) {
    for (uint i = 0; i < commands->end_count; ++i) Abort(&commands->ends[i]);
    for (uint i = 0; i < commands->start_count; ++i) Begin(&commands->starts[i]);
    for (uint i = 0; i < commands->update_count; ++i) {
      Add(commands->updates[i].token.serial);
      Add(*(float*)commands->updates[i].parameters);
    }
  }

  void Emitted(ishi_population population, ishi_emitted* emitted) {
    Add(emitted->@event);
    Add((ulong)emitted->agent.index);
    Add(*(ishi_vector3*)emitted->record);
  }

  void Moving(ishi_population population, ishi_batch* batch) {
    ishi_column blocked;
    Require(ishi_population_blocked(population, &blocked));
    for (uint i = 0; i < batch->count; ++i) {
      if (Below(8) == 0) ((ulong*)blocked.data)[batch->rows[i]] = Next() & Next();
    }
  }

  void Move(ishi_move* move) {
    int step = (int)(move->speed * Units) / 60;
    ishi_vector3 at;
    Add(move->user);
    Add((ulong)move->direction);
    Add(move->heading);
    Add(move->speed);
    Require(ishi_world_position(world_, move->agent, &at));
    at.x = Go(at.x, move->heading.x, step);
    at.z = Go(at.z, move->heading.z, step);
    Require(ishi_world_set_position(world_, move->agent, at));
    Require(ishi_world_set_facing(world_, move->agent, move->heading));
  }

  static float Go(float from, float heading, int step) {
    const int farthest = 11 * Units;
    int to = (int)(from * Units) + (int)(heading * Units) * step / Units;
    to = Math.Max(-farthest, Math.Min(farthest, to));
    return (float)to / Units;
  }
}

}
