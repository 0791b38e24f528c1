// As much of Unity's interface as the package uses, by its documentation: there is no Unity here, so code of the editor is compiled
// against these and not run.
using System;

namespace UnityEngine {
public class Object {}
public class ScriptableObject : Object {
  public static T CreateInstance<T>() where T : ScriptableObject { throw new NotSupportedException(); }
}
public class MonoBehaviour : Object {}
public class TextAsset : Object {
  public TextAsset(string text) {}
}
[AttributeUsage(AttributeTargets.Field)]
public sealed class SerializeField : Attribute {}
public static class Time {
  public static float deltaTime { get { throw new NotSupportedException(); } }
}
public static class Debug {
  public static void Log(object message) {}
}
}

namespace UnityEditor {
public static class EditorPrefs {
  public static string GetString(string key, string fallback) { throw new NotSupportedException(); }
  public static void SetString(string key, string value) {}
}
}

namespace UnityEditor.AssetImporters {
[AttributeUsage(AttributeTargets.Class)]
public sealed class ScriptedImporterAttribute : Attribute {
  public ScriptedImporterAttribute(int version, string extension) {}
}
public abstract class ScriptedImporter : UnityEngine.Object {
  public abstract void OnImportAsset(AssetImportContext context);
}
public class AssetImportContext {
  public string assetPath { get { throw new NotSupportedException(); } }
  public void AddObjectToAsset(string identifier, UnityEngine.Object made) {}
  public void SetMainObject(UnityEngine.Object made) {}
  public void DependsOnSourceAsset(string path) {}
  public void LogImportError(string message, UnityEngine.Object subject = null) {}
  public void LogImportWarning(string message, UnityEngine.Object subject = null) {}
}
}
