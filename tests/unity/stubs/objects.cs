// The part of Unity's interface that the package uses, written from its documentation, for mono. It refuses what Unity refuses: calls on
// another thread, members of destroyed objects. `Stub.Engine` plays the editor.
using System;
using System.Collections.Generic;
using System.Reflection;
using Stub;

namespace UnityEngine {

public class MissingReferenceException : Exception {
  public MissingReferenceException(string words) : base(words) {}
}
public class UnityException : Exception {
  public UnityException(string words) : base(words) {}
}

public class Object {
  static int next_id_;
  string name_ = "";
  readonly int id_ = ++next_id_;
  internal bool IsDestroyed;

  public string name {
    get { Alive("name"); return NameOfObject; }
    set { Alive("name"); NameOfObject = value; }
  }
  protected virtual string NameOfObject { get { return name_; } set { name_ = value; } }
  public int GetInstanceID() { return id_; }

  protected internal void Alive(string member) {
    Engine.OnMainThread(member);
    if (IsDestroyed) throw new MissingReferenceException("The object of type '" + GetType().Name + "' has been destroyed but you are still trying to access it.");
  }

  static bool IsNone(Object one) { return ReferenceEquals(one, null) || one.IsDestroyed; }
  public static bool operator ==(Object a, Object b) { return ReferenceEquals(a, b) || (IsNone(a) && IsNone(b)); }
  public static bool operator !=(Object a, Object b) { return !(a == b); }
  public override bool Equals(object other) { return this == other as Object; }
  public override int GetHashCode() { return id_; }

  public static void Destroy(Object one) { Engine.OnMainThread("Destroy"); if (one != null) Engine.DestroyLater(one); }
  public static void DestroyImmediate(Object one) { Engine.OnMainThread("DestroyImmediate"); if (one != null) Engine.DestroyNow(one); }
  public static GameObject Instantiate(GameObject original) { Engine.OnMainThread("Instantiate"); return Engine.Copy(original); }
  public static T Instantiate<T>(T original) where T : Component {
    Engine.OnMainThread("Instantiate");
    return Engine.Copy(original.gameObject).GetComponent<T>();
  }
}

public class ScriptableObject : Object {
  public static T CreateInstance<T>() where T : ScriptableObject { Engine.OnMainThread("CreateInstance"); return (T)Activator.CreateInstance(typeof(T)); }
}
public class TextAsset : Object {
  public readonly string text;
  public TextAsset(string text) { this.text = text; }
}

public enum PrimitiveType { Sphere, Capsule, Cylinder, Cube, Plane, Quad }

public sealed class GameObject : Object {
  public static GameObject CreatePrimitive(PrimitiveType type) {
    GameObject made = new GameObject(type.ToString());
    made.AddComponent<BoxCollider>();
    return made;
  }

  internal readonly List<Component> Components = new List<Component>();
  internal bool IsActiveSelf = true;
  internal SceneManagement.Scene ItsScene = Engine.ActiveScene;
  readonly Transform transform_;
  int layer_;

  public GameObject() : this("New Game Object") {}
  public GameObject(string name) {
    Engine.OnMainThread("GameObject");
    this.name = name;
    transform_ = new Transform();
    transform_.Owner = this;
    Components.Add(transform_);
    Engine.All.Add(this);
  }

  public Transform transform { get { Alive("transform"); return transform_; } }
  public SceneManagement.Scene scene { get { Alive("scene"); return ItsScene; } }
  public bool activeSelf { get { Alive("activeSelf"); return IsActiveSelf; } }
  public bool activeInHierarchy { get { Alive("activeInHierarchy"); return Engine.IsActive(this); } }
  public int layer { get { Alive("layer"); return layer_; } set { Alive("layer"); layer_ = value; } }
  public void SetActive(bool active) { Alive("SetActive"); Engine.SetActive(this, active); }
  public T AddComponent<T>() where T : Component { Alive("AddComponent"); return (T)Engine.Add(this, typeof(T)); }
  public T GetComponent<T>() { Alive("GetComponent"); return Engine.Find<T>(this); }
}

public class Component : Object {
  internal GameObject Owner;
  protected override string NameOfObject { get { return Owner.name; } set { Owner.name = value; } }
  public GameObject gameObject { get { Alive("gameObject"); return Owner; } }
  public Transform transform { get { Alive("transform"); return Owner.transform; } }
  public T GetComponent<T>() { Alive("GetComponent"); return Engine.Find<T>(Owner); }
  public void GetComponents<T>(List<T> results) {
    Alive("GetComponents");
    results.Clear();
    for (int i = 0; i < Owner.Components.Count; ++i)
      if (Owner.Components[i] is T) results.Add((T)(object)Owner.Components[i]);
  }
}

public class Behaviour : Component {
  internal bool IsEnabledSelf = true;
  public bool enabled {
    get { Alive("enabled"); return IsEnabledSelf; }
    set { Alive("enabled"); Engine.SetEnabled(this, value); }
  }
  public bool isActiveAndEnabled { get { Alive("isActiveAndEnabled"); return IsEnabledSelf && Engine.IsActive(Owner); } }
}

public class MonoBehaviour : Behaviour {
  internal bool IsAwake, IsOn, HasStarted;
  internal Action FixedUpdates, Updates;
  public MonoBehaviour() {
    if (!Engine.IsAdding) throw new InvalidOperationException("You are trying to create a MonoBehaviour using the 'new' keyword. This is not allowed.");
  }
}

public sealed class Transform : Component {
  Vector3 local_position_;
  Quaternion local_rotation_ = Quaternion.identity;
  Transform parent_;
  Vector3 scale_ = new Vector3(1, 1, 1);  // is stored, and scales nothing here
  internal readonly List<Transform> Children = new List<Transform>();

