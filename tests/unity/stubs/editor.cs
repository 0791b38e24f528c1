// The parts of the editor that the package uses, for mono. `Stub.Inspector` answers for whoever sits before it.
using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;
using Stub;
using Object = UnityEngine.Object;

namespace Stub {
/// Draws an inspector or a window, and clicks in it.
public static class Inspector {
  /// The controls that were drawn, a line each: "Slider hp 100 0..100".
  public static readonly List<string> Drawn = new List<string>();
  /// The values that are typed, by label; each is returned once.
  public static readonly Dictionary<string, object> Typed = new Dictionary<string, object>();
  public static readonly List<Object> Recorded = new List<Object>(), Dirty = new List<Object>();
  internal static int Open;

  internal static T Answer<T>(string label, T value) {
    if (!GUI.enabled || !Typed.ContainsKey(label)) return value;
    T typed = (T)Typed[label];
    Typed.Remove(label);
    return typed;
  }
  internal static void Draw(string kind, string label, object value, string rest = "") {
    Drawn.Add((kind + " " + label + " " + value + " " + rest).TrimEnd() + (GUI.enabled ? "" : " (off)"));
  }

  /// Draws the inspector of an object; with what is typed into a label, as it is after that.
  public static void Show(Object one, params object[] typed) {
    Type editor = AppDomain.CurrentDomain.GetAssemblies().Where(its => its.GetName().Name.StartsWith("Ishi.", StringComparison.Ordinal)).SelectMany(its => its.GetTypes())
      .First(type => type.GetCustomAttributes(typeof(UnityEditor.CustomEditor), false).Cast<UnityEditor.CustomEditor>().Any(its => its.Inspected == one.GetType()));
    UnityEditor.Editor made = (UnityEditor.Editor)Activator.CreateInstance(editor);
    made.target = one;
    made.serializedObject = new UnityEditor.SerializedObject();
    Draw(made.OnInspectorGUI, typed);
  }
  public static void Draw(Action draw, params object[] typed) {
    Typed.Clear();
    Recorded.Clear();
    Dirty.Clear();
    for (int i = 0; i < typed.Length; i += 2) Typed[(string)typed[i]] = typed[i + 1];
    // The second pass draws the values that were typed in the first.
    for (int pass = 0; pass < 2; ++pass) {
      Drawn.Clear();
      GUI.enabled = true;
      Open = 0;
      draw();
      if (Open != 0) throw new InvalidOperationException("a group is not closed");
    }
    if (Typed.Count > 0) throw new InvalidOperationException("nothing is drawn for `" + Typed.Keys.First() + "`");
    if (Dirty.Any(one => !Recorded.Contains(one))) throw new InvalidOperationException("a change cannot be undone");
  }
}
}

namespace UnityEngine {
public static class GUI { public static bool enabled = true; }
public sealed class GUILayoutOption {}
public static class GUILayout {
  public static GUILayoutOption Width(float width) { return null; }
  public static bool Button(string text, params GUILayoutOption[] options) {
    Inspector.Draw("Button", text, "");
    return Inspector.Answer(text, false);
  }
}
public sealed class GUIStyle {}
}

