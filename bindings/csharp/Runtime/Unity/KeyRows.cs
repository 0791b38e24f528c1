using System;
using System.Collections.Generic;
using UnityEngine;

namespace Ishi {

/// <summary>Reads and writes values in the rows of columns, with checks of types and members.</summary>
static unsafe class KeyRows {
  /// <summary>Writes a value into a row. False, and a message in the console, if it does not fit.</summary>
  public static bool Write(IshiWorldBehaviour world, UnityEngine.Object about, AssetDescription description, ContractValue known, in ishi_column column, uint row, in IshiKeyValue value) {
    byte* place = (byte*)column.data + (ulong)row * column.stride;
    bool is_number = value.Kind == ValueKind.Number || value.Kind == ValueKind.Integer || value.Kind == ValueKind.Boolean;
    switch (known.Kind) {
      case ValueKind.Number:
        if (!is_number) break;
        *(float*)place = (float)value.Number;
        return true;
      case ValueKind.Integer:
        if (!is_number || value.Number != Math.Floor(value.Number)) break;
        *(int*)place = (int)Math.Max(int.MinValue, Math.Min(int.MaxValue, value.Number));
        return true;
      case ValueKind.Boolean:
        if (!is_number) break;
        *place = (byte)(value.Number != 0 ? 1 : 0);
        return true;
      case ValueKind.Enum: {
        List<string> members = description.MembersOf(known.Of);
        int member = value.Kind == ValueKind.Enum && !string.IsNullOrEmpty(value.Text) ? members.IndexOf(value.Text) : (int)value.Number;
        if (value.Kind != ValueKind.Enum && value.Kind != ValueKind.Integer) break;
        if (member < 0 || member >= members.Count)
          return Refuse(about, "it is given " + (string.IsNullOrEmpty(value.Text) ? member.ToString() : "`" + value.Text + "`") + " for the key `" + known.Name +
                               "`, which is one of " + string.Join(", ", members));
        *place = (byte)member;
        return true;
      }
      case ValueKind.Point:
        if (value.Kind != ValueKind.Point) break;
        Vector3 point = Places.IsFinite(value.Point) ? value.Point : IshiWorldBehaviour.Nowhere;
        new PointColumn(column)[(int)row] = Places.Own(point);
        return true;
      case ValueKind.Entity:
        if (value.Kind != ValueKind.Entity) break;
        // A destroyed thing is nobody, like null.
        IshiThing thing = value.Thing;
        if (thing != null && thing.IsAlive && thing.Joined != world)
          return Refuse(about, "it is given `" + thing.name + "` for the key `" + known.Name + "`, which is in another world");
        if (thing != null && !thing.IsAlive)
          return Refuse(about, "it is given `" + thing.name + "` for the key `" + known.Name + "`, which is not in the world");
        *(ishi_entity_id*)place = thing == null ? new ishi_entity_id() : thing.EntityId;
        return true;
    }
    return Refuse(about, "it is given " + IshiKeyValue.Words(value.Kind) + " for the key `" + known.Name + "`, which is " + IshiKeyValue.Words(known.Kind));
  }

  /// <summary>Reads the value of a row.</summary>
  public static void Read(IshiWorldBehaviour world, AssetDescription description, ContractValue known, in ishi_column column, uint row, ref IshiKeyValue value) {
    byte* place = (byte*)column.data + (ulong)row * column.stride;
    value.Kind = known.Kind;
    switch (known.Kind) {
      case ValueKind.Number: value.Number = *(float*)place; break;
      case ValueKind.Integer: value.Number = *(int*)place; break;
      case ValueKind.Boolean: value.Number = *place; break;
      case ValueKind.Enum:
        value.Number = *place;
        List<string> members = description.MembersOf(known.Of);
        if (*place < members.Count) value.Text = members[*place];
        break;
      case ValueKind.Point: value.Point = Places.Unitys(new PointColumn(column)[(int)row]); break;
      case ValueKind.Entity: value.Thing = world.ThingOf(*(ishi_entity_id*)place); break;
    }
  }

  static bool Refuse(UnityEngine.Object about, string words) {
    IshiConsole.Error(about, words);
    return false;
  }
}

}
