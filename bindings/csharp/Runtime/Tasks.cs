using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Ishi {

/// <summary>Carries out the task T, a struct that `ishi header --language csharp` writes. It goes on until the game reports its end with `task`.</summary>
public interface ITask<T> where T : struct {
  void BeginTask(IshiTask task, in T parameters);
}

/// <summary>Receives the parameters of the task T again when a `live` one has changed.</summary>
public interface ITaskUpdate<T> where T : struct {
  void UpdateTask(IshiTask task, in T parameters);
}

/// <summary>Stops the task T, which the agent has aborted. With `abort: wait` in the YAML the game still has to report when it has stopped:
/// IshiTask.MustReport is true then.</summary>
public interface ITaskAbort<T> where T : struct {
  void AbortTask(IshiTask task, in T parameters);
}

/// <summary>The types of a game's tasks by their ids. `ishi header` writes one for each contract.</summary>
public sealed class TaskTypes {
  readonly Dictionary<ulong, TaskType> types_ = new Dictionary<ulong, TaskType>();

  public int Count { get { return types_.Count; } }

  public TaskTypes Add<T>(ulong id) where T : struct {
    types_.Add(id, new TaskType<T>());
    return this;
  }

  internal TaskType Find(ulong id) {
    TaskType found;
    types_.TryGetValue(id, out found);
    return found;
  }
}

/// <summary>A contract that the game was built against. Worlds choose among those that are registered.</summary>
public sealed class GameContract {
  static readonly List<GameContract> registered_ = new List<GameContract>();

  public readonly string Name;
  public readonly uint Up;
  public readonly ContractEntries Entries;
  public readonly TaskTypes Tasks;

  GameContract(string name, uint up, ContractEntries entries, TaskTypes tasks) {
    Name = name;
    Up = up;
    Entries = entries;
    Tasks = tasks;
  }

  /// <summary>Called by the file that `ishi header` writes, as the game starts. A later contract of the same name replaces the one before.</summary>
  public static void Register(string name, uint up, ContractEntries entries, TaskTypes tasks) {
    registered_.RemoveAll(one => one.Name == name);
    registered_.Add(new GameContract(name, up, entries, tasks));
  }

  /// <summary>The registered contract that has most of an asset's parts, or null if none has any: a project may have several.</summary>
  internal static GameContract Of(AssetDescription asset) {
    GameContract best = null;
    int most = 0;
    foreach (GameContract one in registered_) {
      int shared = 0;
      for (uint i = 0; i < one.Entries.Count; ++i)
        if (asset.Has(one.Entries.IdOf(i))) ++shared;
      if (shared <= most) continue;
      most = shared;
      best = one;
    }
    return best;
  }

  internal static void Forget() { registered_.Clear(); }
}

// Reads a task's parameters and calls the interface of its type.
abstract class TaskType {
  public abstract bool Begin(object handler, IshiTask task, ReadOnlySpan<byte> record);
  public abstract void Update(object handler, IshiTask task, ReadOnlySpan<byte> record);
  public abstract void Abort(object handler, IshiTask task, ReadOnlySpan<byte> record);
  public abstract string InterfaceName { get; }
}

sealed class TaskType<T> : TaskType where T : struct {
  public override string InterfaceName { get { return "ITask<" + typeof(T).Name + ">"; } }

  public override bool Begin(object handler, IshiTask task, ReadOnlySpan<byte> record) {
    ITask<T> one = handler as ITask<T>;
    if (one == null) return false;
    one.BeginTask(task, Read(record));
    return true;
  }

  public override void Update(object handler, IshiTask task, ReadOnlySpan<byte> record) {
    ITaskUpdate<T> one = handler as ITaskUpdate<T>;
    if (one != null) one.UpdateTask(task, Read(record));
  }

  public override void Abort(object handler, IshiTask task, ReadOnlySpan<byte> record) {
    ITaskAbort<T> one = handler as ITaskAbort<T>;
    if (one != null) one.AbortTask(task, Read(record));
  }

  static T Read(ReadOnlySpan<byte> record) { return record.IsEmpty ? default(T) : MemoryMarshal.Read<T>(record); }
}

/// <summary>One run of a task. A value: keep it as long as you like; after the end of the task each call does nothing and returns false.</summary>
public readonly struct IshiTask : IEquatable<IshiTask> {
  internal readonly TaskRuns Runs;
  internal readonly int Row;
  internal readonly uint Serial;

  internal IshiTask(TaskRuns runs, int row, uint serial) {
    Runs = runs;
    Row = row;
    Serial = serial;
  }

  /// <summary>False once the task was reported or aborted.</summary>
  public bool IsRunning { get { return Runs != null && Runs.IsRunning(this); } }
  /// <summary>True after the agent has aborted the task, if it waits for the game to report that it has stopped.</summary>
  public bool MustReport { get { return Runs != null && Runs.MustReport(this); } }
  /// <summary>As the YAML has it; null after the end of the task.</summary>
  public string Name { get { return Runs == null ? null : Runs.NameOf(this); } }
  /// <summary>The agent that carries it out: in Unity an IshiAgent. Null after the end of the task.</summary>
  public object Owner { get { return Runs == null ? null : Runs.OwnerOf(this); } }

  /// <summary>Reports that the task is done. False if it was over already.</summary>
  public bool Complete() { return Runs != null && Runs.Report(this, Native.ISHI_COMPLETED, default(ReadOnlySpan<byte>)); }

  /// <summary>Reports that the task is done, and what it gives back: the struct of the task.</summary>
  public bool Complete<T>(in T given) where T : struct {
    T copy = given;
    return Runs != null && Runs.Report(this, Native.ISHI_COMPLETED, MemoryMarshal.AsBytes(MemoryMarshal.CreateSpan(ref copy, 1)));
  }

  /// <summary>Reports that the task could not be done. False if it was over already.</summary>
  public bool Fail() { return Runs != null && Runs.Report(this, Native.ISHI_FAILED, default(ReadOnlySpan<byte>)); }

  /// <summary>Completes the task after so many seconds of the world's time. Counted in frames, so equal runs stay equal.</summary>
  public bool CompleteAfter(float seconds) { return Runs != null && Runs.CompleteAfter(this, seconds); }

  /// <summary>A parameter by its name: a number in base units, an integer, a boolean or an enum's index. NaN if there is none of that name.</summary>
  public float Number(string parameter) { return Runs == null ? float.NaN : Runs.Number(this, parameter); }
  /// <summary>A parameter that is a point; nowhere if there is none of that name.</summary>
  public ishi_vector3 Point(string parameter) { return Runs == null ? RecordLayout.Nowhere : Runs.Point(this, parameter); }
  /// <summary>A parameter that is an entity; nobody if there is none of that name.</summary>
  public ishi_entity_id Entity(string parameter) { return Runs == null ? new ishi_entity_id() : Runs.Entity(this, parameter); }

  public bool Equals(IshiTask other) { return Runs == other.Runs && Row == other.Row && Serial == other.Serial; }
  public override bool Equals(object other) { return other is IshiTask && Equals((IshiTask)other); }
  public override int GetHashCode() { return (int)Serial * 31 + Row; }
}

}
