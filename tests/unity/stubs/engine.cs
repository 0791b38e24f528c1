// Simulates the engine: it creates, enables, updates and destroys objects in Unity's order, recompiles scripts and unloads scenes.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Threading;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace Stub {

public struct Line {
  public LogType Type;
  public string Text;
  public Object About;
}

public static class Engine {
  internal static readonly List<GameObject> All = new List<GameObject>();
  public static readonly List<Line> Console = new List<Line>();
  static readonly List<Object> dying_ = new List<Object>();
  static readonly int main_thread_ = Thread.CurrentThread.ManagedThreadId;
  static int scenes_ = 1;
  internal static bool IsAdding;
  public static bool IsPlaying;
  public static int Frames;
  public static string ProjectFolder = ".";
  public static Scene ActiveScene = new Scene { Number = 1 };

  public static void OnMainThread(string member) {
    if (Thread.CurrentThread.ManagedThreadId != main_thread_)
      throw new UnityException(member + " can only be called from the main thread.");
  }

  public static void Say(LogType type, object message, Object about) {
    lock (Console) Console.Add(new Line { Type = type, Text = message.ToString(), About = about });
  }

  // --- play mode

  /// An empty scene begins to play.
  public static void Play() {
    Stop();
    lock (Console) Console.Clear();
    IsPlaying = true;
    UnityEngine.AI.NavMesh.Floors.Clear();
    foreach (Type type in Types()) Call<RuntimeInitializeOnLoadMethodAttribute>(type, one => one.Type == RuntimeInitializeLoadType.SubsystemRegistration);
  }

  public static void Stop() {
    foreach (GameObject one in All.Where(one => one.transform.parent == null).ToList())
      if (!one.IsDestroyed) DestroyNow(one);
    dying_.Clear();
    IsPlaying = false;
    ActiveScene = new Scene { Number = ++scenes_ };
  }

  /// Another scene begins, which the objects made from now on belong to; the one before stays until it is unloaded.
  public static Scene NewScene() { return ActiveScene = new Scene { Number = ++scenes_ }; }
  public static void Unload(Scene scene) {
    foreach (GameObject one in All.Where(one => one.ItsScene == scene && one.transform.parent == null).ToList())
      if (!one.IsDestroyed) DestroyNow(one);
  }

  /// One frame: the starts, FixedUpdate, Update, and what was to be destroyed.
  public static void Frame(int times = 1) {
    for (int time = 0; time < times; ++time) {
      ++Frames;
      List<MonoBehaviour> scripts = Scripts();
      foreach (MonoBehaviour one in scripts) {
        if (!one.IsOn || one.HasStarted) continue;
        one.HasStarted = true;
        Send(one, "Start");
      }
      foreach (MonoBehaviour one in scripts)
        if (one.IsOn && !one.IsDestroyed && one.FixedUpdates != null) Guarded(one, one.FixedUpdates);
      foreach (MonoBehaviour one in scripts)
        if (one.IsOn && !one.IsDestroyed && one.Updates != null) Guarded(one, one.Updates);
      foreach (Object one in dying_.ToList())
        if (!one.IsDestroyed) DestroyNow(one);
      dying_.Clear();
    }
  }

  static int OrderOf(MonoBehaviour one) {
    DefaultExecutionOrder order = (DefaultExecutionOrder)Attribute.GetCustomAttribute(one.GetType(), typeof(DefaultExecutionOrder));
    return order == null ? 0 : order.order;
  }
  static List<MonoBehaviour> Scripts() {
    return All.SelectMany(one => one.Components).OfType<MonoBehaviour>().OrderBy(OrderOf).ToList();
  }
  internal static IEnumerable<BoxCollider> Boxes() { return All.SelectMany(one => one.Components).OfType<BoxCollider>(); }

  // --- objects come and go

