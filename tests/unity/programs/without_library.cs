// A scene where the native library is missing, or is of another version. Prints what the console has, and then "played on".
using System;
using System.IO;
using Ishi;
using Stub;
using UnityEngine;

static class WithoutLibrary {
  static int Main(string[] arguments) {
    IshiAsset asset = ScriptableObject.CreateInstance<IshiAsset>();
    asset.name = "guard.ishi";
    asset.Blob = File.ReadAllBytes(arguments[0]);
    // The inspector first.
    IshiAgent edited = new GameObject("Edited").AddComponent<IshiAgent>();
    Engine.Edit(edited, "behaviour", asset);
    string fault;
    if (asset.Describe(out fault) != null || fault == null) return 1;
    Engine.Play();
    GameObject world = new GameObject("World"), guard = new GameObject("Guard");
    guard.SetActive(false);
    IshiAgent agent = guard.AddComponent<IshiAgent>();
    agent.Behaviour = asset;
    agent.Agent = "guard";
    agent.SetKey("hp", 3);
    guard.SetActive(true);
    IshiWorldBehaviour its = world.AddComponent<IshiWorldBehaviour>();
    its.Live = true;
    Engine.Frame(10);
    agent.SetKey("hp", 4);
    agent.Profile = "brave";
    its.PostEvent("damaged");
    its.SetSharedKey("hour", 3);
    if (its.Columns.Positions.IsCreated || agent.GetNumber("hp") != 4) return 1;
    Engine.Frame(10);
    UnityEngine.Object.DestroyImmediate(world);
    Engine.Frame(10);
    Engine.Stop();
    foreach (Line line in Engine.Console) Console.WriteLine(line.Type + ": " + line.Text);
    Console.WriteLine("played on");
    return 0;
  }
}
