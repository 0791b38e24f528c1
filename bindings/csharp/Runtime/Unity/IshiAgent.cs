using System;
using System.Collections.Generic;
using UnityEngine;

namespace Ishi {

/// <summary>Decides what its character does. A task that the behaviour starts goes to a script beside it that is an ITask of it, else to
/// TaskStarted.</summary>
[AddComponentMenu("Ishi/Ishi Agent")]
public sealed class IshiAgent : IshiThing {
  [Tooltip("The compiled behaviour: drag an .ishi.yaml file here.")]
  [SerializeField] IshiAsset behaviour;
  [Tooltip("The name of the agent in the behaviour.")]
  [SerializeField] string agent = "";
  [Tooltip("The team, from 0 on.")]
  [SerializeField] int team;
  [Tooltip("An importance profile of the behaviour; empty for the agent's usual one.")]
  [SerializeField] string profile = "";
  [Tooltip("Moves the character as the behaviour steers or walks.")]
  [SerializeField] bool moves = true;
  [SerializeField] List<IshiKeyValue> keys = new List<IshiKeyValue>();

  internal Population Population;
  internal readonly List<MonoBehaviour> Scripts = new List<MonoBehaviour>();
  internal IIshiMover Mover;
  IIshiMover given_mover_;
  readonly List<IshiKeyValue> early_ = new List<IshiKeyValue>();  // set by the game before the agent was in the world

  /// <summary>A task begins that no script beside the agent carries out.</summary>
  public event Action<IshiTask> TaskStarted;
  /// <summary>The agent gives a task up that no script beside it carries out.</summary>
  public event Action<IshiTask> TaskAborted;
  /// <summary>The behaviour posts an event to the game.</summary>
  public event Action<IshiEvent> EventEmitted;

  /// <summary>Set it before the agent is enabled.</summary>
  public IshiAsset Behaviour {
    get { return behaviour; }
    set { behaviour = value; }
  }
  /// <summary>The name of the agent in the behaviour. Set it before the agent is enabled.</summary>
  public string Agent {
    get { return agent; }
    set { agent = value ?? ""; }
  }
  public int Team {
    get { return team; }
    set {
      if (IsAlive && !Joined.SetTeam(this, value)) return;
      team = value;
    }
  }
  public string Profile {
    get { return profile; }
    set {
      if (IsAlive && !Joined.SetProfile(this, value ?? "")) return;
      profile = value ?? "";
    }
  }
  /// <summary>Off: the game moves it.</summary>
  public bool Moves {
    get { return moves; }
    set { moves = value; }
  }
  /// <summary>The keys that the scene sets.</summary>
  public List<IshiKeyValue> SceneKeys { get { return keys; } }
  /// <summary>Its row in the columns of keys; -1 while it does not live.</summary>
  public int Slot { get { return IsAlive ? Joined.SlotOf(this) : -1; } }

  // --- keys, by name, or by an id that `ishi header` writes

  /// <summary>Sets a key, in base units. A number out of its range is clamped when it is read. False, and a message in the console, if the key or the type is wrong.</summary>
  public bool SetKey(string key, float value) { return Set(key, 0, IshiKeyValue.Of(ValueKind.Number, value)); }
  public bool SetKey(string key, int value) { return Set(key, 0, IshiKeyValue.Of(ValueKind.Integer, value)); }
  public bool SetKey(string key, bool value) { return Set(key, 0, IshiKeyValue.Of(ValueKind.Boolean, value ? 1 : 0)); }
  public bool SetKey(string key, Vector3 value) { return Set(key, 0, IshiKeyValue.Of(value)); }
  /// <summary>An entity; null: nobody.</summary>
  public bool SetKey(string key, IshiThing value) { return Set(key, 0, IshiKeyValue.Of(value)); }
  /// <summary>A member of an enum, by its name.</summary>
  public bool SetKey(string key, string member) { return Set(key, 0, IshiKeyValue.Of(member)); }
  public bool SetKey(ulong key, float value) { return Set(null, key, IshiKeyValue.Of(ValueKind.Number, value)); }
  public bool SetKey(ulong key, int value) { return Set(null, key, IshiKeyValue.Of(ValueKind.Integer, value)); }
  public bool SetKey(ulong key, bool value) { return Set(null, key, IshiKeyValue.Of(ValueKind.Boolean, value ? 1 : 0)); }
  public bool SetKey(ulong key, Vector3 value) { return Set(null, key, IshiKeyValue.Of(value)); }
  public bool SetKey(ulong key, IshiThing value) { return Set(null, key, IshiKeyValue.Of(value)); }
  public bool SetKey(ulong key, string member) { return Set(null, key, IshiKeyValue.Of(member)); }

