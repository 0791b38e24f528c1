using System;
using System.Collections.Generic;
using UnityEngine;

namespace Ishi {

/// <summary>The keys of a world, of its teams and its agents, and the fields of its things, by their names. A call that is refused is
/// reported in the console.</summary>
sealed unsafe class WorldKeys {
  static readonly Dictionary<string, ulong> key_ids_ = new Dictionary<string, ulong>();

  readonly IshiWorldBehaviour world_;
  readonly WorldAssets assets_;

  public WorldKeys(IshiWorldBehaviour world, WorldAssets assets) {
    world_ = world;
    assets_ = assets;
  }

  /// <summary>The id of a key of this name.</summary>
  public static ulong KeyId(string name) {
    ulong id;
    if (key_ids_.TryGetValue(name, out id)) return id;
    return key_ids_[name] = Runtime.IdOf("blackboard", name);
  }

  // The key of an agent, its column and the agent's row in it. False, and a message in the console, if there is none.
  bool FindKey(IshiAgent agent, string name, ulong id, out ContractValue known, out ishi_column column, out uint slot) {
    known = null;
    column = default(ishi_column);
    slot = 0;
    if (!world_.MayBeCalled("a key cannot be used")) return false;
    AssetDescription description = agent.Population.Asset.Description;
    if (id == 0) id = KeyId(name ?? "");
    known = description.KeyOf(id);
    if (known == null)
      return world_.Refuse(agent, (agent.Behaviour == null ? "its behaviour" : agent.Behaviour.name) + " has no key " + (name == null ? "with the id " + id.ToString("x16") : "`" + name + "`") +
                           Spelling.Suggest(name, description.Keys.ConvertAll(key => key.Name)));
    if (known.Scope != 0) return world_.Refuse(agent, "the key `" + known.Name + "` is not an agent's: use SetSharedKey and GetSharedKey of the world");
    string fault = agent.Population.Find(id, out column);
    if (fault != null) return world_.Refuse(agent, fault);
    uint its_slot;
    if (!world_.Require(Native.ishi_population_slot_of(agent.Population.Handle, agent.Entity, &its_slot), agent, "it has no keys")) return false;
    slot = its_slot;
    return true;
  }

  public bool SetKey(IshiAgent agent, in IshiKeyValue value) {
    ContractValue known;
    ishi_column column;
    uint slot;
    return FindKey(agent, value.Key, value.Id, out known, out column, out slot) &&
           KeyRows.Write(world_, agent, agent.Population.Asset.Description, known, column, slot, value);
  }

  public void GetKey(IshiAgent agent, ref IshiKeyValue value) {
    ContractValue known;
    ishi_column column;
    uint slot;
    if (FindKey(agent, value.Key, value.Id, out known, out column, out slot))
      KeyRows.Read(world_, agent.Population.Asset.Description, known, column, slot, ref value);
  }

  public bool SetShared(string key, in IshiKeyValue value, int team) {
    ContractValue known;
    AssetDescription description;
    ishi_column column;
    return FindShared(key, team, out known, out description, out column) && KeyRows.Write(world_, world_, description, known, column, (uint)Math.Max(team, 0), value);
  }
  public IshiKeyValue GetShared(string key, int team) {
    IshiKeyValue value = new IshiKeyValue { Number = double.NaN, Point = IshiWorldBehaviour.Nowhere };
    ContractValue known;
    AssetDescription description;
    ishi_column column;
    if (FindShared(key, team, out known, out description, out column)) KeyRows.Read(world_, description, known, column, (uint)Math.Max(team, 0), ref value);
    return value;
  }

  bool FindShared(string key, int team, out ContractValue known, out AssetDescription description, out ishi_column column) {
    known = null;
    description = null;
    column = default(ishi_column);
    if (!world_.IsReady("the key `{0}` cannot be used", key)) return false;
    ulong id = KeyId(key ?? "");
    for (int i = 0; i < assets_.All.Count && known == null; ++i) {
      description = assets_.All[i].Description;
      if (description != null) known = description.KeyOf(id);
    }
    if (known == null) return world_.Refuse(world_, "there is no key `" + key + "`");
    if (known.Scope == 0) return world_.Refuse(world_, "the key `" + key + "` is each agent's own: use SetKey and GetNumber of the agent");
    if (known.Scope == 1 && team < 0) return world_.Refuse(world_, "the key `" + key + "` is a team's: name the team");
    if (known.Scope == 2 && team >= 0) return world_.Refuse(world_, "the key `" + key + "` is the world's, no team's");
    ishi_column found;
    if (!world_.Require(Native.ishi_world_column(world_.Handle, team < 0 ? Native.ISHI_OF_WORLD : Native.ISHI_OF_TEAM, id, Native.ISHI_ANY_TYPE, &found), world_, "the key `{0}`", key))
      return false;
    column = found;
    return team < (int)column.count || world_.Refuse(world_, "there is no team " + team + ": the world's `Teams` is " + world_.Teams);
  }

  public bool SetField(IshiThing thing, string field, in IshiKeyValue value) {
    ishi_column column;
    return FindField(thing, field, out column) && KeyRows.Write(world_, thing, null, FieldOf(field, column.type, value), column, thing.Entity.index, value);
  }
  public float GetField(IshiThing thing, string field) {
    ishi_column column;
    if (!FindField(thing, field, out column)) return float.NaN;
    byte* place = (byte*)column.data + (ulong)thing.Entity.index * column.stride;
    if (column.type == Native.ISHI_FLOAT) return *(float*)place;
    if (column.type == Native.ISHI_INT32) return *(int*)place;
    return column.type == Native.ISHI_BYTE ? *place : float.NaN;
  }
  bool FindField(IshiThing thing, string field, out ishi_column column) {
    column = default(ishi_column);
    if (!world_.IsReady("the field `{0}` cannot be used", field)) return false;
    ishi_column found;
    ishi_status status = Native.ishi_world_column(world_.Handle, Native.ISHI_OF_THING, Runtime.IdOf("things/" + thing.Kind, field ?? ""), Native.ISHI_ANY_TYPE, &found);
    if (status.code == Native.ISHI_UNKNOWN_ID) return world_.Refuse(thing, "the kind of thing `" + thing.Kind + "` has no field `" + field + "`");
    column = found;
    return world_.Require(status, thing, "the field `{0}`", field);
  }
  // A byte is an index or 0 or 1 here.
  static ContractValue FieldOf(string field, uint type, in IshiKeyValue value) {
    ValueKind kind = type == Native.ISHI_FLOAT ? ValueKind.Number : type == Native.ISHI_POINT ? ValueKind.Point : type == Native.ISHI_ENTITY ? ValueKind.Entity
                   : type == Native.ISHI_INT32 ? ValueKind.Integer : ValueKind.Boolean;
    return new ContractValue { Name = field, Kind = kind };
  }
}

}
