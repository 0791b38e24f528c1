// The parts of the editor that the package uses, for mono.
using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityEditor {
[AttributeUsage(AttributeTargets.Method)] public sealed class InitializeOnLoadMethodAttribute : Attribute {}
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
