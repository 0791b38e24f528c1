// Vectors, rotations and the physics of boxes, for mono.
using System;
using System.Collections.Generic;
using Stub;

namespace UnityEngine {

public struct Vector2Int {
  public int x, y;
  public Vector2Int(int x, int y) { this.x = x; this.y = y; }
}

[Serializable]
public struct Vector3 {
  public float x, y, z;
  public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
  public static Vector3 zero { get { return new Vector3(); } }
  public static Vector3 forward { get { return new Vector3(0, 0, 1); } }
  public static Vector3 right { get { return new Vector3(1, 0, 0); } }
  public static Vector3 up { get { return new Vector3(0, 1, 0); } }
  public float sqrMagnitude { get { return x * x + y * y + z * z; } }
  public float magnitude { get { return (float)Math.Sqrt(sqrMagnitude); } }
  public static Vector3 operator +(Vector3 a, Vector3 b) { return new Vector3(a.x + b.x, a.y + b.y, a.z + b.z); }
  public static Vector3 operator -(Vector3 a, Vector3 b) { return new Vector3(a.x - b.x, a.y - b.y, a.z - b.z); }
  public static Vector3 operator *(Vector3 a, float b) { return new Vector3(a.x * b, a.y * b, a.z * b); }
  public static Vector3 operator /(Vector3 a, float b) { return new Vector3(a.x / b, a.y / b, a.z / b); }
  // Unity's is approximate.
  public static bool operator ==(Vector3 a, Vector3 b) { return (a - b).sqrMagnitude < 9.99999944e-11f; }
  public static bool operator !=(Vector3 a, Vector3 b) { return !(a == b); }
  public override bool Equals(object other) { return other is Vector3 && x == ((Vector3)other).x && y == ((Vector3)other).y && z == ((Vector3)other).z; }
  public override int GetHashCode() { return x.GetHashCode() ^ y.GetHashCode() << 2 ^ z.GetHashCode() >> 2; }
  public override string ToString() { return "(" + x + ", " + y + ", " + z + ")"; }
}

public struct Quaternion {
  public float x, y, z, w;
  public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
  public static Quaternion identity { get { return new Quaternion(0, 0, 0, 1); } }
  public static Quaternion Inverse(Quaternion q) { return new Quaternion(-q.x, -q.y, -q.z, q.w); }
  public static Quaternion operator *(Quaternion a, Quaternion b) {
    return new Quaternion(a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
                          a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
  }
  public static Vector3 operator *(Quaternion q, Vector3 v) {
    float x = 2 * (q.y * v.z - q.z * v.y), y = 2 * (q.z * v.x - q.x * v.z), z = 2 * (q.x * v.y - q.y * v.x);
    return new Vector3(v.x + q.w * x + q.y * z - q.z * y, v.y + q.w * y + q.z * x - q.x * z, v.z + q.w * z + q.x * y - q.y * x);
  }
  /// For level directions alone, which are all that the package uses.
  public static Quaternion LookRotation(Vector3 forward) {
    double half = Math.Atan2(forward.x, forward.z) / 2;
    return new Quaternion(0, (float)Math.Sin(half), 0, (float)Math.Cos(half));
  }
}

public static class Mathf {
  public static int FloorToInt(float x) { return (int)Math.Floor(x); }
  public static float Max(float a, float b) { return a > b ? a : b; }
  public static float Sin(float x) { return (float)Math.Sin(x); }
  public static float Abs(float x) { return Math.Abs(x); }
}

public struct LayerMask {
  int mask_;
  public static implicit operator LayerMask(int mask) { return new LayerMask { mask_ = mask }; }
  public static implicit operator int(LayerMask mask) { return mask.mask_; }
}
public enum QueryTriggerInteraction { UseGlobal, Ignore, Collide }

public class Collider : Component {}
public sealed class BoxCollider : Collider {
  public Vector3 size = new Vector3(1, 1, 1);
  public bool isTrigger;
}
public sealed class CharacterController : Collider {
  public bool isGrounded { get { Alive("isGrounded"); return transform.position.y <= 0; } }
  public int Move(Vector3 motion) {
    Vector3 at = transform.position + motion;
    if (at.y < 0) at.y = 0;
    transform.position = at;
    return 0;
  }
}
public sealed class Rigidbody : Component {
  public Vector3 position { get { return transform.position; } }
  public void MovePosition(Vector3 at) { transform.position = at; }
  public void MoveRotation(Quaternion turned) { transform.rotation = turned; }
}

public struct RaycastHit {
  internal Transform Hit;
  public Transform transform { get { return Hit; } }
}

public static class Physics {
  public const int DefaultRaycastLayers = -5;

