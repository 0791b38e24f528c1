using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEngine;

namespace Ishi.Editor {

/// <summary>Keeps the contract of the project's behaviours as C# (`ishi header`): the structs of tasks and events, and ids. A contract
/// stands for all .ishi.yaml files of its folder and below that have none nearer. Once there is one, it is written again when a behaviour
/// changes.</summary>
public sealed class IshiContract : AssetPostprocessor {
  const string Mark = "// The contract with the game, written by `ishi header`";
  const string NewFile = "GameContract.cs", NewSpace = "Game";

  /// <summary>Writes the contracts that there are; without any, Assets/GameContract.cs.</summary>
  [MenuItem("Ishi/Write Contract")]
  public static void Write() { Write(true); }

  static void OnPostprocessAllAssets(string[] imported, string[] deleted, string[] moved, string[] moved_from) {
    foreach (string[] paths in new[] { imported, deleted, moved })
      foreach (string path in paths)
        if (path.EndsWith(".ishi.yaml", StringComparison.Ordinal)) {
          // Importing goes on, and writing a script imports that.
          EditorApplication.delayCall += () => Write(false);
          return;
        }
  }

  static void Write(bool makes_one) {
    string assets = Application.dataPath;
    List<string> sources = new List<string>(Directory.GetFiles(assets, "*.ishi.yaml", SearchOption.AllDirectories));
    sources.Sort(StringComparer.Ordinal);
    Dictionary<string, string> contracts = new Dictionary<string, string>();  // by their folders
    foreach (string script in Directory.GetFiles(assets, "*.cs", SearchOption.AllDirectories))
      if (IsContract(script)) contracts[FolderOf(script)] = script;
    if (contracts.Count == 0 && !makes_one) return;
    if (sources.Count == 0) {
      if (makes_one) Debug.LogWarning("Ishi: there is no .ishi.yaml file below " + assets + ", so there is no contract to write", null);
      return;
    }
    Dictionary<string, List<string>> covered = new Dictionary<string, List<string>>();
    foreach (string source in sources) {
      string contract = NearestTo(source, contracts);
      if (contract == null && !makes_one) continue;
      if (contract == null) contract = Path.Combine(assets, NewFile);
      if (!covered.ContainsKey(contract)) covered[contract] = new List<string>();
      covered[contract].Add(source);
    }
    foreach (KeyValuePair<string, List<string>> one in covered) WriteOne(one.Key, one.Value);
  }

  static string FolderOf(string file) { return Path.GetFullPath(Path.GetDirectoryName(file)); }

  static string NearestTo(string source, Dictionary<string, string> contracts) {
    for (string folder = FolderOf(source); folder != null; folder = Path.GetDirectoryName(folder)) {
      string contract;
      if (contracts.TryGetValue(folder, out contract)) return contract;
    }
    return null;
  }

  static bool IsContract(string script) {
    using (StreamReader reader = new StreamReader(script)) return (reader.ReadLine() ?? "").StartsWith(Mark, StringComparison.Ordinal);
  }

  static void WriteOne(string contract, List<string> sources) {
    string written = Path.Combine(Path.GetTempPath(), "ishi-" + Guid.NewGuid().ToString("N") + ".cs");
    try {
      string fault = IshiBuild.WriteContract(IshiImporter.Tool, sources, SpaceOf(contract), written);
      if (fault != null) {
        Debug.LogError("Ishi: " + Path.GetFileName(contract) + " is not written, it stays as it is: " + fault, null);
        return;
      }
      // A script that is the same is left alone: Unity would compile it again.
      string text = File.ReadAllText(written);
      if (File.Exists(contract) && File.ReadAllText(contract) == text) return;
      File.WriteAllText(contract, text);
      AssetDatabase.Refresh();
    } catch (IOException fault) {
      Debug.LogError("Ishi: " + Path.GetFileName(contract) + " cannot be written: " + fault.Message, null);
    } finally {
      if (File.Exists(written)) File.Delete(written);
    }
  }

  // The one that it has: it may be changed by hand.
  static string SpaceOf(string contract) {
    if (!File.Exists(contract)) return NewSpace;
    foreach (string line in File.ReadAllLines(contract))
      if (line.StartsWith("namespace ", StringComparison.Ordinal)) return line.Substring("namespace ".Length).TrimEnd('{', ' ');
    return NewSpace;
  }
}

}
