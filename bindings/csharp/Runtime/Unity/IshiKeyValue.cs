using System;
using UnityEngine;

namespace Ishi {

/// <summary>The value of a key, as a scene stores it: the member that the kind names counts.</summary>
[Serializable]
public struct IshiKeyValue {
  /// <summary>The key's name.</summary>
  public string Key;
  public ValueKind Kind;
  /// <summary>The value of a number, an integer or a boolean; the index of an enum without a text.</summary>
  public double Number;
  /// <summary>A member of an enum.</summary>
  public string Text;
  public Vector3 Point;
  public IshiThing Thing;

  // In place of the name, of a key that the game has set by its id before the agent was in the world.
  [NonSerialized] internal ulong Id;

  internal static IshiKeyValue Of(ValueKind kind, double number) { return new IshiKeyValue { Kind = kind, Number = number }; }
  internal static IshiKeyValue Of(string member) { return new IshiKeyValue { Kind = ValueKind.Enum, Text = member ?? "" }; }
  internal static IshiKeyValue Of(Vector3 point) { return new IshiKeyValue { Kind = ValueKind.Point, Point = point }; }
  internal static IshiKeyValue Of(IshiThing thing) { return new IshiKeyValue { Kind = ValueKind.Entity, Thing = thing }; }

  internal static IshiKeyValue DefaultOf(ContractValue key, AssetDescription description) {
    IshiKeyValue value = new IshiKeyValue { Key = key.Name, Kind = key.Kind, Number = key.Default.x };
    if (key.Kind == ValueKind.Point) {
      value.Number = 0;
      value.Point = new Vector3(key.Default.x, key.Default.y, key.Default.z);
    }
    if (key.Kind == ValueKind.Enum) value.Text = description.MembersOf(key.Of)[(int)key.Default.x];
    return value;
  }

  internal static string Words(ValueKind kind) {
    switch (kind) {
      case ValueKind.Number: return "a number";
      case ValueKind.Integer: return "an integer";
      case ValueKind.Boolean: return "a boolean";
      case ValueKind.Entity: return "a thing";
      case ValueKind.Point: return "a point";
      default: return "a member of an enum";
    }
  }
}

}