  internal static Component Add(GameObject to, Type type) {
    for (Type kind = type; kind != typeof(MonoBehaviour) && kind != typeof(Component); kind = kind.BaseType) {
      if (!kind.IsDefined(typeof(DisallowMultipleComponent), false)) continue;
      if (!to.Components.Any(one => kind.IsInstanceOfType(one))) continue;
      Say(LogType.Error, "Can't add '" + type.Name + "' to " + to.name + " because a '" + kind.Name + "' is already added to the game object!", to);
      return null;
    }
    foreach (RequireComponent required in type.GetCustomAttributes(typeof(RequireComponent), true))
      if (!to.Components.Any(one => required.Type.IsInstanceOfType(one))) Add(to, required.Type);
    Component made = Make(to, type);
    to.Components.Add(made);
    if (IsPlaying) Wake(made as MonoBehaviour);
    return made;
  }

  static Component Make(GameObject to, Type type) {
    IsAdding = true;
    Component made = (Component)Activator.CreateInstance(type, true);
    IsAdding = false;
    made.Owner = to;
    MonoBehaviour script = made as MonoBehaviour;
    if (script != null) {
      script.FixedUpdates = Bound(script, "FixedUpdate");
      script.Updates = Bound(script, "Update");
    }
    return made;
  }

  static Action Bound(MonoBehaviour script, string name) {
    MethodInfo method = Method(script.GetType(), name);
    if (method != null && method.GetParameters().Length > 0) throw new InvalidOperationException("Script error: " + name + "() can not take parameters.");
    return method == null ? null : (Action)Delegate.CreateDelegate(typeof(Action), script, method);
  }
  static MethodInfo Method(Type type, string name) {
    for (; type != typeof(MonoBehaviour); type = type.BaseType) {
      MethodInfo found = type.GetMethod(name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly);
      if (found != null) return found;
    }
    return null;
  }

  // An exception of a message is logged, and the engine continues.
  public static void Send(MonoBehaviour to, string message) {
    MethodInfo method = Method(to.GetType(), message);
    if (method == null) return;
    try {
      method.Invoke(to, null);
    } catch (TargetInvocationException thrown) {
      Say(LogType.Exception, thrown.InnerException, to);
    }
  }
  static void Guarded(MonoBehaviour about, Action action) {
    try {
      action();
    } catch (Exception thrown) {
      Say(LogType.Exception, thrown, about);
    }
  }

  static void Wake(MonoBehaviour one) {
    if (one == null || !IsActive(one.Owner)) return;
    if (!one.IsAwake) {
      one.IsAwake = true;
      Send(one, "Awake");
    }
    if (one.IsOn || !one.IsEnabledSelf || one.IsDestroyed) return;
    one.IsOn = true;
    Send(one, "OnEnable");
  }
  static void Sleep(MonoBehaviour one) {
    if (one == null || !one.IsOn) return;
    one.IsOn = false;
    Send(one, "OnDisable");
  }

  internal static bool IsActive(GameObject one) {
    if (one.IsDestroyed) return false;
    for (Transform above = one.transform; above != null; above = above.parent)
      if (!above.Owner.IsActiveSelf) return false;
    return true;
  }
  static IEnumerable<GameObject> Below(GameObject one) {
    yield return one;
    foreach (Transform child in one.transform.Children.ToList())
      foreach (GameObject below in Below(child.Owner)) yield return below;
  }
  static IEnumerable<MonoBehaviour> ScriptsBelow(GameObject one) { return Below(one).SelectMany(below => below.Components).OfType<MonoBehaviour>().ToList(); }

  internal static void SetActive(GameObject one, bool active) {
    one.IsActiveSelf = active;
    if (!IsPlaying) return;
    foreach (MonoBehaviour script in ScriptsBelow(one)) {
      if (IsActive(script.Owner)) {
        Wake(script);
      } else {
        Sleep(script);
      }
    }
  }
  internal static void SetEnabled(Behaviour one, bool enabled) {
    one.IsEnabledSelf = enabled;
    if (!IsPlaying) return;
    if (enabled) {
      Wake(one as MonoBehaviour);
    } else {
      Sleep(one as MonoBehaviour);
    }
  }

