using System;
using UnityEngine;

namespace Ishi {

/// <summary>Points of the runtime and of Unity: x is right, y up and z forward in both.</summary>
static class Places {
  public static ishi_vector3 Own(Vector3 point) { return new ishi_vector3 { x = point.x, y = point.y, z = point.z }; }
  public static Vector3 Unitys(ishi_vector3 point) { return new Vector3(point.x, point.y, point.z); }
  public static bool IsFinite(Vector3 point) { return IsFinite(point.x) && IsFinite(point.y) && IsFinite(point.z); }
  static bool IsFinite(float x) { return Math.Abs(x) < float.PositiveInfinity; }
}

}
