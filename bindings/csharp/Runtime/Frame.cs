namespace Ishi {

/// <summary>Takes the commands of a round, and reports the tasks that are over at once.</summary>
public unsafe delegate void CommandsHandler(ishi_population population, ishi_results* commands);
/// <summary>Is called when a phase of a population has begun; the rows of the batch are slots.</summary>
public unsafe delegate void BatchHandler(ishi_population population, ishi_batch* batch);
/// <summary>Says whether a line of sight is free: ISHI_CLEAR or ISHI_BLOCKED.</summary>
public unsafe delegate uint SightHandler(ishi_query* query);
/// <summary>Takes the questions of a population about lines of sight.</summary>
public unsafe delegate void QueriesHandler(ishi_population population, ishi_query* queries, uint count);
/// <summary>Takes an event that a behaviour posts to the game.</summary>
public unsafe delegate void EmittedHandler(ishi_population population, ishi_emitted* emitted);
/// <summary>Moves a character.</summary>
public unsafe delegate void MoveHandler(ishi_move* move);

/// <summary>The functions of a game that RunFrame calls. CarryOut must be there; the others may be null, and the part of a frame that they
/// are for is left out: without Move nobody moves, without Sight and Ask no line of sight is answered. Lists are valid until the function
/// returns. Set them once: a delegate is managed memory.</summary>
public sealed class FrameGame {
  /// <summary>Starts, changes and ends the tasks of a round.</summary>
  public CommandsHandler CarryOut;
  /// <summary>Writes what senses read, for those who sense.</summary>
  public BatchHandler Sensing;
  /// <summary>Answers a line of sight at once.</summary>
  public SightHandler Sight;
  /// <summary>Takes the questions of a population, to answer them later with ishi_population_answer.</summary>
  public QueriesHandler Ask;
  /// <summary>Writes what the agents that are due should know.</summary>
  public BatchHandler Thinking;
  /// <summary>Takes an event that a behaviour posts to the game.</summary>
  public EmittedHandler Emitted;
  /// <summary>Writes the masks of ishi_population_blocked; called only for a game that has Move.</summary>
  public BatchHandler Moving;
  /// <summary>Moves a character, when the frame has ended.</summary>
  public MoveHandler Move;
}

/// <summary>The options of a frame; null pointers: the defaults.</summary>
public unsafe struct FrameOptions {
  /// <summary>How much time has passed since the last frame.</summary>
  public ulong Microseconds;
  public ishi_phase_options* Sense;
  public ishi_phase_options* Think;
  public ishi_phase_options* Act;
  public ishi_phase_options* Move;
  public ishi_path_options* Paths;
}

public static unsafe partial class Runtime {
  /// <summary>Runs one frame of a world: the calls of a frame for all populations, in the order of run_frame of C++. `scratch` is the
  /// game's, zeros at first: it is made by the first frame, and made anew after a population was added or the assets were reloaded; the
  /// game destroys it. Throws what a refused call says, or what a member throws. The frame is cancelled then, and the next one may begin; if CarryOut throws, all tasks that began in that round have failed. Allocates no managed memory.</summary>
  public static void RunFrame(ishi_world world, ref ishi_scratch scratch, FrameGame game, FrameOptions options) {
    if (game.CarryOut == null) throw new System.ArgumentException("the game needs CarryOut, which starts and ends tasks", "game");
    if (Native.ishi_scratch_fits(scratch, world) == 0) {
      if (scratch.generation != 0) Native.ishi_scratch_destroy(scratch);
      scratch = new ishi_scratch();
      fixed (ishi_scratch* made = &scratch) Require(Native.ishi_scratch_create(world, made));
    }
    Frame frame = new Frame { World = world, Scratch = scratch, Game = game, Options = options };
    frame.Run();
  }

  /// <summary>As RunFrame with options, with their defaults and so much time.</summary>
  public static void RunFrame(ishi_world world, ref ishi_scratch scratch, FrameGame game, ulong microseconds) {
    RunFrame(world, ref scratch, game, new FrameOptions { Microseconds = microseconds });
  }
}

/// <summary>One frame, on the stack of RunFrame.</summary>
unsafe struct Frame {
  public ishi_world World;
  public ishi_scratch Scratch;
  public FrameGame Game;
  public FrameOptions Options;
  uint populations_;

  public void Run() {
    ishi_clock clock;
    uint count;
    Require(Native.ishi_world_population_count(World, &count));
    populations_ = count;
    Require(Native.ishi_world_clock(World, &clock));
    ++clock.frame;
    clock.time_microseconds += Options.Microseconds;
    Require(Native.ishi_world_begin_frame(World, &clock));
    try {
      for (uint i = 0; i < populations_; ++i) Sense(PopulationOf(i));
      Think(0);
      for (uint i = 0; i < populations_; ++i) Act(PopulationOf(i));
      FindPaths();
      Move(0);
    } catch {
      Native.ishi_world_cancel_frame(World);
      throw;
    }
  }

  void Require(ishi_status status) { Runtime.Require(status, World); }

  ishi_population PopulationOf(uint index) {
    ishi_population population;
    Require(Native.ishi_world_population(World, index, &population));
    return population;
  }

  ishi_batch Begin(ishi_population population, uint phase, ishi_phase_options* options, BatchHandler handler) {
    ishi_batch batch;
    Require(Native.ishi_population_begin(population, phase, options, &batch));
    if (handler != null) handler(population, &batch);
    Require(Native.ishi_batch_run_all(&batch, Scratch));
    return batch;
  }

  ishi_results End(ishi_batch batch) {
    ishi_results results;
    results.size = (uint)sizeof(ishi_results);
    Require(Native.ishi_batch_end(&batch, &results));
    return results;
  }

  void Sense(ishi_population population) {
    ishi_results results = End(Begin(population, Native.ISHI_SENSE, Options.Sense, Game.Sensing));
    if (Game.Ask != null) Game.Ask(population, results.queries, results.query_count);
    if (Game.Sight == null) return;
    for (uint i = 0; i < results.query_count; ++i) {
      uint sight = Game.Sight(&results.queries[i]);
      Require(Native.ishi_population_answer(population, results.queries[i].ticket, sight));
    }
  }

  // Populations that claim the same things have the same chances if their thoughts overlap: each ends its own when those behind it have thought.
  void Think(uint index) {
    if (index == populations_) return;
    ishi_batch batch = Begin(PopulationOf(index), Native.ISHI_THINK, Options.Think, Game.Thinking);
    Think(index + 1);
    Require(Native.ishi_batch_end(&batch, null));
  }

  void Act(ishi_population population) {
    while (Native.ishi_population_wants_act(population) != 0) {
      ishi_results results = End(Begin(population, Native.ISHI_ACT, Options.Act, null));
      try {
        Game.CarryOut(population, &results);
      } catch {
        GiveUp(population, results);
        throw;
      }
      if (Game.Emitted == null) continue;
      for (uint i = 0; i < results.event_count; ++i) Game.Emitted(population, &results.events[i]);
    }
  }

  // The game has not carried out all of a round: its tasks have failed, but for those that are over.
  static void GiveUp(ishi_population population, ishi_results results) {
    ishi_report report = new ishi_report();
    report.ending = (byte)Native.ISHI_FAILED;
    for (uint i = 0; i < results.start_count; ++i) {
      report.token = results.starts[i].token;
      Native.ishi_population_report(population, &report);
    }
    for (uint i = 0; i < results.end_count; ++i) {
      if (results.ends[i].report_when_over == 0) continue;
      report.token = results.ends[i].token;
      Native.ishi_population_report(population, &report);
    }
  }

  void FindPaths() {
    ishi_cells cells;
    Require(Native.ishi_world_cells(World, &cells));
    if (cells.columns > 0) Require(Native.ishi_world_find_paths(World, Options.Paths));
  }

  // All populations say where to, then the frame ends, then the game moves its characters.
  void Move(uint index) {
    if (Game.Move == null || index == populations_) {
      Require(Native.ishi_world_end_frame(World));
      return;
    }
    ishi_results results = End(Begin(PopulationOf(index), Native.ISHI_MOVE, Options.Move, Game.Moving));
    Move(index + 1);
    for (uint i = 0; i < results.move_count; ++i) Game.Move(&results.moves[i]);
  }
}

}