  internal static void DestroyLater(Object one) { dying_.Add(one); }
  internal static void DestroyNow(Object one) {
    Component component = one as Component;
    GameObject whole = one as GameObject;
    if (component != null) {
      Sleep(component as MonoBehaviour);
      End(component);
      component.Owner.Components.Remove(component);
    } else if (whole != null) {
      List<GameObject> all = Below(whole).ToList();
      foreach (GameObject below in all)
        foreach (MonoBehaviour script in below.Components.OfType<MonoBehaviour>().ToList()) Sleep(script);
      foreach (GameObject below in all) {
        foreach (Component its in below.Components.ToList()) End(its);
        All.Remove(below);
      }
      foreach (GameObject below in all) {
        foreach (Component its in below.Components) its.IsDestroyed = true;
        below.IsDestroyed = true;
      }
    } else {
      one.IsDestroyed = true;
    }
  }
  static void End(Component one) {
    MonoBehaviour script = one as MonoBehaviour;
    if (script != null && script.IsAwake) Send(script, "OnDestroy");
    if (!(one is Transform)) one.IsDestroyed = true;
  }

  internal static T Find<T>(GameObject on) {
    for (int i = 0; i < on.Components.Count; ++i)
      if (on.Components[i] is T) return (T)(object)on.Components[i];
    return default(T);
  }

  /// A level floor with a NavMesh.
  public static void AddFloor(float left, float near, float right, float far, int area = 0) {
    UnityEngine.AI.NavMesh.Floors.Add(new UnityEngine.AI.NavMesh.Floor { Left = left, Near = near, Right = right, Far = far, Area = area });
  }

  /// A job that reads the array is scheduled, and runs until somebody completes it.
  public static void Schedule<T>(Unity.Collections.NativeArray<T> array) where T : struct { array.Safety.Schedule(); }
  public static int CompletedJobs { get { return Unity.Collections.LowLevel.Unsafe.AtomicSafetyHandle.Completed; } }

  // --- what a scene stores

  static IEnumerable<FieldInfo> Stored(Type type) {
    for (; type != typeof(MonoBehaviour) && type != typeof(Component) && type != typeof(ScriptableObject) && type != typeof(object) && type != typeof(ValueType); type = type.BaseType)
      foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
        if (!field.IsInitOnly && !field.IsNotSerialized && (field.IsPublic || field.IsDefined(typeof(SerializeField), false)) && IsStorable(field.FieldType)) yield return field;
  }
  static bool IsStorable(Type type) {
    if (type.IsPrimitive || type.IsEnum || type == typeof(string) || typeof(Object).IsAssignableFrom(type)) return true;
    if (type.IsArray) return IsStorable(type.GetElementType());
    if (type.IsGenericType) return type.GetGenericTypeDefinition() == typeof(List<>) && IsStorable(type.GetGenericArguments()[0]);
    if (type == typeof(LayerMask) || type == typeof(Vector3) || type == typeof(Vector2Int) || type == typeof(Quaternion)) return true;
    return type.IsDefined(typeof(SerializableAttribute), false) && !typeof(Delegate).IsAssignableFrom(type);
  }
  // As YAML would bring it back: references to objects become what stands for them now; a text or list is never null.
  static object Again(object value, Type type, Dictionary<Object, Object> now) {
    if (value is Object) {
      Object its = (Object)value, one;
      if (its == null) return null;
      return now.TryGetValue(its, out one) ? one : its;
    }
    if (type == typeof(string)) return value ?? "";
    if (value is Array) {
      Array from = (Array)value, to = Array.CreateInstance(type.GetElementType(), from.Length);
      for (int i = 0; i < from.Length; ++i) to.SetValue(Again(from.GetValue(i), type.GetElementType(), now), i);
      return to;
    }
    if (value is IList) {
      IList to = (IList)Activator.CreateInstance(type);
      foreach (object one in (IList)value) to.Add(Again(one, type.GetGenericArguments()[0], now));
      return to;
    }
    if (value != null && !type.IsPrimitive && !type.IsEnum && type.IsDefined(typeof(SerializableAttribute), false)) {
      object to = Activator.CreateInstance(type);
      foreach (FieldInfo field in Stored(type)) field.SetValue(to, Again(field.GetValue(value), field.FieldType, now));
      return to;
    }
    return value;
  }
  static void Store(object from, object to, Dictionary<Object, Object> now) {
    foreach (FieldInfo field in Stored(from.GetType())) field.SetValue(to, Again(field.GetValue(from), field.FieldType, now));
  }