  public Transform parent {
    get { Alive("parent"); return parent_; }
    set {
      Alive("parent");
      Vector3 at = position;
      Quaternion turned = rotation;
      if (parent_ != null) parent_.Children.Remove(this);
      parent_ = value;
      if (parent_ != null) {
        parent_.Children.Add(this);
        Owner.ItsScene = parent_.Owner.ItsScene;
      }
      position = at;
      rotation = turned;
    }
  }
  public Vector3 localScale { get { Alive("localScale"); return scale_; } set { Alive("localScale"); scale_ = value; } }
  public int childCount { get { Alive("childCount"); return Children.Count; } }
  public Transform GetChild(int i) { Alive("GetChild"); return Children[i]; }
  public bool IsChildOf(Transform other) {
    Alive("IsChildOf");
    for (Transform one = this; one != null; one = one.parent_)
      if (ReferenceEquals(one, other)) return true;
    return false;
  }
  public Vector3 localPosition { get { Alive("localPosition"); return local_position_; } set { Alive("localPosition"); local_position_ = value; } }
  public Vector3 position {
    get { Alive("position"); return parent_ == null ? local_position_ : parent_.rotation * local_position_ + parent_.position; }
    set { Alive("position"); local_position_ = parent_ == null ? value : Quaternion.Inverse(parent_.rotation) * (value - parent_.position); }
  }
  public Quaternion rotation {
    get { Alive("rotation"); return parent_ == null ? local_rotation_ : parent_.rotation * local_rotation_; }
    set { Alive("rotation"); local_rotation_ = parent_ == null ? value : Quaternion.Inverse(parent_.rotation) * value; }
  }
  public Vector3 forward {
    get { return rotation * Vector3.forward; }
    set { rotation = Quaternion.LookRotation(value); }
  }
}

public static class Debug {
  public static void Log(object message) { Engine.Say(LogType.Log, message, null); }
  public static void Log(object message, Object context) { Engine.Say(LogType.Log, message, context); }
  public static void LogWarning(object message, Object context) { Engine.Say(LogType.Warning, message, context); }
  public static void LogError(object message, Object context) { Engine.Say(LogType.Error, message, context); }
}
public enum LogType { Error, Assert, Warning, Log, Exception }

public static class Time {
  static float fixed_ = 0.02f;
  public static float fixedDeltaTime { get { Engine.OnMainThread("fixedDeltaTime"); return fixed_; } set { Engine.OnMainThread("fixedDeltaTime"); fixed_ = value; } }
  public static float time { get { Engine.OnMainThread("time"); return Engine.Frames * fixed_; } }
  public static float deltaTime { get { Engine.OnMainThread("deltaTime"); return fixed_; } }
}

public static class Application {
  public static string ProductName = "Stub Game";
  public static bool isPlaying { get { Engine.OnMainThread("isPlaying"); return Engine.IsPlaying; } }
  public static string productName { get { Engine.OnMainThread("productName"); return ProductName; } }
  public static string dataPath { get { Engine.OnMainThread("dataPath"); return Engine.ProjectFolder + "/Assets"; } }
}

[AttributeUsage(AttributeTargets.Field)] public sealed class SerializeField : Attribute {}
[AttributeUsage(AttributeTargets.Field)] public sealed class TooltipAttribute : Attribute { public TooltipAttribute(string words) {} }
[AttributeUsage(AttributeTargets.Class)] public sealed class AddComponentMenu : Attribute { public AddComponentMenu(string path) {} }
[AttributeUsage(AttributeTargets.Class)] public sealed class DisallowMultipleComponent : Attribute {}
[AttributeUsage(AttributeTargets.Class)] public sealed class DefaultExecutionOrder : Attribute {
  public readonly int order;
  public DefaultExecutionOrder(int order) { this.order = order; }
}
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)] public sealed class RequireComponent : Attribute {
  public readonly Type Type;
  public RequireComponent(Type type) { Type = type; }
}
public enum RuntimeInitializeLoadType { AfterSceneLoad, BeforeSceneLoad, AfterAssembliesLoaded, BeforeSplashScreen, SubsystemRegistration }
[AttributeUsage(AttributeTargets.Method)] public sealed class RuntimeInitializeOnLoadMethodAttribute : Attribute {
  public readonly RuntimeInitializeLoadType Type;
  public RuntimeInitializeOnLoadMethodAttribute(RuntimeInitializeLoadType type) { Type = type; }
}

}

namespace UnityEngine.SceneManagement {
public struct Scene : IEquatable<Scene> {
  internal int Number;
  public static bool operator ==(Scene a, Scene b) { return a.Number == b.Number; }
  public static bool operator !=(Scene a, Scene b) { return a.Number != b.Number; }
  public bool Equals(Scene other) { return Number == other.Number; }
  public override bool Equals(object other) { return other is Scene && Equals((Scene)other); }
  public override int GetHashCode() { return Number; }
}
}