namespace UnityEditor {
[AttributeUsage(AttributeTargets.Method)] public sealed class InitializeOnLoadMethodAttribute : Attribute {}
[AttributeUsage(AttributeTargets.Method)] public sealed class MenuItem : Attribute { public MenuItem(string path) {} }
[AttributeUsage(AttributeTargets.Class)] public sealed class CustomEditor : Attribute {
  internal readonly Type Inspected;
  public CustomEditor(Type inspected) { Inspected = inspected; }
}
public class SerializedObject {
  public void Update() {}
  public bool ApplyModifiedProperties() { return false; }
}
public class Editor : ScriptableObject {
  public Object target { get; internal set; }
  public SerializedObject serializedObject { get; internal set; }
  public virtual void OnInspectorGUI() {}
  public virtual bool RequiresConstantRepaint() { return false; }
  protected static void DrawPropertiesExcluding(SerializedObject one, params string[] names) { Inspector.Draw("Properties", "without", string.Join(", ", names)); }
}
public class EditorWindow : ScriptableObject {
  public static T GetWindow<T>(string title) where T : EditorWindow { return ScriptableObject.CreateInstance<T>(); }
  public void Repaint() {}
}
public enum MessageType { None, Info, Warning, Error }
public static class EditorStyles { public static readonly GUIStyle boldLabel = new GUIStyle(); }
public static class EditorGUIUtility { public static string systemCopyBuffer; }
public static class EditorGUILayout {
  public static void BeginHorizontal() { ++Inspector.Open; }
  public static void EndHorizontal() { --Inspector.Open; }
  public static void HelpBox(string words, MessageType type) { Inspector.Draw(type.ToString() + ":", words, ""); }
  public static void LabelField(string label, GUIStyle style) { Inspector.Draw("Label", label, ""); }
  public static void LabelField(string label, string words) { Inspector.Draw("Label", label, words); }
  public static int Popup(string label, int index, string[] names) {
    Inspector.Draw("Popup", label, index < 0 ? "" : names[index], "of " + string.Join(", ", names));
    string chosen = Inspector.Answer<string>(label, null);
    return chosen == null ? index : Array.IndexOf(names, chosen);
  }
  // Without a label: the box before the row that follows.
  public static bool Toggle(bool value, params GUILayoutOption[] options) {
    Inspector.Draw("Box", "", value);
    return Inspector.Answer("box " + Inspector.Drawn.Count(line => line.StartsWith("Box", StringComparison.Ordinal)), value);
  }
  public static bool Toggle(string label, bool value) { Inspector.Draw("Toggle", label, value); return Inspector.Answer(label, value); }
  public static float Slider(string label, float value, float low, float high) {
    Inspector.Draw("Slider", label, value, low + ".." + high);
    return Inspector.Answer(label, value);
  }
  public static int IntSlider(string label, int value, int low, int high) { Inspector.Draw("IntSlider", label, value, low + ".." + high); return Inspector.Answer(label, value); }
  public static float FloatField(string label, float value) { Inspector.Draw("Float", label, value); return Inspector.Answer(label, value); }
  public static int IntField(string label, int value) { Inspector.Draw("Int", label, value); return Inspector.Answer(label, value); }
  public static Vector3 Vector3Field(string label, Vector3 value) { Inspector.Draw("Vector3", label, value); return Inspector.Answer(label, value); }
  public static Object ObjectField(string label, Object value, Type type, bool in_scene) {
    if (!ReferenceEquals(value, null) && !type.IsInstanceOfType(value)) throw new InvalidCastException();
    Inspector.Draw("Object", label, value == null ? "none" : value.name);
    return Inspector.Answer(label, value);
  }
}
public static class Undo {
  public static void RecordObject(Object one, string name) { Inspector.Recorded.Add(one); }
}
public static class EditorUtility {
  public static string Chosen = "";
  public static void SetDirty(Object one) { Inspector.Dirty.Add(one); }
  public static string OpenFilePanel(string title, string folder, string extension) { return Chosen; }
}
public static class PrefabUtility {
  public static void RecordPrefabInstancePropertyModifications(Object one) { if (!Inspector.Dirty.Contains(one)) throw new InvalidOperationException("not changed"); }
}
public static class EditorApplication {
  public delegate void CallbackFunction();
  public static CallbackFunction delayCall;
  /// Runs the calls that were delayed until the end of the import.
  internal static void CallDelayed() {
    CallbackFunction calls = delayCall;
    delayCall = null;
    if (calls != null) calls();
  }
}
public static class AssetDatabase {
  public static int Refreshed;
  public static void Refresh() { ++Refreshed; }
}
public class AssetPostprocessor {}
public static class EditorPrefs {
  public static readonly Dictionary<string, string> Texts = new Dictionary<string, string>();
  public static string GetString(string key, string fallback) {
    string value;
    return Texts.TryGetValue(key, out value) ? value : fallback;
  }
  public static void SetString(string key, string value) { Texts[key] = value; }
}
}

namespace UnityEditor.AssetImporters {
[AttributeUsage(AttributeTargets.Class)] public sealed class ScriptedImporterAttribute : Attribute {
  public ScriptedImporterAttribute(int version, string extension) {}
}
public abstract class ScriptedImporter : UnityEngine.Object {
  public abstract void OnImportAsset(AssetImportContext context);
}
public class AssetImportContext {
  public readonly List<UnityEngine.Object> Made = new List<UnityEngine.Object>();
  public readonly List<string> Sources = new List<string>(), Errors = new List<string>(), Warnings = new List<string>();
  public UnityEngine.Object Main;
  public AssetImportContext(string path) { assetPath = path; }
  public string assetPath { get; private set; }
  public void AddObjectToAsset(string identifier, UnityEngine.Object made) { Made.Add(made); }
  public void SetMainObject(UnityEngine.Object made) {
    if (!Made.Contains(made)) throw new InvalidOperationException("the main object was not added");
    Main = made;
  }
  public void DependsOnSourceAsset(string path) { Sources.Add(path); }
  public void LogImportError(string message, UnityEngine.Object subject = null) { Errors.Add(message); }
  public void LogImportWarning(string message, UnityEngine.Object subject = null) { Warnings.Add(message); }
}
}
