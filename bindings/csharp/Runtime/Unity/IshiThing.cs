using System.Collections.Generic;
using UnityEngine;

namespace Ishi {

/// <summary>Makes a GameObject known to the agents of a world, as something to see, remember, avoid or flee from. It does not decide;
/// that is an IshiAgent.</summary>
[AddComponentMenu("Ishi/Ishi Thing")]
[DisallowMultipleComponent]
public class IshiThing : MonoBehaviour {
  [Tooltip("The kind of thing, a name under `things` in the YAML.")]
  [SerializeField] string kind = "";
  [Tooltip("Seeds its random choices, and orders the agents and things that enter the world in one frame. 0: the order in which they come.")]
  [SerializeField] int identity;
  [Tooltip("None: the nearest world above it, else the first of the scene.")]
  [SerializeField] IshiWorldBehaviour world;

  internal IshiWorldBehaviour Joined;      // since it was enabled; null while there is none
  internal ishi_entity Entity;             // nobody while it does not live
  Vector3 seen_position_, seen_forward_;   // read back from the Transform after Ishi has moved it
  Vector3 exact_position_, exact_facing_;  // the values that Ishi had set
  bool has_moved_;

  /// <summary>The kind of thing. Set it before it is enabled.</summary>
  public string Kind {
    get { return kind; }
    set { kind = value ?? ""; }
  }
  /// <summary>Seeds its random choices, and orders the things that enter the world in one frame; 0: in the order in which they were enabled. Set it before the component is enabled.</summary>
  public int Identity {
    get { return identity; }
    set { identity = value; }
  }
  /// <summary>The game's own number for it, which the lists of the C interface have as `user`. Set it before it is enabled.</summary>
  public ulong User { get; set; }
  /// <summary>The world that it is in, or would be in; null if there is none. Set it before it is enabled.</summary>
  public IshiWorldBehaviour World {
    get { return Joined != null ? Joined : world; }
    set { world = value; }
  }
  /// <summary>True while it is in the world.</summary>
  public bool IsAlive { get { return Joined != null && Entity.generation != 0; } }
  /// <summary>As records of tasks and events hold it; nobody while it does not live.</summary>
  public ishi_entity_id EntityId {
    get { return IsAlive ? new ishi_entity_id { index = Entity.index, generation = Entity.generation } : new ishi_entity_id(); }
  }
  /// <summary>Its row in the columns of positions and of the fields of things; -1 while it does not live.</summary>
  public int Row { get { return IsAlive ? (int)Entity.index : -1; } }

  protected virtual void OnEnable() { IshiWorldBehaviour.Enter(this); }
  protected virtual void OnDisable() { IshiWorldBehaviour.Leave(this); }
  protected virtual void Start() {
    if (Joined == null) IshiConsole.Error(this, "there is no enabled IshiWorldBehaviour in the scene, so it does nothing until there is one");
  }

  internal IshiWorldBehaviour WantedWorld { get { return world; } }

  /// <summary>Sets a field of the thing, such as how strong it is: a name below its kind in the YAML.</summary>
  public bool SetField(string field, float value) { return SetField(field, IshiKeyValue.Of(ValueKind.Number, value)); }
  public bool SetField(string field, Vector3 value) { return SetField(field, IshiKeyValue.Of(value)); }
  public bool SetField(string field, IshiThing value) { return SetField(field, IshiKeyValue.Of(value)); }
  bool SetField(string field, IshiKeyValue value) {
    if (!IsAlive) {
      IshiConsole.Error(this, "its field `" + field + "` cannot be set while it is not in the world");
      return false;
    }
    return Joined.Keys.SetField(this, field, value);
  }
  /// <summary>A field that is a number, an integer, a boolean or an enum; NaN if there is none of that name.</summary>
  public float GetField(string field) { return IsAlive ? Joined.Keys.GetField(this, field) : float.NaN; }

  /// <summary>The position and direction that the world gets. If the Transform is still where Ishi put it, these are the exact values, without the rounding of quaternions.</summary>
  internal void Place(out Vector3 position, out Vector3 facing) {
    Transform its = transform;
    position = its.position;
    facing = its.forward;
    if (!has_moved_) return;
    if (IsSame(position, seen_position_)) position = exact_position_;
    if (IsSame(facing, seen_forward_)) facing = exact_facing_;
  }

  /// <summary>Remembers the exact values after Ishi has moved the Transform.</summary>
  internal void Moved(Vector3 position, Vector3 facing) {
    Transform its = transform;
    seen_position_ = its.position;
    seen_forward_ = its.forward;
    exact_position_ = position;
    exact_facing_ = facing;
    has_moved_ = true;
  }

  internal virtual void Left() {
    Entity = new ishi_entity();
    has_moved_ = false;
  }

  static bool IsSame(Vector3 a, Vector3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
}

}
