using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Threading;
using UnityEngine;

namespace Ishi {

/// <summary>The world in which agents think. It decides once in each FixedUpdate, always for the same time, so equal games stay equal.
/// All calls are for the main thread.</summary>
[AddComponentMenu("Ishi/Ishi World")]
[DefaultExecutionOrder(-100)]
[DisallowMultipleComponent]
public sealed unsafe class IshiWorldBehaviour : MonoBehaviour {
  /// <summary>A point that is no place, such as of a key with `default: nowhere`.</summary>
  public static readonly Vector3 Nowhere = new Vector3(Native.ISHI_NOWHERE, Native.ISHI_NOWHERE, Native.ISHI_NOWHERE);
  /// <summary>The terrain of a cell that nobody enters.</summary>
  public const byte Impassable = 255;

  [Tooltip("The most agents and things that live at once.")]
  [SerializeField] int entities = 1024;
  [Tooltip("The most agents of each kind that live at once, unless more come with the first one.")]
  [SerializeField] int capacity = 64;
  [SerializeField] int teams = 1;
  [Tooltip("The seed of random choices.")]
  [SerializeField] long seed = 1;
  [Tooltip("The grid for behaviours that walk: its cells along x and z. 0: no grid.")]
  [SerializeField] Vector2Int gridCells;
  [Tooltip("The side of a cell in metres.")]
  [SerializeField] float gridCell = 1;
  [Tooltip("The corner of the first cell.")]
  [SerializeField] Vector3 gridOrigin;
  [Tooltip("The most cells that all path searches of a frame visit together. 0: no limit.")]
  [SerializeField] int pathExpansions;
  [Tooltip("Off: the game calls Step.")]
  [SerializeField] bool stepsByItself = true;
  [Tooltip("Records the last seconds of the game, for WriteRecording. 0: nothing.")]
  [SerializeField] float dashcamSeconds;
  [Tooltip("Lets `ishi live` and the studio look into the game.")]
  [SerializeField] bool live;
  [Tooltip("The name under which viewers find the game; empty: the product's.")]
  [SerializeField] string liveName = "";
  [Tooltip("Viewers may stop the game. It stands still then, and the editor with it.")]
  [SerializeField] bool viewersMayHold = true;
  [Tooltip("Viewers may change keys, and replace behaviours.")]
  [SerializeField] bool viewersMayChange = true;

  static readonly List<IshiWorldBehaviour> worlds_ = new List<IshiWorldBehaviour>();
  static readonly List<IshiThing> homeless_ = new List<IshiThing>();

  readonly WorldAssets assets_ = new WorldAssets();
  readonly TaskRuns tasks_ = new TaskRuns();
  readonly List<IshiThing> pending_ = new List<IshiThing>();    // are to enter
  readonly List<IshiThing> stranded_ = new List<IshiThing>();   // would enter if their file were good
  readonly List<IshiThing> living_ = new List<IshiThing>();     // in the order in which they entered
  readonly List<ishi_entity> leaving_ = new List<ishi_entity>();  // left within a frame
  readonly List<Population> leaving_from_ = new List<Population>();
  FrameGame frame_game_;
  IshiThing[] by_row_ = new IshiThing[0];
  ishi_world world_;
  ishi_scratch scratch_;
  ScriptTasks scripts_;
  PointColumn positions_, facings_;
  IshiLive recording_;
  IshiColumns columns_;
  WorldKeys keys_;
  IIshiSight sight_;
  string failure_;
  int main_thread_, next_identity_ = 1;
  bool is_open_, is_stepping_, is_in_frame_, closes_after_frame_;
  ulong frame_;
  float seconds_;

  /// <summary>The world has begun: its first agents live, and no frame has passed.</summary>
  public event Action Opened;
  /// <summary>A frame begins.</summary>
  public event Action Stepping;
  /// <summary>A frame is over: all that was decided has been told to the agents.</summary>
  public event Action Stepped;

  /// <summary>The worlds that are enabled.</summary>
  public static IReadOnlyList<IshiWorldBehaviour> Worlds { get { return worlds_; } }
  /// <summary>True from the first frame with an agent on.</summary>
  public bool IsOpen { get { return is_open_; } }
  /// <summary>The reason why it decides nothing any more; null while nothing is wrong.</summary>
  public string Failure { get { return failure_; } }
  /// <summary>The number of frames since it began.</summary>
  public ulong Frame { get { return frame_; } }
  /// <summary>The length of a frame.</summary>
  public float SecondsPerFrame { get { return seconds_; } }
  /// <summary>The number of agents and things that live.</summary>
  public int Count { get { return living_.Count; } }
  /// <summary>The world of the C interface, for its other calls; zeros while it is not open.</summary>
  public ishi_world Handle { get { return world_; } }
  /// <summary>The tasks that run.</summary>
  public TaskRuns Tasks { get { return tasks_; } }