  static bool Counts(BoxCollider box, int layers, QueryTriggerInteraction triggers) {
    return (layers & (1 << box.gameObject.layer)) != 0 && (!box.isTrigger || triggers != QueryTriggerInteraction.Ignore) && box.gameObject.activeInHierarchy;
  }
  public static int RaycastNonAlloc(Vector3 origin, Vector3 direction, RaycastHit[] results, float length, int layers, QueryTriggerInteraction triggers) {
    Engine.OnMainThread("RaycastNonAlloc");
    int count = 0;
    foreach (BoxCollider box in Engine.Boxes())
      if (count < results.Length && Counts(box, layers, triggers) && Meets(origin, direction * length, box)) results[count++].Hit = box.transform;
    return count;
  }
  static bool Meets(Vector3 from, Vector3 way, BoxCollider box) {
    Vector3 low = box.transform.position - box.size * 0.5f, high = box.transform.position + box.size * 0.5f;
    float enters = 0, leaves = 1;
    return Clip(from.x, way.x, low.x, high.x, ref enters, ref leaves) && Clip(from.y, way.y, low.y, high.y, ref enters, ref leaves) && Clip(from.z, way.z, low.z, high.z, ref enters, ref leaves);
  }
  static bool Clip(float from, float way, float low, float high, ref float enters, ref float leaves) {
    if (way == 0) return from >= low && from <= high;
    float a = (low - from) / way, b = (high - from) / way;
    enters = Math.Max(enters, Math.Min(a, b));
    leaves = Math.Min(leaves, Math.Max(a, b));
    return enters <= leaves;
  }
  public static bool CheckBox(Vector3 centre, Vector3 half, Quaternion turned, int layers, QueryTriggerInteraction triggers) {
    Engine.OnMainThread("CheckBox");
    foreach (BoxCollider box in Engine.Boxes()) {
      Vector3 apart = box.transform.position - centre, reach = box.size * 0.5f + half;
      if (Counts(box, layers, triggers) && Math.Abs(apart.x) < reach.x && Math.Abs(apart.y) < reach.y && Math.Abs(apart.z) < reach.z) return true;
    }
    return false;
  }
}

}

namespace UnityEngine.AI {
public struct NavMeshHit {
  public Vector3 position;
  public int mask;
}
public static class NavMesh {
  public const int AllAreas = -1;
  internal struct Floor { public float Left, Near, Right, Far; public int Area; }
  internal static readonly List<Floor> Floors = new List<Floor>();

  public static bool SamplePosition(Vector3 at, out NavMeshHit hit, float most, int areas) {
    Engine.OnMainThread("SamplePosition");
    hit = new NavMeshHit();
    float best = most;
    foreach (Floor floor in Floors) {
      Vector3 nearest = new Vector3(Math.Max(floor.Left, Math.Min(floor.Right, at.x)), 0, Math.Max(floor.Near, Math.Min(floor.Far, at.z)));
      if ((areas & (1 << floor.Area)) == 0 || (nearest - at).magnitude > best) continue;
      best = (nearest - at).magnitude;
      hit = new NavMeshHit { position = nearest, mask = 1 << floor.Area };
    }
    return hit.mask != 0;
  }
}
public sealed class NavMeshAgent : Behaviour {
  public bool isOnNavMesh {
    get {
      NavMeshHit hit;
      return NavMesh.SamplePosition(transform.position, out hit, 0.1f, NavMesh.AllAreas);
    }
  }
  public void Move(Vector3 offset) {
    if (!isOnNavMesh) throw new InvalidOperationException("\"Move\" can only be called on an active agent that has been placed on a NavMesh.");
    transform.position = transform.position + offset;
  }
}
}