  /// <summary>A key that is a number, an integer, a boolean or an enum; NaN if there is none, or the agent does not live.</summary>
  public float GetNumber(string key) { return (float)Get(key, 0).Number; }
  public float GetNumber(ulong key) { return (float)Get(null, key).Number; }
  /// <summary>A key that is a point; IshiWorldBehaviour.Nowhere if it is no place, or there is none.</summary>
  public Vector3 GetPoint(string key) { return Get(key, 0).Point; }
  public Vector3 GetPoint(ulong key) { return Get(null, key).Point; }
  /// <summary>A key that is an entity; null if it is nobody, or there is none.</summary>
  public IshiThing GetThing(string key) { return Get(key, 0).Thing; }
  public IshiThing GetThing(ulong key) { return Get(null, key).Thing; }
  /// <summary>A key that is an enum: the member's name; null if there is none.</summary>
  public string GetMember(string key) { return Get(key, 0).Text; }
  public string GetMember(ulong key) { return Get(null, key).Text; }

  bool Set(string name, ulong id, IshiKeyValue value) {
    value.Key = name;
    value.Id = id;
    if (IsAlive) return Joined.Keys.SetKey(this, value);
    if (this == null) {
      IshiConsole.Error(null, "a key is set of an IshiAgent that was destroyed");
      return false;
    }
    for (int i = 0; i < early_.Count; ++i) {
      if (early_[i].Key != name || early_[i].Id != id) continue;
      early_[i] = value;
      return true;
    }
    early_.Add(value);
    return true;
  }

  IshiKeyValue Get(string name, ulong id) {
    IshiKeyValue value = new IshiKeyValue { Key = name, Id = id, Number = double.NaN, Point = IshiWorldBehaviour.Nowhere };
    if (IsAlive) {
      Joined.Keys.GetKey(this, ref value);
    } else if (this != null) {
      GetEarly(ref value);
    }
    return value;
  }

  // Before the agent is in the world: the value that the game has set, else the scene's, else the default.
  void GetEarly(ref IshiKeyValue value) {
    string fault;
    AssetDescription description = behaviour == null ? null : behaviour.Describe(out fault);
    ContractValue known = description == null ? null : value.Key != null ? description.KeyOf(value.Key) : description.KeyOf(value.Id);
    for (int i = 0; i < early_.Count; ++i) {
      bool is_it = value.Key != null ? early_[i].Key == value.Key : early_[i].Id == value.Id;
      if (is_it || (known != null && (early_[i].Key == known.Name || early_[i].Id == known.Id))) {
        value = early_[i];
        return;
      }
    }
    if (known == null) return;
    for (int i = 0; i < keys.Count; ++i) {
      if (keys[i].Key != known.Name) continue;
      value = keys[i];
      return;
    }
    value = IshiKeyValue.DefaultOf(known, description);
  }

  /// <summary>For inspectors.</summary>
  internal IshiKeyValue ValueOf(string key) { return Get(key, 0); }

  /// <summary>Sets the keys of the scene, then those that the game has set before the agent was alive.</summary>
  internal void Begin() {
    for (int i = 0; i < keys.Count; ++i) {
      ContractValue known = Population.Asset.Description.KeyOf(keys[i].Key ?? "");
      if (known == null) {
        IshiConsole.Warn(this, "the scene sets the key `" + keys[i].Key + "`, which " + behaviour.name + " does not have: remove it in the inspector" +
                               Spelling.Suggest(keys[i].Key, Population.Asset.Description.Keys.ConvertAll(key => key.Name)));
      } else {
        Joined.Keys.SetKey(this, keys[i]);
      }
    }
    for (int i = 0; i < early_.Count; ++i) Joined.Keys.SetKey(this, early_[i]);
    early_.Clear();
  }

  // --- what it does and knows

