using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using GuardGame;
using NUnit.Framework;
using Stub;
using UnityEngine;

namespace Ishi.Tests {

/// <summary>A scene in play mode: what a test does not expect in the console fails it. With ISHI_BLOBS in the environment, the folder of
/// the blobs, and ISHI_TOOL.</summary>
public abstract class Scene {
  protected static string Tool { get { return Environment.GetEnvironmentVariable("ISHI_TOOL"); } }
  protected static byte[] Blob(string name) { return File.ReadAllBytes(Path.Combine(Environment.GetEnvironmentVariable("ISHI_BLOBS"), name + ".ishi")); }

  [SetUp]
  public void BeginToPlay() {
    Engine.Play();
    Time.fixedDeltaTime = 1.0f / 60;
  }

  [TearDown]
  public void StopPlaying() {
    Engine.Stop();
    List<Line> left = Unsaid();
    Assert.IsEmpty(left.Select(line => line.Type + ": " + line.Text).ToList(), "the console has more than was expected");
    Assert.AreEqual(0, Unity.Collections.LowLevel.Unsafe.AtomicSafetyHandle.Living, "safety handles that nobody has released");
    Assert.IsFalse(Leaks(LoadOne, asset => Native.ishi_asset_destroy(asset)), "an asset was not destroyed");
    Assert.IsFalse(Leaks(MakeOne, world => Native.ishi_world_destroy(new ishi_world { index = world.index, generation = world.generation })), "a world was not destroyed");
  }

  static ishi_asset LoadOne() { return Runtime.Load(Blob("guard")); }
  static unsafe ishi_asset MakeOne() {
    ishi_world_options options;
    options.size = (uint)sizeof(ishi_world_options);
    Runtime.Require(Native.ishi_world_options_defaults(&options));
    options.entities = 1;
    ishi_world world;
    Runtime.Require(Native.ishi_world_create(&options, &world));
    return new ishi_asset { index = world.index, generation = world.generation };
  }

  // New objects take the places of those that were destroyed. If all were, they come to fill every place up to the last.
  static bool Leaks(Func<ishi_asset> make, Action<ishi_asset> destroy) {
    List<ishi_asset> made = new List<ishi_asset>();
    uint last = 0;
    do {
      made.Add(make());
      last = Math.Max(last, made.Last().index);
    } while (made.Count < last + 1 && made.Count < 300);
    made.ForEach(destroy);
    return made.Count < last + 1;
  }

  static List<Line> Unsaid() {
    lock (Engine.Console) return Engine.Console.Where(line => line.Type != LogType.Log).ToList();
  }

  /// <summary>The console has one line with these words, which is taken off it.</summary>
  protected static void Says(params string[] words) {
    foreach (string word in words) {
      List<Line> found = Unsaid().Where(line => line.Text.Contains(word)).ToList();
      Assert.AreEqual(1, found.Count, "`" + word + "` in the console:\n" + string.Join("\n", Unsaid().Select(line => line.Text)));
      lock (Engine.Console) Engine.Console.Remove(found[0]);
    }
  }

  protected static IshiAsset Asset(string name) { return Asset(name, Blob(name)); }
  protected static IshiAsset Asset(string name, byte[] blob) {
    IshiAsset asset = ScriptableObject.CreateInstance<IshiAsset>();
    asset.name = name + ".ishi";
    asset.Blob = blob;
    return asset;
  }

  protected static IshiWorldBehaviour World(Action<IshiWorldBehaviour> set = null, string name = "World") {
    GameObject made = new GameObject(name);
    made.SetActive(false);
    IshiWorldBehaviour world = made.AddComponent<IshiWorldBehaviour>();
    if (set != null) set(world);
    if (made.GetComponent<IIshiSight>() == null) made.AddComponent<OpenField>();
    made.SetActive(true);
    return world;
  }

  protected static Guard Guard(IshiAsset asset, Action<IshiAgent> set = null, string name = "Guard") {
    GameObject made = new GameObject(name);
    made.SetActive(false);
    Guard guard = made.AddComponent<Guard>();
    guard.Agent = made.AddComponent<IshiAgent>();
    guard.Agent.Behaviour = asset;
    guard.Agent.Agent = "guard";
    guard.Agent.Kind = "person";
    if (set != null) set(guard.Agent);
    made.SetActive(true);
    return guard;
  }

  protected static IshiThing Thing(string kind, Vector3 at = default(Vector3), string name = "Thing") {
    GameObject made = new GameObject(name);
    made.SetActive(false);
    made.transform.position = at;
    IshiThing thing = made.AddComponent<IshiThing>();
    thing.Kind = kind;
    made.SetActive(true);
    return thing;
  }
}

/// <summary>Nothing stands in the way.</summary>
public sealed class OpenField : MonoBehaviour, IIshiSight {
  public bool IsClear(IshiThing observer, IshiThing target, Vector3 from, Vector3 to) { return true; }
}

/// <summary>A character of guard.ishi.yaml, which notes what it is told.</summary>
public sealed class Guard : MonoBehaviour, ITask<Shoot>, ITaskUpdate<Shoot>, ITaskAbort<Shoot>, ITask<Count>, ITask<Hide>, ITaskAbort<Hide>, ITask<Greet> {
  public IshiAgent Agent;
  [NonSerialized] public readonly List<string> Told = new List<string>();
  [NonSerialized] public IshiTask Task;
  [NonSerialized] public Action<IshiTask> OnBegin = task => {};
  public Shoot Shooting;
  public Greet Greeting;

  void Begin(string name, IshiTask task) {
    Told.Add(name);
    Task = task;
    OnBegin(task);
  }
  public void BeginTask(IshiTask task, in Shoot shoot) {
    Shooting = shoot;
    Begin("shoot", task);
  }
  public void UpdateTask(IshiTask task, in Shoot shoot) {
    Shooting = shoot;
    Told.Add("shoot changes");
  }
  public void AbortTask(IshiTask task, in Shoot shoot) { Told.Add("shoot ends"); }
  public void BeginTask(IshiTask task, in Count count) { Begin("count", task); }
  public void BeginTask(IshiTask task, in Hide hide) { Begin("hide", task); }
  public void AbortTask(IshiTask task, in Hide hide) { Told.Add(task.MustReport ? "hide is to end" : "hide ends"); }
  public void BeginTask(IshiTask task, in Greet greet) {
    Greeting = greet;
    Begin("greet", task);
  }
}

}
