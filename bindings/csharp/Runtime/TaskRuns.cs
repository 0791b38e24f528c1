using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Ishi {

/// <summary>The tasks that run in a world, from the command that starts each to its report. Allocates nothing while no
/// more tasks run than it has had at once, or has room for.</summary>
public sealed unsafe class TaskRuns {
  // A task that runs, or was given up and is to report when it has stopped.
  struct Run {
    public uint Serial;  // rises when the row is used again, so that an IshiTask of the task before is known as over
    public bool IsUsed, IsGivenUp;
    public bool IsAborting;  // its scripts are being told; nothing can be reported any more
    public ishi_population Population;
    public ishi_token Token;
    public ulong Task;
    public object Owner;
    public RecordLayout Layout;
    public byte[] Record;
    public int RecordBytes;
  }

  struct Due {
    public IshiTask Task;
    public ulong Frame;
  }

  // An agent has one run in each lane.
  struct Place : IEquatable<Place> {
    public uint Population, Slot, Lane;
    public bool Equals(Place other) { return Population == other.Population && Slot == other.Slot && Lane == other.Lane; }
    public override int GetHashCode() { return (int)(Population * 7919 + Slot * 31 + Lane); }
  }

  readonly List<int> free_ = new List<int>();
  readonly List<Due> due_ = new List<Due>();
  readonly List<Due> over_ = new List<Due>();
  readonly Dictionary<Place, int> rows_ = new Dictionary<Place, int>();
  Run[] runs_ = new Run[16];
  int used_;

  /// <summary>The number of the world's frame, by which CompleteAfter counts.</summary>
  public ulong Frame;
  /// <summary>The length of a frame.</summary>
  public float SecondsPerFrame = 1.0f / 60;
  /// <summary>Is told why a report was refused, and whose it was.</summary>
  public Action<object, string> Refused;
  /// <summary>Says whether the game may report now; it says so to the game itself if not.</summary>
  public Func<bool> MayReport;

  /// <summary>The number of tasks that run.</summary>
  public int Count { get { return rows_.Count; } }

  /// <summary>Makes room for so many tasks at once.</summary>
  public void Reserve(int tasks) {
    if (tasks <= runs_.Length) return;
    Array.Resize(ref runs_, tasks);
    free_.Capacity = tasks;
    // One that ended early stays in the list until the frame is over.
    due_.Capacity = over_.Capacity = Math.Max(due_.Capacity, 2 * tasks);
  }

  static Place PlaceOf(ishi_token token) { return new Place { Population = token.population, Slot = token.slot, Lane = token.lane }; }

  /// <summary>A task of a command begins.</summary>
  public IshiTask Begin(ishi_population population, ishi_start* start, object owner, RecordLayout layout) {
    // The task before in this lane is over, or there would be none now.
    int row;
    if (rows_.TryGetValue(PlaceOf(start->token), out row)) Forget(row);
    if (free_.Count > 0) {
      row = free_[free_.Count - 1];
      free_.RemoveAt(free_.Count - 1);
    } else {
      if (used_ == runs_.Length) Reserve(2 * used_);
      row = used_++;
      runs_[row].Record = new byte[64];  // most records fit
    }
    ref Run run = ref runs_[row];
    ++run.Serial;
    run.IsUsed = true;
    run.IsGivenUp = run.IsAborting = false;
    run.Population = population;
    run.Token = start->token;
    run.Task = start->task;
    run.Owner = owner;
    run.Layout = layout;
    Keep(ref run, start->parameters);
    rows_[PlaceOf(start->token)] = row;
    return new IshiTask(this, row, run.Serial);
  }

  static void Keep(ref Run run, void* parameters) {
    run.RecordBytes = parameters == null || run.Layout == null ? 0 : run.Layout.Bytes;
    if (run.RecordBytes == 0) return;
    if (run.Record.Length < run.RecordBytes) run.Record = new byte[run.RecordBytes];
    new ReadOnlySpan<byte>(parameters, run.RecordBytes).CopyTo(run.Record);
  }

  /// <summary>The run of a token; one that is over if there is none.</summary>
  public IshiTask Find(ishi_token token) {
    int row;
    if (!rows_.TryGetValue(PlaceOf(token), out row) || runs_[row].Token.serial != token.serial) return new IshiTask();
    return new IshiTask(this, row, runs_[row].Serial);
  }

  /// <summary>The parameters have changed.</summary>
  public void Update(IshiTask task, void* parameters) { Keep(ref runs_[task.Row], parameters); }

  /// <summary>The scripts of the task are told next that it is over. It still has its parameters, until it is given up.</summary>
  internal void BeginAbort(IshiTask task) { runs_[task.Row].IsAborting = true; }
  internal bool IsAborting(IshiTask task) { return IsUsed(task) && runs_[task.Row].IsAborting; }

  /// <summary>The agent has given the task up. It is over, or with `must_report` waits for its report.</summary>
  public void GiveUp(IshiTask task, bool must_report) {
    if (!IsUsed(task)) return;
    if (must_report) {
      runs_[task.Row].IsGivenUp = true;
    } else {
      Forget(task.Row);
    }
  }

  /// <summary>Appends the tasks of an owner that run; null: of everybody.</summary>
  public void ListOf(object owner, List<IshiTask> tasks) {
    for (int row = 0; row < used_; ++row)
      if (runs_[row].IsUsed && (owner == null || ReferenceEquals(runs_[row].Owner, owner))) tasks.Add(new IshiTask(this, row, runs_[row].Serial));
  }

  /// <summary>All tasks are over, without a report: the world is gone.</summary>
  public void ForgetAll() {
    for (int row = 0; row < used_; ++row)
      if (runs_[row].IsUsed) Forget(row);
    due_.Clear();
  }

  void Forget(int row) {
    ref Run run = ref runs_[row];
    rows_.Remove(PlaceOf(run.Token));
    run.IsUsed = false;
    run.IsGivenUp = run.IsAborting = false;
    run.Owner = null;
    run.Layout = null;
    free_.Add(row);
  }

  /// <summary>Completes those whose time has come, in the order in which they were asked for. Before a frame, whose number is `Frame`.</summary>
  public void FinishDue() {
    over_.Clear();
    int kept = 0;
    for (int i = 0; i < due_.Count; ++i) {
      Due one = due_[i];
      if (!IsRunning(one.Task)) continue;
      if (one.Frame <= Frame) {
        over_.Add(one);
      } else {
        due_[kept++] = one;
      }
    }
    due_.RemoveRange(kept, due_.Count - kept);
    for (int i = 0; i < over_.Count; ++i) over_[i].Task.Complete();
  }

  bool IsUsed(IshiTask task) { return task.Row < used_ && runs_[task.Row].IsUsed && runs_[task.Row].Serial == task.Serial; }
  internal bool IsRunning(IshiTask task) { return IsUsed(task) && !runs_[task.Row].IsGivenUp && !runs_[task.Row].IsAborting; }
  internal bool MustReport(IshiTask task) { return IsUsed(task) && runs_[task.Row].IsGivenUp; }
  internal string NameOf(IshiTask task) { return IsUsed(task) && runs_[task.Row].Layout != null ? runs_[task.Row].Layout.Name : null; }
  internal object OwnerOf(IshiTask task) { return IsUsed(task) ? runs_[task.Row].Owner : null; }
  internal ulong IdOf(IshiTask task) { return IsUsed(task) ? runs_[task.Row].Task : 0; }
  internal ReadOnlySpan<byte> RecordOf(IshiTask task) {
    return IsUsed(task) ? new ReadOnlySpan<byte>(runs_[task.Row].Record, 0, runs_[task.Row].RecordBytes) : default(ReadOnlySpan<byte>);
  }

  internal float Number(IshiTask task, string parameter) {
    return Has(task, parameter, ValueKind.Number) ? runs_[task.Row].Layout.Number(RecordOf(task), parameter) : float.NaN;
  }
  internal ishi_vector3 Point(IshiTask task, string parameter) {
    return Has(task, parameter, ValueKind.Point) ? runs_[task.Row].Layout.Point(RecordOf(task), parameter) : RecordLayout.Nowhere;
  }
  internal ishi_entity_id Entity(IshiTask task, string parameter) {
    return Has(task, parameter, ValueKind.Entity) ? runs_[task.Row].Layout.Entity(RecordOf(task), parameter) : new ishi_entity_id();
  }

  // Numbers are integers, booleans and enums, too.
  bool Has(IshiTask task, string parameter, ValueKind kind) {
    if (!IsUsed(task) || runs_[task.Row].Layout == null) return false;
    ContractValue value = runs_[task.Row].Layout.Find(parameter);
    bool fits = value != null && (value.Kind == kind || (kind == ValueKind.Number && value.Kind != ValueKind.Point && value.Kind != ValueKind.Entity));
    if (!fits) Refuse(task, "the task `" + NameOf(task) + "` has no parameter `" + parameter + "` that is " + (kind == ValueKind.Number ? "a number" : kind == ValueKind.Point ? "a point" : "an entity"));
    return fits;
  }

  internal bool CompleteAfter(IshiTask task, float seconds) {
    if (!IsRunning(task) || (MayReport != null && !MayReport())) return false;
    double frames = Math.Round(seconds / (double)SecondsPerFrame);
    if (double.IsNaN(frames) || frames > 1e15) {
      Refuse(task, "`CompleteAfter` takes a number of seconds, not " + seconds);
      return false;
    }
    for (int i = 0; i < due_.Count; ++i) {
      if (!due_[i].Task.Equals(task)) continue;
      due_.RemoveAt(i);
      break;
    }
    due_.Add(new Due { Task = task, Frame = Frame + (ulong)Math.Max(1, frames) });
    return true;
  }

  internal bool Report(IshiTask task, uint ending, ReadOnlySpan<byte> given) {
    if (!IsUsed(task) || IsAborting(task) || (MayReport != null && !MayReport())) return false;
    ref Run run = ref runs_[task.Row];
    int bytes = run.Layout == null ? 0 : run.Layout.Bytes;
    if (!given.IsEmpty && given.Length != bytes) {
      Refuse(task, "the task `" + NameOf(task) + "` gives back its own struct of " + bytes + " bytes, not one of " + given.Length);
      return false;
    }
    if (!given.IsEmpty && !run.Layout.GivesBack) {
      Refuse(task, "the task `" + NameOf(task) + "` gives nothing back: `Complete()`");
      return false;
    }
    ishi_report report = new ishi_report { token = run.Token, ending = (byte)ending };
    object owner = run.Owner;
    ishi_population population = run.Population;
    ishi_status status;
    fixed (byte* record = given) {
      if (!given.IsEmpty) {
        report.task = run.Task;
        report.record = record;
        report.record_bytes = (uint)given.Length;
      }
      status = Native.ishi_population_report(population, &report);
    }
    if (status.code == Native.ISHI_OK || status.code == Native.ISHI_TOKEN_STALE || status.code == Native.ISHI_ALREADY_REPORTED) {
      Forget(task.Row);
      return status.code == Native.ISHI_OK;
    }
    if (Refused != null) Refused(owner, "the task `" + NameOf(task) + "` cannot be reported: " + Runtime.Describe(status, population.world));
    return false;
  }

  void Refuse(IshiTask task, string words) {
    if (Refused != null) Refused(OwnerOf(task), words);
  }
}

}
