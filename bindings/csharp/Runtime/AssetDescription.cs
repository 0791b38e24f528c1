using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Ishi {

/// <summary>The kind of a value. Numbers and quantities are in base units: metres, seconds, radians.</summary>
public enum ValueKind : byte { Number, Integer, Boolean, Entity, Point, Enum }

/// <summary>A key, or a part of a task, an event or a thing.</summary>
public sealed class ContractValue {
  public string Name;
  public ulong Id;
  public ValueKind Kind;
  /// <summary>The enum or the kind of thing that the type names.</summary>
  public string Of;
  public float Low, High;
  /// <summary>The default value: all three of a point, else x.</summary>
  public ishi_vector3 Default;
  /// <summary>The owner of a key: 0 an agent, 1 a team, 2 the world.</summary>
  public int Scope;
  /// <summary>The first byte in its record.</summary>
  public int Place;
  /// <summary>The game gives it back when the task is over.</summary>
  public bool IsGiven;
}

/// <summary>The parameters of a task or the fields of an event, as they lie in memory.</summary>
public sealed class RecordLayout {
  internal static readonly ishi_vector3 Nowhere = new ishi_vector3 { x = Native.ISHI_NOWHERE, y = Native.ISHI_NOWHERE, z = Native.ISHI_NOWHERE };

  public string Name;
  public ulong Id;
  public int Bytes;
  public readonly List<ContractValue> Values = new List<ContractValue>();

  /// <summary>True of a task that gives something back when it is over.</summary>
  public bool GivesBack { get; internal set; }

  internal ContractValue Find(string name) {
    for (int i = 0; i < Values.Count; ++i)
      if (Values[i].Name == name) return Values[i];
    return null;
  }

  internal float Number(ReadOnlySpan<byte> record, string name) {
    ContractValue value = Find(name);
    if (value == null || record.Length < Bytes) return float.NaN;
    switch (value.Kind) {
      case ValueKind.Number: return MemoryMarshal.Read<float>(record.Slice(value.Place));
      case ValueKind.Integer: return MemoryMarshal.Read<int>(record.Slice(value.Place));
      case ValueKind.Boolean:
      case ValueKind.Enum: return record[value.Place];
      default: return float.NaN;
    }
  }

  internal ishi_vector3 Point(ReadOnlySpan<byte> record, string name) {
    ContractValue value = Find(name);
    bool is_there = value != null && value.Kind == ValueKind.Point && record.Length >= Bytes;
    return is_there ? MemoryMarshal.Read<ishi_vector3>(record.Slice(value.Place)) : Nowhere;
  }

  internal ishi_entity_id Entity(ReadOnlySpan<byte> record, string name) {
    ContractValue value = Find(name);
    bool is_there = value != null && value.Kind == ValueKind.Entity && record.Length >= Bytes;
    return is_there ? MemoryMarshal.Read<ishi_entity_id>(record.Slice(value.Place)) : new ishi_entity_id();
  }
}

/// <summary>The agents, keys, tasks and events of an asset by their names, for inspectors and for games without a generated contract.</summary>
public sealed unsafe class AssetDescription {
  // ContractKind of ishi/contract.h.
  const byte Enumeration = 0, Member = 1, Thing = 2, Field = 3, Key = 4, Task = 5, Parameter = 6, Event = 7, EventField = 8;
  // The kinds of ValueType of schemas/asset.fbs.
  static readonly ValueKind[] Kinds = {
    ValueKind.Number, ValueKind.Integer, ValueKind.Boolean, ValueKind.Entity, ValueKind.Point, ValueKind.Point,
    ValueKind.Number, ValueKind.Number, ValueKind.Number, ValueKind.Number, ValueKind.Enum, ValueKind.Entity
  };
  static readonly int[] Sizes = { 4, 4, 1, 8, 12, 1 };

  public readonly List<string> Agents;
  public readonly List<string> Profiles;
  public readonly List<string> Things = new List<string>();
  /// <summary>The keys of agents, teams and the world, in the order of the text.</summary>
  public readonly List<ContractValue> Keys = new List<ContractValue>();
  readonly Dictionary<ulong, RecordLayout> records_ = new Dictionary<ulong, RecordLayout>();
  readonly Dictionary<ulong, ContractValue> keys_ = new Dictionary<ulong, ContractValue>();
  readonly Dictionary<string, List<string>> enums_ = new Dictionary<string, List<string>>();
  readonly HashSet<ulong> ids_ = new HashSet<ulong>();

  public AssetDescription(ishi_asset asset) {
    Agents = Names(asset, Native.ISHI_AGENTS);
    Profiles = Names(asset, Native.ISHI_PROFILES);
    uint count;
    Runtime.Require(Native.ishi_asset_entry_count(asset, &count));
    ishi_entry[] entries = new ishi_entry[count];
    for (uint i = 0; i < count; ++i) {
      fixed (ishi_entry* entry = &entries[i]) Runtime.Require(Native.ishi_asset_entry(asset, i, entry));
      ids_.Add(entries[i].id);
      AddOwner(entries[i]);
    }
    foreach (ishi_entry entry in entries) AddPart(entry);
  }

  /// <summary>As the asset of a blob; throws what loading says.</summary>
  public static AssetDescription OfBlob(byte[] blob) {
    ishi_asset asset = Runtime.Load(blob);
    try {
      return new AssetDescription(asset);
    } finally {
      Native.ishi_asset_destroy(asset);
    }
  }

  public bool Has(ulong id) { return ids_.Contains(id); }
  /// <summary>The key of an id; null if there is none.</summary>
  public ContractValue KeyOf(ulong id) {
    ContractValue key;
    keys_.TryGetValue(id, out key);
    return key;
  }
  /// <summary>The key of a name; null if there is none.</summary>
  public ContractValue KeyOf(string name) { return Keys.Find(key => key.Name == name); }
  /// <summary>The layout of a task or event; null if there is none.</summary>
  public RecordLayout LayoutOf(ulong id) {
    RecordLayout layout;
    records_.TryGetValue(id, out layout);
    return layout;
  }
  /// <summary>The members of an enum, in order; null if there is none.</summary>
  public List<string> MembersOf(string enumeration) {
    List<string> members;
    enums_.TryGetValue(enumeration, out members);
    return members;
  }

  void AddOwner(ishi_entry entry) {
    string name = Runtime.TextOf(entry.name);
    if (entry.kind == Enumeration) enums_[name] = new List<string>();
    if (entry.kind == Thing) Things.Add(name);
    if (entry.kind == Task || entry.kind == Event) records_[entry.id] = new RecordLayout { Name = name, Id = entry.id };
  }

  void AddPart(ishi_entry entry) {
    if (entry.kind == Member) {
      List<string> members = enums_[Runtime.TextOf(entry.owner_name)];
      while (members.Count <= entry.place) members.Add("");
      members[(int)entry.place] = Runtime.TextOf(entry.name);
    }
    if (entry.kind == Key) {
      ContractValue key = ValueOf(entry);
      Keys.Add(key);
      keys_[key.Id] = key;
    }
    if (entry.kind != Parameter && entry.kind != EventField) return;
    RecordLayout layout = LayoutOf(entry.owner);
    ContractValue value = ValueOf(entry);
    layout.Values.Add(value);
    layout.GivesBack |= value.IsGiven;
    layout.Bytes = Math.Max(layout.Bytes, (value.Place + Sizes[(int)value.Kind] + 7) / 8 * 8);
  }

  static ContractValue ValueOf(ishi_entry entry) {
    return new ContractValue {
      Name = Runtime.TextOf(entry.name), Id = entry.id, Kind = entry.type < Kinds.Length ? Kinds[entry.type] : ValueKind.Number,
      Of = Runtime.TextOf(entry.reference_name), Low = entry.low, High = entry.high, Default = entry.fallback, Scope = entry.scope,
      Place = (int)entry.place, IsGiven = entry.given != 0
    };
  }

  static List<string> Names(ishi_asset asset, uint kind) {
    const int room = 256;
    byte* text = stackalloc byte[room];
    List<string> names = new List<string>();
    uint count;
    Runtime.Require(Native.ishi_asset_count(asset, kind, &count));
    for (uint i = 0; i < count; ++i) {
      UIntPtr length;
      if (Native.ishi_asset_name(asset, kind, i, text, (UIntPtr)room, &length).code == Native.ISHI_OK) names.Add(Runtime.TextOf(text));
    }
    return names;
  }
}

}
