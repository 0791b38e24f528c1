using System;
using System.Collections.Generic;

namespace Ishi {

/// <summary>Calls the scripts beside an agent for its tasks. An exception of a script is reported, and fails its task alone.</summary>
sealed class ScriptTasks {
  readonly TaskRuns tasks_;
  readonly List<IshiTask> some_ = new List<IshiTask>();

  /// <summary>The types of the tasks; null: the scripts have no contract.</summary>
  public TaskTypes Types;

  public ScriptTasks(TaskRuns tasks) { tasks_ = tasks; }

  TaskType TypeOf(ulong id) { return Types == null ? null : Types.Find(id); }

  public void Begin(IshiTask task, IshiAgent agent, ulong id) {
    TaskType type = TypeOf(id);
    string name = tasks_.NameOf(task);  // the script may remove the agent, and then throw
    try {
      if (type != null) {
        ReadOnlySpan<byte> record = tasks_.RecordOf(task);
        if (TryBegin(agent, type, task, record)) return;
        // A script may have been added since.
        agent.FindScripts();
        if (TryBegin(agent, type, task, record)) return;
      }
      if (agent.HasTaskStarted) {
        agent.RaiseTaskStarted(task);
        return;
      }
    } catch (Exception fault) {
      IshiConsole.Thrown(agent, "BeginTask` of `" + name, fault);
      task.Fail();
      return;
    }
    string handler = type == null ? "write the contract (Ishi → Write Contract) and add an ITask of it to a script" : "add " + type.InterfaceName + " to a script";
    IshiConsole.Error(agent, "it starts the task `" + name + "`, which nobody carries out, so it fails: " + handler +
                             " beside its IshiAgent, or subscribe to TaskStarted");
    task.Fail();
  }

  static bool TryBegin(IshiAgent agent, TaskType type, IshiTask task, ReadOnlySpan<byte> record) {
    for (int i = 0; i < agent.Scripts.Count; ++i)
      if (agent.Scripts[i] != null && type.Begin(agent.Scripts[i], task, record)) return true;
    return false;
  }

  public void Update(IshiTask task, IshiAgent agent, ulong id) {
    TaskType type = TypeOf(id);
    if (type == null) return;
    string name = tasks_.NameOf(task);
    try {
      for (int i = 0; i < agent.Scripts.Count; ++i)
        if (agent.Scripts[i] != null) type.Update(agent.Scripts[i], task, tasks_.RecordOf(task));
    } catch (Exception fault) {
      IshiConsole.Thrown(agent, "UpdateTask` of `" + name, fault);
    }
  }

  public void Abort(IshiTask task, bool must_report) {
    // A script that stops its task may remove the agent, whose tasks are all aborted then: this one already is.
    if (tasks_.IsAborting(task)) return;
    if (!task.IsRunning) {
      tasks_.GiveUp(task, false);  // the script was called before, and need not report any more
      return;
    }
    IshiAgent agent = tasks_.OwnerOf(task) as IshiAgent;
    string name = tasks_.NameOf(task);
    TaskType type = TypeOf(tasks_.IdOf(task));
    // The script is called before the row is freed, so that it can read the parameters.
    if (must_report) {
      tasks_.GiveUp(task, true);
    } else {
      tasks_.BeginAbort(task);
    }
    try {
      if (agent != null) {
        for (int i = 0; type != null && i < agent.Scripts.Count; ++i)
          if (agent.Scripts[i] != null) type.Abort(agent.Scripts[i], task, tasks_.RecordOf(task));
        agent.RaiseTaskAborted(task);
      }
    } catch (Exception fault) {
      IshiConsole.Thrown(agent, "AbortTask` of `" + name, fault);
    }
    if (!must_report) tasks_.GiveUp(task, false);
  }

  /// <summary>Aborts all tasks of an agent; null: of all agents.</summary>
  public void AbortAllOf(IshiAgent agent) {
    // An abortion may remove another agent, whose tasks come behind these.
    int from = some_.Count;
    tasks_.ListOf(agent, some_);
    for (int i = from; i < some_.Count; ++i) Abort(some_[i], false);
    some_.RemoveRange(from, some_.Count - from);
  }
}

}