  // The settings that count when the world begins.
  public int Entities { get { return entities; } set { entities = value; } }
  public int Capacity { get { return capacity; } set { capacity = value; } }
  public int Teams { get { return teams; } set { teams = value; } }
  public long Seed { get { return seed; } set { seed = value; } }
  public Vector2Int GridCells { get { return gridCells; } set { gridCells = value; } }
  public float GridCell { get { return gridCell; } set { gridCell = value; } }
  public Vector3 GridOrigin { get { return gridOrigin; } set { gridOrigin = value; } }
  public bool ViewersMayHold { get { return viewersMayHold; } set { viewersMayHold = value; } }
  public bool ViewersMayChange { get { return viewersMayChange; } set { viewersMayChange = value; } }
  public string LiveName { get { return liveName; } set { liveName = value ?? ""; } }
  public float DashcamSeconds { get { return dashcamSeconds; } set { dashcamSeconds = value; } }
  // The settings that count from the next frame on.
  public int PathExpansions { get { return pathExpansions; } set { pathExpansions = value; } }
  public bool StepsByItself { get { return stepsByItself; } set { stepsByItself = value; } }
  public bool Live { get { return live; } set { live = value; } }

  /// <summary>The name by which `ishi live` finds the game; null while nobody can look into it.</summary>
  public string LivePath { get { return recording_ == null ? null : recording_.Path; } }
  /// <summary>The number of viewers that watch.</summary>
  public int Viewers { get { return recording_ == null ? 0 : recording_.Viewers; } }

  // --- worlds and things come and go, in any order

  void OnEnable() {
    main_thread_ = Thread.CurrentThread.ManagedThreadId;
    failure_ = null;
    seconds_ = Time.fixedDeltaTime;
    tasks_.Refused = (owner, words) => IshiConsole.Error(owner as IshiAgent, words);
    tasks_.MayReport = () => MayBeCalled("a task cannot be reported");
    worlds_.Add(this);
    for (int i = 0; i < homeless_.Count; ++i) {
      IshiThing thing = homeless_[i];
      if (thing != null && WorldOf(thing) != this) continue;
      homeless_.RemoveAt(i--);
      if (thing != null) Join(thing);
    }
  }

  void OnDisable() {
    worlds_.Remove(this);
    if (is_stepping_) {
      closes_after_frame_ = true;
    } else {
      Close();
    }
    // Its agents and things go to another world, or wait for one.
    List<IshiThing> leaving = new List<IshiThing>(living_);
    leaving.AddRange(pending_);
    leaving.AddRange(stranded_);
    living_.Clear();
    pending_.Clear();
    stranded_.Clear();
    foreach (IshiThing thing in leaving) {
      thing.Joined = null;
      thing.Left();
      if (thing != null && thing.isActiveAndEnabled) Enter(thing);
    }
  }