  /// <summary>Appends its options with their scores, the best first.</summary>
  public void Why(List<IshiOption> options) {
    if (IsAlive) Joined.Why(this, options);
  }
  /// <summary>Appends the tasks that run.</summary>
  public void GetTasks(List<IshiTask> tasks) {
    if (IsAlive) Joined.Tasks.ListOf(this, tasks);
  }
  /// <summary>Lets the agent remember somebody, as it is now.</summary>
  public bool Remember(string memory, IshiThing other) { return IsAlive ? Joined.Remember(this, memory, other, true) : NotAlive("remember"); }
  public bool Forget(string memory, IshiThing other) { return IsAlive ? Joined.Remember(this, memory, other, false) : NotAlive("forget"); }
  /// <summary>Tells the agent that something has happened: an event without fields.</summary>
  public bool PostEvent(string name) { return IsAlive ? Joined.PostEvent(name, this) : NotAlive("be told of `" + name + "`"); }
  /// <summary>Likewise, an event with fields: its struct and its Id, as `ishi header` writes them.</summary>
  public bool PostEvent<T>(ulong id, in T fields) where T : struct { return IsAlive ? Joined.PostEvent(id, fields, this) : NotAlive("be told of an event"); }
  /// <summary>Gives the agent another way of moving; null: the one beside it, else its Transform is moved.</summary>
  public void SetMover(IIshiMover mover) {
    given_mover_ = mover;
    FindScripts();
  }

  bool NotAlive(string what) {
    IshiConsole.Error(this, "an agent that is not in the world cannot " + what);
    return false;
  }

  internal bool HasTaskStarted { get { return TaskStarted != null; } }
  internal void RaiseTaskStarted(IshiTask task) { TaskStarted(task); }
  internal void RaiseTaskAborted(IshiTask task) {
    if (TaskAborted != null) TaskAborted(task);
  }
  internal void RaiseEmitted(IshiEvent emitted) {
    if (EventEmitted != null) EventEmitted(emitted);
  }
  internal bool HasEventEmitted { get { return EventEmitted != null; } }

  internal void FindScripts() {
    GetComponents(Scripts);
    Mover = given_mover_;
    for (int i = 0; i < Scripts.Count && Mover == null; ++i) Mover = Scripts[i] as IIshiMover;
  }

  internal override void Left() {
    base.Left();
    Population = null;
  }

  void OnValidate() {
    if (agent == null) agent = "";
    if (team < 0) team = 0;
    if (team > 255) team = 255;
    // One agent in the file: it is the one that is meant.
    string fault;
    AssetDescription description = behaviour == null ? null : behaviour.Describe(out fault);
    if (agent == "" && description != null && description.Agents.Count == 1) agent = description.Agents[0];
  }
}

/// <summary>An option of an agent, and what speaks for it.</summary>
public struct IshiOption {
  public string Action;
  /// <summary>Minus infinity: its `when` does not hold.</summary>
  public float Score;
  /// <summary>A higher one comes first.</summary>
  public int Rank;
  public bool IsRunning;
  /// <summary>The candidate that the running option was chosen for; null: none.</summary>
  public IshiThing Candidate;
}

/// <summary>An event that a behaviour posts to the game. Its fields can be read until the handler returns.</summary>
public readonly unsafe struct IshiEvent {
  public readonly IshiAgent Agent;
  public readonly ulong Id;
  readonly RecordLayout layout_;
  readonly void* record_;

  internal IshiEvent(IshiAgent agent, ulong id, RecordLayout layout, void* record) {
    Agent = agent;
    Id = id;
    layout_ = layout;
    record_ = record;
  }

  ReadOnlySpan<byte> Record { get { return layout_ == null || record_ == null ? default(ReadOnlySpan<byte>) : new ReadOnlySpan<byte>(record_, layout_.Bytes); } }

  /// <summary>As the YAML has it.</summary>
  public string Name { get { return layout_ == null ? null : layout_.Name; } }
  /// <summary>Its struct, as `ishi header` writes it. Throws if that is larger than the event's fields.</summary>
  public T As<T>() where T : struct { return System.Runtime.InteropServices.MemoryMarshal.Read<T>(Record); }
  /// <summary>A field that is a number, an integer, a boolean or an enum; NaN if there is none of that name.</summary>
  public float Number(string field) { return layout_ == null ? float.NaN : layout_.Number(Record, field); }
}

}