  internal static GameObject Copy(GameObject original) {
    Dictionary<Object, Object> now = new Dictionary<Object, Object>();
    GameObject made = CopyOf(original, now);
    foreach (KeyValuePair<Object, Object> pair in now.ToList())
      if (pair.Key is MonoBehaviour || pair.Key is BoxCollider) Store(pair.Key, pair.Value, now);
    if (IsPlaying)
      foreach (MonoBehaviour script in ScriptsBelow(made)) Wake(script);
    return made;
  }
  static GameObject CopyOf(GameObject original, Dictionary<Object, Object> now) {
    GameObject made = new GameObject(original.name + "(Clone)");
    made.IsActiveSelf = original.IsActiveSelf;
    made.transform.localPosition = original.transform.localPosition;
    made.transform.rotation = original.transform.rotation;
    now[original] = made;
    now[original.transform] = made.transform;
    foreach (Component one in original.Components) {
      if (one is Transform) continue;
      Component copy = Make(made, one.GetType());
      if (one is Behaviour) ((Behaviour)copy).IsEnabledSelf = ((Behaviour)one).IsEnabledSelf;
      made.Components.Add(copy);
      now[one] = copy;
    }
    foreach (Transform child in original.transform.Children) CopyOf(child.Owner, now).transform.parent = made.transform;
    return made;
  }

  // --- scripts are compiled anew

  static IEnumerable<Type> Types() {
    return AppDomain.CurrentDomain.GetAssemblies().Where(one => one.GetName().Name.StartsWith("Ishi.", StringComparison.Ordinal)).SelectMany(one => one.GetTypes());
  }
  static void Call<T>(Type type, Func<T, bool> which) where T : Attribute {
    if (type.ContainsGenericParameters) return;
    foreach (MethodInfo method in type.GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
      foreach (T one in method.GetCustomAttributes(typeof(T), false))
        if (which(one)) method.Invoke(null, null);
  }

  /// The scripts of the package are compiled while the game plays: what no scene stores is lost, statics too.
  public static void Recompile() {
    List<MonoBehaviour> scripts = Scripts().Where(one => one.GetType().Assembly.GetName().Name.StartsWith("Ishi.", StringComparison.Ordinal)).ToList();
    List<MonoBehaviour> were_on = scripts.Where(one => one.IsOn).ToList();
    foreach (MonoBehaviour one in were_on) Sleep(one);
    Dictionary<Object, Object> now = new Dictionary<Object, Object>();
    foreach (MonoBehaviour one in scripts) {
      MonoBehaviour made = (MonoBehaviour)Make(one.Owner, one.GetType());
      made.IsEnabledSelf = one.IsEnabledSelf;
      made.IsAwake = one.IsAwake;
      made.HasStarted = one.HasStarted;
      one.Owner.Components[one.Owner.Components.IndexOf(one)] = made;
      now[one] = made;
    }
    foreach (MonoBehaviour one in scripts) Store(one, now[one], now);
    foreach (MonoBehaviour one in scripts) one.IsDestroyed = true;
    foreach (Type type in Types()) {
      if (type.ContainsGenericParameters) continue;
      foreach (FieldInfo field in type.GetFields(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)) {
        MethodInfo clear = field.FieldType.IsGenericType ? field.FieldType.GetMethod("Clear", Type.EmptyTypes) : null;
        if (clear != null) clear.Invoke(field.GetValue(null), null);
      }
    }
    foreach (Type type in Types()) Call<UnityEditor.InitializeOnLoadMethodAttribute>(type, one => true);
    foreach (MonoBehaviour one in were_on) {
      MonoBehaviour made = (MonoBehaviour)now[one];
      made.IsOn = true;
      Send(made, "OnEnable");
    }
  }

  /// The import of some files is over.
  public static void EndImport() { UnityEditor.EditorApplication.CallDelayed(); }

  /// Somebody edits a component in the inspector, outside of play mode.
  public static void Edit(MonoBehaviour one, string field, object value) {
    Stored(one.GetType()).First(its => its.Name == field).SetValue(one, value);
    Send(one, "OnValidate");
  }
}

}