  // Without a domain reload, static fields keep their values from the last play mode.
  [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
  internal static void ForgetAll() {
    worlds_.Clear();
    homeless_.Clear();
    IshiConsole.Forget();
  }

  internal static void Enter(IshiThing thing) {
    IshiWorldBehaviour world = WorldOf(thing);
    if (world != null) {
      world.Join(thing);
    } else {
      homeless_.Add(thing);
    }
  }

  void Join(IshiThing thing) {
    thing.Joined = this;
    pending_.Add(thing);
  }

  internal static void Leave(IshiThing thing) {
    homeless_.Remove(thing);
    IshiWorldBehaviour world = thing.Joined;
    if (world != null) world.Remove(thing);
  }

  // The world that the thing names, else the nearest one above it, else the first of its scene, else the first.
  static IshiWorldBehaviour WorldOf(IshiThing thing) {
    IshiWorldBehaviour wanted = thing.WantedWorld;
    if (wanted != null) return worlds_.Contains(wanted) ? wanted : null;
    for (Transform above = thing.transform; above != null; above = above.parent) {
      IshiWorldBehaviour world = above.GetComponent<IshiWorldBehaviour>();
      if (world != null && worlds_.Contains(world)) return world;
    }
    foreach (IshiWorldBehaviour world in worlds_)
      if (world.gameObject.scene == thing.gameObject.scene) return world;
    return worlds_.Count > 0 ? worlds_[0] : null;
  }

  void Remove(IshiThing thing) {
    pending_.Remove(thing);
    stranded_.Remove(thing);
    IshiAgent agent = thing as IshiAgent;
    if (!ReferenceEquals(agent, null) && is_open_) scripts_.AbortAllOf(agent);
    if (thing.Entity.generation != 0 && is_open_) {
      if (ReferenceEquals(by_row_[thing.Entity.index], thing)) by_row_[thing.Entity.index] = null;
      // A component that was destroyed meanwhile equals null for Unity, and has its population still.
      Population population = ReferenceEquals(agent, null) ? null : agent.Population;
      if (is_stepping_) {
        leaving_.Add(thing.Entity);
        leaving_from_.Add(population);
      } else {
        Despawn(thing.Entity, population);
      }
    }
    living_.Remove(thing);
    thing.Left();
    thing.Joined = null;
  }

  void Despawn(ishi_entity entity, Population population) {
    ishi_status status = population == null ? Native.ishi_world_despawn(world_, entity) : Native.ishi_population_despawn(population.Handle, entity);
    if (status.code != Native.ISHI_OK) IshiConsole.Error(this, "one that has left cannot be removed: " + Runtime.Describe(status, world_));
  }

  void DespawnLeaving() {
    for (int i = 0; i < leaving_.Count; ++i) Despawn(leaving_[i], leaving_from_[i]);
    leaving_.Clear();
    leaving_from_.Clear();
  }

  // --- it begins and ends

  bool Open() {
    LoadedAsset first = null;
    for (int i = 0; i < pending_.Count && first == null; ++i) {
      IshiAgent agent = pending_[i] as IshiAgent;
      if (agent == null || agent.Behaviour == null) continue;
      LoadedAsset asset = assets_.Of(agent.Behaviour);
      if (asset.Fault == null) first = asset;
    }
    if (first == null) {
      // CanEnter reports what is wrong with each.
      for (int i = 0; i < pending_.Count; ++i)
        if (pending_[i] is IshiAgent && !CanEnter((IshiAgent)pending_[i])) pending_.RemoveAt(i--);
      return false;
    }
    GameContract contract = assets_.Contract = GameContract.Of(first.Description);
    scripts_ = new ScriptTasks(tasks_) { Types = contract == null ? null : contract.Tasks };
    ishi_world_options options;
    options.size = (uint)sizeof(ishi_world_options);
    Runtime.Require(Native.ishi_world_options_defaults(&options));
    options.entities = (uint)Math.Max(1, Math.Max(entities, pending_.Count));
    options.teams = (uint)Math.Max(1, teams);
    options.seed = (ulong)seed;
    options.up = Native.ISHI_UP_Y;
    if (contract != null) {
      options.contract = contract.Entries.First;
      options.entry_count = contract.Entries.Count;
    }
    ishi_world world;
    Runtime.Require(Native.ishi_world_create(&options, &world));
    world_ = world;
    is_open_ = true;
    frame_ = 0;
    next_identity_ = 1;
    sight_ = GetComponent<IIshiSight>();
    frame_game_ = new FrameGame { CarryOut = CarryOut, Sight = AnswerSight, Emitted = TakeEvent, Move = Move };
    FindPlaces();
    by_row_ = new IshiThing[positions_.Length];
    if (gridCells.x > 0 && gridCells.y > 0) CreateGrid();
    return true;
  }

  void FindPlaces() {
    ishi_column column;
    Runtime.Require(Native.ishi_world_positions(world_, &column));
    positions_ = new PointColumn(column);
    Runtime.Require(Native.ishi_world_facings(world_, &column));
    facings_ = new PointColumn(column);
  }

  void CreateGrid() {
    ishi_grid_options grid;
    grid.size = (uint)sizeof(ishi_grid_options);
    Runtime.Require(Native.ishi_grid_options_defaults(&grid));
    grid.columns = (uint)gridCells.x;
    grid.rows = (uint)gridCells.y;
    grid.cell = gridCell;
    grid.origin = Places.Own(gridOrigin);
    Runtime.Require(Native.ishi_world_create_grid(world_, &grid));
    BakeGround();
  }

  /// <summary>Gives all memory back. Agents are in no world then; it begins anew when it is enabled the next time.</summary>
  void Close() {
    if (!is_open_) {
      assets_.Close();
      return;
    }
    scripts_.AbortAllOf(null);
    tasks_.ForgetAll();
    Columns.Invalidate();
    CloseRecording();
    if (scratch_.generation != 0) Native.ishi_scratch_destroy(scratch_);
    scratch_ = new ishi_scratch();
    Native.ishi_world_destroy(world_);
    world_ = new ishi_world();
    assets_.Close();
    leaving_.Clear();
    leaving_from_.Clear();
    is_open_ = false;
  }

  // --- a frame

  void FixedUpdate() {
    if (stepsByItself) Step();
  }

  /// <summary>Decides for one frame. False if it cannot: the console says why.</summary>
  public bool Step() {
    if (!MayBeCalled("it cannot decide")) return false;
    if (is_stepping_) {
      IshiConsole.Error(this, "`Step` was called within a frame, such as by a task that begins; call it when the frame is over");
      return false;
    }
    if (!isActiveAndEnabled) return Refuse(this, "`Step` was called while the world is disabled");
    if (failure_ != null) return false;
    is_stepping_ = true;
    try {
      return StepOnce();
    } catch (IshiException refusal) {
      Fail(refusal.Message);
    } catch (Exception fault) {
      // The world stops: the same exception in every frame would hide the first one.
      Fail(fault.GetType().Name + ": " + fault.Message + "\n" + fault.StackTrace + "\n");
    } finally {
      is_stepping_ = is_in_frame_ = false;
      if (is_open_) DespawnLeaving();
      if (closes_after_frame_) {
        closes_after_frame_ = false;
        Close();
      }
    }
    return false;
  }

  bool StepOnce() {
    bool was_open = is_open_;
    if (!was_open) {
      if (stranded_.Count > 0) ReloadChanged();
      if (pending_.Count == 0) return false;
      Runtime.CheckLibrary();
      if (!Open()) return false;
    }
    seconds_ = Time.fixedDeltaTime;
    Columns.Invalidate();
    ReloadChanged();
    Spawn();
    BetweenFrames();  // after the first agents have come, since viewers may replace the behaviours that are there
    if (!was_open) Raise(Opened, "Opened");
    if (closes_after_frame_) return false;
    for (int i = 0; i < living_.Count; ++i) TakePlace(living_[i]);
    ++frame_;
    tasks_.Frame = frame_;
    tasks_.SecondsPerFrame = seconds_;
    Raise(Stepping, "Stepping");
    tasks_.FinishDue();
    ishi_path_options paths;
    paths.size = (uint)sizeof(ishi_path_options);
    paths.expansions = (uint)Math.Max(0, pathExpansions);
    FrameOptions options = new FrameOptions { Microseconds = (ulong)Math.Round(1e6 * seconds_) };
    if (pathExpansions > 0) options.Paths = &paths;
    is_in_frame_ = true;
    Runtime.RunFrame(world_, ref scratch_, frame_game_, options);
    is_in_frame_ = false;
    Raise(Stepped, "Stepped");
    return true;
  }

  // An exception of a script is reported, and the frame continues.
  void Raise(Action happened, string name) {
    if (happened == null) return;
    try {
      happened();
    } catch (Exception fault) {
      IshiConsole.Thrown(this, name, fault);
    }
  }

  void Fail(string words) {
    failure_ = words;
    IshiConsole.Failed(this, words + ". It decides nothing until it is disabled and enabled again");
  }

  /// <summary>This is the main thread; if not, the console says so. {0} in `what` is the name.</summary>
  internal bool MayBeCalled(string what, string name = null) {
    if (Thread.CurrentThread.ManagedThreadId == main_thread_ || main_thread_ == 0) return true;
    // Names of objects are for the main thread alone.
    IshiConsole.Error(null, string.Format(what, name) + " on another thread than the main one");
    return false;
  }

  void ReloadChanged() {
    for (LoadedAsset asset = assets_.NextChanged(); asset != null; asset = assets_.NextChanged()) {
      bool was_refused = asset.Fault != null;
      string fault = assets_.Reload(world_, asset);
      if (fault != null) {
        IshiConsole.Failed(asset.Source, was_refused ? fault : "its new version is not taken, the last one plays on: " + fault);
      } else if (was_refused) {
        pending_.AddRange(stranded_);
        stranded_.Clear();
      } else {
        FindPlaces();
      }
    }
  }

  // --- recording and viewers

  void BetweenFrames() {
    // A recorder without a dashcam only serves viewers.
    if (recording_ != null && !live && !recording_.Keeps) CloseRecording();
    if (recording_ == null && (live || dashcamSeconds != 0)) {
      recording_ = IshiLive.Open(this, dashcamSeconds);
      // The reason was reported; do not try again in every frame.
      if (recording_ == null) {
        live = false;
        dashcamSeconds = 0;
      }
    }
    if (recording_ == null) return;
    if (!live) recording_.CloseHost();
    if (live && !recording_.HasHost) live = recording_.OpenHost(assets_, liveName, viewersMayHold, viewersMayChange);
    if (recording_.BetweenFrames(assets_)) FindPlaces();
  }

  void CloseRecording() {
    if (recording_ != null) recording_.Close();
    recording_ = null;
  }

  /// <summary>Writes the last seconds of the game to a file (.ishirec), for `ishi replay` and the studio. Between frames.</summary>
  public bool WriteRecording(string path) {
    if (!IsReady("a recording cannot be written")) return false;
    if (recording_ == null || !recording_.Keeps) return Refuse(this, "nothing is recorded that could be written: set `Dashcam Seconds`");
    if (is_in_frame_) return Refuse(this, "a recording is written between frames, such as in `Stepped`");
    return recording_.Write(path ?? "");
  }

  // --- agents and things enter

  void Spawn() {
    if (pending_.Count == 0) return;
    Sort();
    // Behaviours declare the kinds of things, so populations are added before anything is spawned.
    for (int i = 0; i < pending_.Count; ++i) {
      IshiAgent agent = pending_[i] as IshiAgent;
      if (agent != null && !CanEnter(agent)) pending_.RemoveAt(i--);
    }
    int first = living_.Count;
    for (int i = 0; i < pending_.Count; ++i)
      if (SpawnOne(pending_[i])) living_.Add(pending_[i]);
    pending_.Clear();
    tasks_.Reserve(living_.Count);
    // Keys may refer to other agents, so they are set once all agents are alive. A script may remove some meanwhile.
    for (int i = first; i < living_.Count; ++i) {
      IshiAgent agent = living_[i] as IshiAgent;
      if (agent == null) continue;
      agent.FindScripts();
      agent.Begin();
    }
  }

  // By identity; those without one follow in the order in which they came.
  void Sort() {
    for (int i = 1; i < pending_.Count; ++i) {
      IshiThing one = pending_[i];
      int k = i;
      for (; k > 0 && OrderOf(pending_[k - 1]) > OrderOf(one); --k) pending_[k] = pending_[k - 1];
      pending_[k] = one;
    }
  }
  static long OrderOf(IshiThing thing) { return thing.Identity != 0 ? thing.Identity : long.MaxValue; }

  // An agent whose file has errors waits until the file is imported again.
  bool CanEnter(IshiAgent agent) {
    if (agent.Behaviour == null) {
      IshiConsole.Error(agent, "it has no behaviour, so it decides nothing: drag an .ishi.yaml file to `Behaviour`");
      return false;
    }
    LoadedAsset asset = assets_.Of(agent.Behaviour);
    if (asset.Fault != null) {
      IshiConsole.Error(agent.Behaviour, asset.Fault);
      stranded_.Add(agent);
      return false;
    }
    if (!is_open_) return true;
    string fault = null;
    if (agent.Population == null) agent.Population = assets_.PopulationOf(world_, asset, agent.Agent, Math.Max(1, Math.Max(capacity, CountOf(agent))), out fault);
    if (agent.Population != null) return true;
    IshiConsole.Error(agent, agent.Behaviour.name + ": " + fault);
    return false;
  }

  int CountOf(IshiAgent like) {
    int count = 0;
    for (int i = 0; i < pending_.Count; ++i) {
      IshiAgent agent = pending_[i] as IshiAgent;
      if (agent != null && ReferenceEquals(agent.Behaviour, like.Behaviour) && agent.Agent == like.Agent) ++count;
    }
    return count;
  }

  bool SpawnOne(IshiThing thing) {
    Vector3 position, facing;
    thing.Place(out position, out facing);
    if (!Places.IsFinite(position) || !Places.IsFinite(facing)) {
      position = Vector3.zero;
      facing = Vector3.forward;
      IshiConsole.Error(thing, "its position or rotation is not a finite number, so it begins at the origin");
    }
    ulong kind = thing.Kind.Length == 0 ? 0 : Runtime.IdOf("things", thing.Kind);
    ishi_entity entity;
    ishi_status status;
    IshiAgent agent = thing as IshiAgent;
    if (agent != null) {
      ishi_spawn_options options;
      options.size = (uint)sizeof(ishi_spawn_options);
      Runtime.Require(Native.ishi_spawn_options_defaults(&options));
      options.team = (uint)agent.Team;
      options.position = Places.Own(position);
      options.facing = Places.Own(facing);
      if (agent.Profile.Length > 0) options.profile = Runtime.IdOf("importance", agent.Profile);
      options.identity = thing.Identity != 0 ? (ulong)thing.Identity : (ulong)next_identity_;
      options.thing = kind;
      options.user = thing.User;
      status = Native.ishi_population_spawn(agent.Population.Handle, &options, &entity);
      if (status.code == Native.ISHI_OK) ++next_identity_;
    } else {
      ishi_entity_options options;
      options.size = (uint)sizeof(ishi_entity_options);
      Runtime.Require(Native.ishi_entity_options_defaults(&options));
      options.position = Places.Own(position);
      options.facing = Places.Own(facing);
      options.identity = (ulong)thing.Identity;
      options.thing = kind;
      options.user = thing.User;
      status = Native.ishi_world_spawn(world_, &options, &entity);
    }
    if (status.code != Native.ISHI_OK) {
      IshiConsole.Error(thing, "it cannot enter the world: " + Runtime.Describe(status, world_) + SpawnAdvice(status, thing));
      return false;
    }
    thing.Entity = entity;
    by_row_[entity.index] = thing;
    return true;
  }

  string SpawnAdvice(ishi_status status, IshiThing thing) {
    if (status.code == Native.ISHI_WORLD_FULL || status.code == Native.ISHI_POPULATION_FULL)
      return ". The world's `Capacity` is " + capacity + ", its `Entities` " + entities;
    return status.code == Native.ISHI_UNKNOWN_ID ? ". Its kind is `" + thing.Kind + "`" : "";
  }

  // --- what the frame calls

  void TakePlace(IshiThing thing) {
    Vector3 position, facing;
    thing.Place(out position, out facing);
    if (!Places.IsFinite(position) || !Places.IsFinite(facing)) {
      IshiConsole.Error(thing, "its position or rotation is not a finite number; agents go on as if it were where it was");
      return;
    }
    int row = (int)thing.Entity.index;
    positions_[row] = Places.Own(position);
    facings_[row] = Places.Own(facing);
  }

  void CarryOut(ishi_population population, ishi_results* commands) {
    for (uint i = 0; i < commands->end_count; ++i) {
      ishi_end* end = &commands->ends[i];
      IshiTask task = tasks_.Find(end->token);
      if (!task.IsRunning) continue;
      scripts_.Abort(task, end->report_when_over != 0);
    }
    for (uint i = 0; i < commands->start_count; ++i) {
      ishi_start* start = &commands->starts[i];
      IshiAgent agent = AgentOf(start->agent);
      // The agent may have been removed by an earlier command.
      if (agent != null) scripts_.Begin(tasks_.Begin(population, start, agent, agent.Population.Asset.Description.LayoutOf(start->task)), agent, start->task);
    }
    for (uint i = 0; i < commands->update_count; ++i) {
      ishi_start* update = &commands->updates[i];
      IshiTask task = tasks_.Find(update->token);
      IshiAgent agent = tasks_.OwnerOf(task) as IshiAgent;
      if (!task.IsRunning || agent == null) continue;
      tasks_.Update(task, update->parameters);
      scripts_.Update(task, agent, update->task);
    }
  }

  uint AnswerSight(ishi_query* query) {
    IshiThing observer = ThingOf(query->observer), target = ThingOf(query->target);
    if (sight_ == null) {
      IshiConsole.Warn(this, "agents ask for lines of sight, and nothing blocks them: add a PhysicsSight or GridSight beside the world, or `occlusion: false` to the sense");
      return Native.ISHI_CLEAR;
    }
    try {
      return sight_.IsClear(observer, target, Places.Unitys(query->from), Places.Unitys(query->to)) ? Native.ISHI_CLEAR : Native.ISHI_BLOCKED;
    } catch (Exception fault) {
      IshiConsole.Thrown(this, "IsClear", fault);
      return Native.ISHI_BLOCKED;
    }
  }

  void TakeEvent(ishi_population population, ishi_emitted* emitted) {
    IshiAgent agent = AgentOf(emitted->agent);
    if (agent == null || !agent.HasEventEmitted) return;
    try {
      agent.RaiseEmitted(new IshiEvent(agent, emitted->@event, agent.Population.Asset.Description.LayoutOf(emitted->@event), emitted->record));
    } catch (Exception fault) {
      IshiConsole.Thrown(agent, "EventEmitted", fault);
    }
  }

  void Move(ishi_move* move) {
    IshiAgent agent = AgentOf(move->agent);
    if (agent == null || !agent.Moves) return;
    ishi_vector3 point;
    IshiMove its = new IshiMove { Heading = Places.Unitys(move->heading), Speed = move->speed, Seconds = seconds_ };
    its.HasWayPoint = Native.ishi_population_way_point(agent.Population.Handle, move->agent, &point).code == Native.ISHI_OK;
    if (its.HasWayPoint) its.WayPoint = Places.Unitys(point);
    if (agent.Mover == null) {
      MoveTransform(agent, its);
      return;
    }
    try {
      agent.Mover.Move(agent, its);
    } catch (Exception fault) {
      IshiConsole.Thrown(agent, "Move", fault);
    }
  }

  void MoveTransform(IshiAgent agent, in IshiMove move) {
    if (move.Speed <= 0) return;
    Transform its = agent.transform;
    Vector3 position, facing;
    agent.Place(out position, out facing);
    Vector3 step = move.Step(position);
    position = new Vector3(position.x + step.x, position.y + step.y, position.z + step.z);
    facing = move.Heading;
    its.position = position;
    if (facing != Vector3.zero) its.rotation = Quaternion.LookRotation(facing);
    agent.Moved(position, facing);
    TakePlace(agent);
  }

  // --- entities and their components

  IshiThing ThingOf(ishi_entity entity) {
    if (entity.index >= by_row_.Length) return null;
    IshiThing thing = by_row_[entity.index];
    return thing != null && thing.Entity.generation == entity.generation ? thing : null;
  }
  IshiAgent AgentOf(ishi_entity entity) { return ThingOf(entity) as IshiAgent; }

  /// <summary>The component of an entity, such as of a task's parameter; null if it is nobody, or has none.</summary>
  public IshiThing ThingOf(ishi_entity_id id) { return ThingOf(new ishi_entity { index = id.index, generation = id.generation }); }

  // --- keys

  internal bool Refuse(UnityEngine.Object about, string words) {
    IshiConsole.Error(about, words);
    return false;
  }
  // Messages are only formatted when they are reported, so calls that succeed allocate nothing. {0} is the name.
  internal bool Require(ishi_status status, UnityEngine.Object about, string what, string name = null) {
    return status.code == Native.ISHI_OK || Refuse(about, string.Format(what, name) + ": " + Runtime.Describe(status, world_));
  }

  /// <summary>May be called by the game now: the world is open, and this is the main thread.</summary>
  internal bool IsReady(string what, string name = null) {
    if (!MayBeCalled(what, name)) return false;
    return is_open_ || Refuse(this, string.Format(what, name) + " before the world has begun: do it in `Opened`");
  }

  internal int SlotOf(IshiAgent agent) {
    uint slot;
    return Native.ishi_population_slot_of(agent.Population.Handle, agent.Entity, &slot).code == Native.ISHI_OK ? (int)slot : -1;
  }

  internal WorldKeys Keys { get { return keys_ ?? (keys_ = new WorldKeys(this, assets_)); } }

  /// <summary>Sets a key of the world or, with a team, of that team.</summary>
  public bool SetSharedKey(string key, float value, int team = -1) { return SetShared(key, IshiKeyValue.Of(ValueKind.Number, value), team); }
  public bool SetSharedKey(string key, int value, int team = -1) { return SetShared(key, IshiKeyValue.Of(ValueKind.Integer, value), team); }
  public bool SetSharedKey(string key, bool value, int team = -1) { return SetShared(key, IshiKeyValue.Of(ValueKind.Boolean, value ? 1 : 0), team); }
  public bool SetSharedKey(string key, string member, int team = -1) { return SetShared(key, IshiKeyValue.Of(member), team); }
  public bool SetSharedKey(string key, Vector3 value, int team = -1) { return SetShared(key, IshiKeyValue.Of(value), team); }
  public bool SetSharedKey(string key, IshiThing value, int team = -1) { return SetShared(key, IshiKeyValue.Of(value), team); }

  /// <summary>A key that is a number, an integer, a boolean or an enum; NaN if there is none.</summary>
  public float GetSharedNumber(string key, int team = -1) { return (float)GetShared(key, team).Number; }
  public Vector3 GetSharedPoint(string key, int team = -1) { return GetShared(key, team).Point; }
  public IshiThing GetSharedThing(string key, int team = -1) { return GetShared(key, team).Thing; }
  public string GetSharedMember(string key, int team = -1) { return GetShared(key, team).Text; }

  bool SetShared(string key, in IshiKeyValue value, int team) { return Keys.SetShared(key, value, team); }
  IshiKeyValue GetShared(string key, int team) { return Keys.GetShared(key, team); }

  // --- the other calls of a game

  /// <summary>A hash of the whole state: equal for equal games, on any machine. 0 while it is not open.</summary>
  public ulong StateHash() {
    ulong hash = 0;
    if (MayBeCalled("the state cannot be hashed") && is_open_) Native.ishi_world_state_hash(world_, &hash);
    return hash;
  }

  internal bool SetTeam(IshiAgent agent, int team) {
    if (team < 0) return Refuse(agent, "there is no team " + team);
    return MayBeCalled("a team cannot be set") && Require(Native.ishi_population_set_team(agent.Population.Handle, agent.Entity, (uint)team), agent, "it cannot change its team");
  }
  internal bool SetProfile(IshiAgent agent, string profile) {
    ulong id = profile.Length == 0 ? Native.ISHI_NO_PROFILE : Runtime.IdOf("importance", profile);
    return MayBeCalled("a profile cannot be set") &&
           Require(Native.ishi_population_set_profile(agent.Population.Handle, agent.Entity, id), agent, "its profile cannot be `{0}`", profile);
  }

  internal bool Remember(IshiAgent agent, string memory, IshiThing other, bool remembers) {
    if (!IsReady("a memory cannot be changed")) return false;
    if (other == null || !other.IsAlive || other.Joined != this) return Refuse(agent, "whom it should remember or forget is not in its world");
    ulong id = Runtime.IdOf("memory", memory ?? "");
    ishi_status status = remembers ? Native.ishi_population_remember(agent.Population.Handle, agent.Entity, id, other.Entity)
                                   : Native.ishi_population_forget(agent.Population.Handle, agent.Entity, id, other.Entity);
    if (status.code == Native.ISHI_UNKNOWN_ID) return Refuse(agent, "it has no memory `" + memory + "`");
    return Require(status, agent, "the memory `{0}` cannot be changed", memory);
  }

  /// <summary>Tells everyone, or a team, that something has happened: an event without fields.</summary>
  public bool PostEvent(string name, int team = -1) { return PostNamed(name, null, team); }
  internal bool PostEvent(string name, IshiAgent to) { return PostNamed(name, to, -1); }
  /// <summary>Likewise, an event with fields: its struct and its Id, as `ishi header` writes them.</summary>
  public bool PostEvent<T>(ulong id, in T fields, int team = -1) where T : struct { return PostRecord(id, fields, null, team); }
  internal bool PostEvent<T>(ulong id, in T fields, IshiAgent to) where T : struct { return PostRecord(id, fields, to, -1); }

  bool PostNamed(string name, IshiAgent to, int team) {
    return IsReady("the event `{0}` cannot be posted", name) && Post(Runtime.IdOf("events", name ?? ""), name, to, team, null, 0);
  }
  bool PostRecord<T>(ulong id, T fields, IshiAgent to, int team) where T : struct {
    Span<byte> bytes = MemoryMarshal.AsBytes(MemoryMarshal.CreateSpan(ref fields, 1));
    fixed (byte* record = bytes) return Post(id, typeof(T).Name, to, team, record, bytes.Length);
  }
  bool Post(ulong id, string name, IshiAgent to, int team, void* record, int bytes) {
    if (!IsReady("the event `{0}` cannot be posted", name)) return false;
    ishi_event_options options;
    options.size = (uint)sizeof(ishi_event_options);
    if (!Require(Native.ishi_event_options_defaults(&options), this, "the event")) return false;
    options.@event = id;
    options.target = to != null ? Native.ISHI_TO_AGENT : team >= 0 ? Native.ISHI_TO_TEAM : Native.ISHI_TO_EVERYONE;
    if (to != null) options.agent = to.Entity;
    options.team = (uint)Math.Max(team, 0);
    options.record = record;
    options.record_bytes = (uint)bytes;
    ishi_status status = Native.ishi_world_post(world_, &options);
    if (status.code == Native.ISHI_UNKNOWN_ID) return Refuse(this, "there is no event `" + name + "`");
    if (status.code == Native.ISHI_WRONG_RECORD_SIZE) return Refuse(this, "the event `" + name + "` has other fields than it was given");
    return Require(status, this, "the event `{0}` cannot be posted", name);
  }

  /// <summary>Makes a sound where its maker is.</summary>
  public bool MakeSound(string sound, IshiThing maker) { return MakeSound(sound, maker, Vector3.zero, false); }
  /// <summary>Makes a sound elsewhere.</summary>
  public bool MakeSound(string sound, IshiThing maker, Vector3 at) { return MakeSound(sound, maker, at, true); }
  bool MakeSound(string sound, IshiThing maker, Vector3 at, bool elsewhere) {
    if (!IsReady("a sound cannot be made")) return false;
    if (maker == null || !maker.IsAlive || maker.Joined != this) return Refuse(this, "the sound `" + sound + "` needs a maker that is in the world");
    if (!Places.IsFinite(at)) return Refuse(this, "the sound `" + sound + "` is made at no place");
    ishi_sound_options options;
    options.size = (uint)sizeof(ishi_sound_options);
    if (!Require(Native.ishi_sound_options_defaults(&options), this, "the sound")) return false;
    options.sound = Runtime.IdOf("sounds", sound ?? "");
    options.maker = maker.Entity;
    options.elsewhere = elsewhere ? 1u : 0u;
    options.position = Places.Own(at);
    ishi_status status = Native.ishi_world_make_sound(world_, &options);
    if (status.code == Native.ISHI_UNKNOWN_ID) return Refuse(this, "there is no sound `" + sound + "`");
    return Require(status, this, "the sound `{0}` cannot be made", sound);
  }

  /// <summary>Sets the members of a set under `candidates`, the world's, a team's or an agent's: options that choose among the set are considered for each member.</summary>
  public bool SetCandidates(string set, IReadOnlyList<IshiThing> members, int team = 0, IshiAgent agent = null) {
    if (!IsReady("candidates cannot be set")) return false;
    if (members == null) return Refuse(this, "the set `" + set + "` is given no list");
    ishi_entity[] entities = new ishi_entity[Math.Max(1, members.Count)];
    for (int i = 0; i < members.Count; ++i) {
      if (members[i] == null || !members[i].IsAlive || members[i].Joined != this) return Refuse(this, "member " + i + " of the set `" + set + "` is not in the world");
      entities[i] = members[i].Entity;
    }
    if (agent != null && (!agent.IsAlive || agent.Joined != this)) return Refuse(this, "the agent whose set `" + set + "` is given is not in the world");
    ulong id = Runtime.IdOf("candidates", set ?? "");
    ishi_candidates candidates;
    ishi_status status = agent != null ? Native.ishi_population_candidates(agent.Population.Handle, agent.Entity, id, &candidates)
                                       : Native.ishi_world_candidates(world_, id, (uint)Math.Max(team, 0), &candidates);
    if (status.code == Native.ISHI_OK) {
      fixed (ishi_entity* first = entities) status = Native.ishi_candidates_set(&candidates, first, (uint)members.Count);
    }
    if (status.code == Native.ISHI_UNKNOWN_ID) return Refuse(this, "there is no set `" + set + "` of candidates");
    return Require(status, this, "the set `{0}` cannot be set", set);
  }

  internal void Why(IshiAgent agent, List<IshiOption> options) {
    if (IsReady("an agent cannot be asked why")) Require(Explanation.Why(this, agent, options), agent, "it cannot say why");
  }

  // --- the grid

  /// <summary>Asks the ground beside the world (IIshiGround) about each cell again; without one all cells are free.</summary>
  public bool BakeGround() {
    IIshiGround ground = GetComponent<IIshiGround>();
    byte[] terrains = new byte[Math.Max(0, gridCells.x) * Math.Max(0, gridCells.y)];
    for (int row = 0; ground != null && row < gridCells.y; ++row)
      for (int column = 0; column < gridCells.x; ++column) {
        Vector3 middle = new Vector3(gridOrigin.x + (column + 0.5f) * gridCell, gridOrigin.y, gridOrigin.z + (row + 0.5f) * gridCell);
        try {
          terrains[row * gridCells.x + column] = ground.TerrainAt(middle, gridCell);
        } catch (Exception fault) {
          IshiConsole.Thrown(this, "TerrainAt", fault);
          return false;
        }
      }
    return SetCells(terrains);
  }

  /// <summary>The terrains of the grid, a byte for each cell, row after row from gridOrigin on.</summary>
  public bool SetCells(byte[] terrains) {
    if (!IsReady("cells cannot be set")) return false;
    ishi_cells cells;
    if (!Require(Native.ishi_world_cells(world_, &cells), this, "cells cannot be set")) return false;
    if (cells.columns == 0) return Refuse(this, "there is no grid: set `Grid Cells`");
    if (terrains == null || terrains.Length != cells.columns * cells.rows)
      return Refuse(this, "the grid has " + cells.columns * cells.rows + " cells, and " + (terrains == null ? 0 : terrains.Length) + " were given");
    for (uint row = 0; row < cells.rows; ++row) Marshal.Copy(terrains, (int)(row * cells.columns), (IntPtr)(cells.data + row * cells.stride), (int)cells.columns);
    return Require(Native.ishi_world_cells_changed(world_), this, "cells cannot be set");
  }

  /// <summary>The terrain of the cell that a place is in; Impassable outside of the grid, or if there is none.</summary>
  public byte TerrainAt(Vector3 place) {
    uint column, row;
    ishi_cells cells;
    if (!is_open_ || Native.ishi_world_cells(world_, &cells).code != Native.ISHI_OK || cells.columns == 0) return Impassable;
    if (Native.ishi_world_cell_of(world_, Places.Own(place), &column, &row).code != Native.ISHI_OK) return Impassable;
    return cells.data[row * cells.stride + column];
  }

  // --- columns for jobs

  /// <summary>The columns of the world as native arrays, for jobs.</summary>
  public IshiColumns Columns { get { return columns_ ?? (columns_ = new IshiColumns(this)); } }

  internal Population PopulationOf(IshiAsset behaviour, string agent) {
    foreach (Population one in assets_.Populations)
      if (ReferenceEquals(one.Asset.Source, behaviour) && one.Agent == agent) return one;
    return null;
  }
}

}
