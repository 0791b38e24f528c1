using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using GuardGame;
using NUnit.Framework;
using Stub;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Ishi.Tests {

/// <summary>Whatever a game gets wrong is one sentence in the console: not an exception, not one in each frame, and never a crash. Each test
/// plays on for a while after it.</summary>
[TestFixture]
public sealed class MisuseTests : Scene {
  IshiAsset asset_;
  IshiWorldBehaviour world_;
  Guard guard_;

  [SetUp]
  public void MakeAsset() { asset_ = Asset("guard"); }

  // A world with a guard that lives.
  void Begin(Action<IshiWorldBehaviour> set = null, Action<IshiAgent> prepare = null) {
    world_ = World(set);
    guard_ = Guard(asset_, prepare);
    Engine.Frame(2);
  }

  void Shoot() {
    guard_.Agent.SetKey("armed", true);
    guard_.Agent.SetKey("threat", guard_.Agent);
    Engine.Frame(2);
    Assert.AreEqual("shoot", guard_.Told.Last());
  }

  static void GoOn() { Engine.Frame(5); }

  static void OnAnotherThread(Action action) {
    Thread thread = new Thread(() => action());
    thread.Start();
    thread.Join();
  }

  // --- files

  [Test]
  public void ABlobThatIsCutOff() {
    byte[] whole = Blob("guard");
    for (int length = 1; length < whole.Length; length += 131) {
      IshiAsset cut = Asset("guard", whole.Take(length).ToArray());
      World();
      Guard guard = Guard(cut);
      GoOn();
      Says("guard.ishi: its blob of " + length + " bytes is refused: ");
      Assert.IsFalse(guard.Agent.IsAlive);
      Engine.Stop();
      Engine.Play();
    }
  }

  [Test]
  public void ABlobOfAnotherFormat() {
    byte[] blob = Blob("guard");
    int refusals = 0;
    // Whichever byte is wrong: what loads all the same plays.
    for (int place = 0; place < 200; ++place) {
      byte[] other = (byte[])blob.Clone();
      other[place] ^= 0x55;
      World();
      Guard(Asset("guard", other));
      GoOn();
      lock (Engine.Console) {
        Assert.LessOrEqual(Engine.Console.Count, 1);
        refusals += Engine.Console.Count(line => line.Text.Contains("is refused: "));
        Engine.Console.Clear();
      }
      Engine.Stop();
      Engine.Play();
    }
    Assert.Greater(refusals, 20);
  }

  [Test]
  public void WhatIsNoBlob() {
    World();
    Guard(Asset("guard", new byte[5000]));
    GoOn();
    Says("is refused: ");
  }

  [Test]
  public void AFileWithErrors() {
    IshiAsset broken = Asset("guard", null);
    broken.Diagnostics = "guard.ishi.yaml:3:1: error: nothing is right";
    World();
    Guard(broken);
    Guard(broken);
    GoOn();
    Says("guard.ishi: it is not compiled: guard.ishi.yaml:3:1: error: nothing is right");
  }

  [Test]
  public void AFileWithoutAgents() {
    World();
    Guard(Asset("tasks", new byte[0]));
    GoOn();
    Says("tasks.ishi: it has no agents");
  }

  [Test]
  public void AgentsOfAFileWithErrorsComeWhenItIsImportedAgain() {
    IshiAsset broken = Asset("guard", null);
    World();
    Guard(asset_);
    Guard guard = Guard(broken, agent => agent.SetKey("hp", 5));
    GoOn();
    Says("guard.ishi: it has no agents");
    broken.Blob = Blob("guard");
    GoOn();
    Assert.AreEqual(new[] { "hide" }, guard.Told);
  }

  [Test]
  public void TheOnlyFileOfAWorldHasErrorsAndIsImportedAgain() {
    IshiAsset broken = Asset("guard", null);
    World();
    Guard guard = Guard(broken, agent => agent.SetKey("hp", 5));
    GoOn();
    Says("guard.ishi: it has no agents");
    broken.Blob = new byte[100];
    GoOn();
    Says("guard.ishi: its blob of 100 bytes is refused: ");
    broken.Blob = Blob("guard");
    GoOn();
    Assert.AreEqual(new[] { "hide" }, guard.Told);
  }

  [Test]
  public void AFileThatHasErrorsNowPlaysOn() {
    Begin();
    asset_.Blob = null;
    GoOn();
    guard_.Agent.SetKey("hp", 5);
    Engine.Frame(2);
    Assert.AreEqual(new[] { "hide" }, guard_.Told);
  }

  [Test]
  public void ANewVersionThatIsRefusedChangesNothing() {
    Begin();
    asset_.Blob = new byte[100];
    GoOn();
    Says("guard.ishi: its new version is not taken, the last one plays on: ");
    guard_.Agent.SetKey("hp", 5);
    Engine.Frame(2);
    Assert.AreEqual(new[] { "hide" }, guard_.Told);
  }

  [Test]
  public void ANewVersionKeepsTheState() {
    Begin();
    Shoot();
    guard_.Agent.SetKey("hp", 42);
    IshiTask task = guard_.Task;
    asset_.Blob = Blob("changed");
    GoOn();
    Assert.IsTrue(task.IsRunning);
    Assert.AreEqual(42, guard_.Agent.GetNumber("hp"));
    guard_.Agent.SetKey("hp", 15);
    GoOn();
    Assert.AreEqual("hide", guard_.Told.Last(), "of the next version those hide whose hp is below 20");
  }

  [Test]
  public void ANewVersionThatDoesNotFitTheScripts() {
    Begin();
    asset_.Blob = Blob("unfit");
    GoOn();
    Says("its new version is not taken, the last one plays on: it does not fit the scripts: key `hp`: the game was built for number 0..100, default 100, the asset has number 0..10, default 10. Write the contract again");
  }

  [Test]
  public void ANewVersionThatIsRefusedAgainIsReportedAgain() {
    Begin();
    for (int i = 0; i < 2; ++i) {
      asset_.Blob = Blob("unfit");
      GoOn();
      Says("its new version is not taken, the last one plays on: it does not fit the scripts: ");
      asset_.Blob = Blob("guard");
      GoOn();
    }
  }

  [Test]
  public void FilesOfTwoContractsInOneWorld([Values(false, true)] bool villager_first) {
    Assert.IsNotNull(typeof(Villager), "its contract is loaded");
    Engine.Stop();
    Engine.Play();
    World();
    if (villager_first) Villager();
    Guard guard = Guard(asset_);
    if (!villager_first) Villager();
    GoOn();
    Says(villager_first ? "Guard: guard.ishi: its contract is `GuardGame`, and the world has `VillageGame`, that of its first agent's file: put its agents into another world"
                        : "Villager: village.ishi: its contract is `VillageGame`, and the world has `GuardGame`, that of its first agent's file: put its agents into another world");
    Assert.AreEqual(!villager_first, guard.Agent.IsAlive);
  }

  static void Villager() {
    GameObject made = new GameObject("Villager");
    made.SetActive(false);
    made.AddComponent<Villager>();
    IshiAgent agent = made.AddComponent<IshiAgent>();
    agent.Behaviour = Asset("village");
    agent.Agent = "villager";
    agent.Kind = "person";
    made.SetActive(true);
  }

  [Test]
  public void AFileThatDoesNotFitTheScripts() {
    World();
    Guard guard = Guard(Asset("unfit"));
    GoOn();
    Says("Guard: unfit.ishi: it does not fit the scripts: key `hp`: the game was built for number 0..100, default 100, the asset has number 0..10, default 10. Write the contract again");
    Assert.IsFalse(guard.Agent.IsAlive);
  }

  [Test]
  public void AFileThatIsDestroyedWhileItPlays() {
    Begin();
    Object.DestroyImmediate(asset_);
    GoOn();
    Guard other = Guard(asset_);
    GoOn();
    Says("Guard: it has no behaviour, so it decides nothing: drag an .ishi.yaml file to `Behaviour`");
    Assert.IsTrue(guard_.Agent.IsAlive);
    Assert.IsFalse(other.Agent.IsAlive);
    Assert.IsFalse(guard_.Agent.SetKey("ammoo", 1));
    Says("Guard: its behaviour has no key `ammoo`; did you mean `ammo`?");
  }

  // --- scenes

  [Test]
  public void AnAgentWithoutABehaviour() {
    World();
    Guard(null);
    GoOn();
    Says("it has no behaviour");
  }

  [Test]
  public void AnAgentThatTheFileDoesNotHave() {
    World();
    Guard(asset_, agent => agent.Agent = "gard");
    GoOn();
    Says("Guard: guard.ishi: it has no agent `gard`: it has guard");
  }

  [Test]
  public void ASceneWithoutAWorld() {
    Guard guard = Guard(asset_);
    GoOn();
    Says("Guard: there is no enabled IshiWorldBehaviour in the scene, so it does nothing until there is one");
    Assert.IsNull(guard.Agent.World);
  }

  [Test]
  public void AWorldThatNobodyIsIn() {
    World();
    GoOn();
  }

  [Test]
  public void AWorldThatIsDisabledAndComesBack() {
    Begin();
    Shoot();
    IshiTask task = guard_.Task;
    world_.enabled = false;
    GoOn();
    Assert.IsFalse(task.IsRunning);
    Assert.IsFalse(guard_.Agent.IsAlive);
    Assert.AreEqual("shoot ends", guard_.Told.Last());
    world_.enabled = true;
    GoOn();
    Assert.IsTrue(guard_.Agent.IsAlive);
    Assert.AreEqual(1, world_.Count);
  }

  [Test]
  public void AWorldThatIsDestroyedBeforeItsAgents() {
    Begin();
    Shoot();
    IshiTask task = guard_.Task;
    Object.Destroy(world_.gameObject);
    GoOn();
    Assert.IsFalse(task.Complete());
    Assert.AreEqual(100, guard_.Agent.GetNumber("hp"), "what it would begin with");
    Assert.IsFalse(world_.IsOpen);
    // Another one takes them.
    World();
    GoOn();
    Assert.IsTrue(guard_.Agent.IsAlive);
  }

  [Test]
  public void AgentsThatAreDestroyedBeforeTheirWorld() {
    Begin();
    Object.DestroyImmediate(guard_.gameObject);
    Assert.AreEqual(0, world_.Count);
    GoOn();
  }

  [Test]
  public void AWorldThatIsDestroyedByATask([Values(false, true)] bool at_once) {
    world_ = World();
    guard_ = Guard(asset_, agent => agent.SetKey("hp", 5));
    guard_.OnBegin = task => {
      if (at_once) {
        Object.DestroyImmediate(world_.gameObject);
      } else {
        Object.Destroy(world_.gameObject);
      }
    };
    GoOn();
    Assert.AreEqual("hide", guard_.Told[0]);
    Assert.IsTrue(world_ == null);
  }

  [Test]
  public void AnAgentThatIsDestroyedByItsTask([Values(false, true)] bool at_once) {
    world_ = World();
    guard_ = Guard(asset_, agent => agent.SetKey("hp", 5));
    Guard other = Guard(asset_, agent => agent.SetKey("hp", 5));
    IshiTask task = new IshiTask();
    guard_.OnBegin = one => {
      task = one;
      if (at_once) {
        Object.DestroyImmediate(guard_.gameObject);
      } else {
        Object.Destroy(guard_.gameObject);
      }
    };
    GoOn();
    Assert.IsFalse(task.Complete());
    Assert.AreEqual(1, world_.Count);
    Assert.AreEqual(new[] { "hide" }, other.Told);
  }

  [Test]
  public void AnAgentThatIsSwitchedOffByTheEndOfItsTask([Values(false, true)] bool aborted) {
    Begin();
    Shoot();
    List<string> told = new List<string>();
    bool taken = false;
    guard_.Agent.TaskAborted += task => guard_.gameObject.SetActive(false);
    guard_.Agent.TaskAborted += task => {
      told.Add(task.Name);  // the next one still knows which task it is
      taken |= task.IsRunning || task.Complete() || task.CompleteAfter(1);
    };
    if (aborted) {
      guard_.Agent.SetKey("armed", false);
      guard_.Agent.SetKey("hp", 5);
    } else {
      world_.enabled = false;
    }
    GoOn();
    Assert.AreEqual(new[] { "shoot" }, told, "it is told once");
    Assert.AreEqual(new[] { "shoot", "shoot ends" }, guard_.Told.Where(one => one != "shoot changes").ToArray(), "and so is its script");
    Assert.IsFalse(taken, "its task is over");
    Assert.AreEqual(0, world_.Tasks.Count);
    Assert.AreEqual(0, world_.Count);
  }

  [Test]
  public void AnAgentThatIsDestroyedAsItsWorldEnds() {
    Begin();
    Shoot();
    guard_.Agent.TaskAborted += task => Object.DestroyImmediate(guard_.gameObject);
    world_.enabled = false;
    GoOn();
    world_.enabled = true;
    GoOn();
    Assert.AreEqual(0, world_.Count);
  }

  [Test]
  public void AnAgentThatLeavesAndComesBackInItsTaskWhileTheWorldIsFull() {
    Begin(world => world.Entities = world.Capacity = 1);
    guard_.OnBegin = task => {
      guard_.OnBegin = again => {};
      guard_.Agent.enabled = false;
      guard_.Agent.enabled = true;
    };
    guard_.Agent.SetKey("hp", 5);
    GoOn();
    Assert.IsTrue(guard_.Agent.IsAlive);
  }

  [Test]
  public void AnAgentThatGoesToAnotherWorldInItsTask() {
    Begin();
    IshiWorldBehaviour other = World(null, "Other");
    Guard(asset_, agent => agent.World = other, "Resident");
    bool taken = false;
    guard_.OnBegin = task => {
      guard_.OnBegin = again => {};
      guard_.Agent.enabled = false;
      guard_.Agent.World = other;
      guard_.Agent.enabled = true;
      taken = other.Step();
    };
    guard_.Agent.SetKey("hp", 5);
    GoOn();
    Assert.IsTrue(taken, "the other world is not within a frame");
    Assert.AreSame(other, guard_.Agent.World);
    Assert.AreEqual(0, world_.Count);
    Assert.AreEqual(2, other.Count);
  }

  [Test]
  public void AWorldThatIsDisabledAndEnabledByATask() {
    Begin();
    bool is_done = false;
    guard_.OnBegin = task => {
      world_.enabled = false;
      world_.enabled = true;
      is_done = true;
    };
    guard_.Agent.SetKey("hp", 5);
    GoOn();
    Assert.IsTrue(is_done);
    Assert.IsTrue(guard_.Agent.IsAlive);
    Assert.AreEqual(1, world_.Count);
    Assert.AreEqual(100, guard_.Agent.GetNumber("hp"), "it began anew");
  }

  [Test]
  public void AnAgentThatIsSwitchedOffByTheTaskOfAnother() {
    world_ = World();
    Guard first = Guard(asset_, agent => agent.SetKey("hp", 5)), second = Guard(asset_, agent => agent.SetKey("hp", 5));
    first.OnBegin = task => second.gameObject.SetActive(false);
    GoOn();
    Assert.IsEmpty(second.Told);
    Assert.AreEqual(1, world_.Count);
  }

  [Test]
  public void AnAgentThatIsMadeByATaskComesInTheNextFrame() {
    world_ = World();
    guard_ = Guard(asset_, agent => agent.SetKey("hp", 5));
    guard_.OnBegin = task => Guard(asset_);
    GoOn();
    Assert.AreEqual(2, world_.Count);
  }

  [Test]
  public void ASceneThatIsLoadedAnewWhileItPlays() {
    Begin();
    UnityEngine.SceneManagement.Scene first = guard_.gameObject.scene;
    ulong hash = world_.StateHash();
    for (int i = 0; i < 3; ++i) {
      UnityEngine.SceneManagement.Scene last = guard_.gameObject.scene;
      Engine.NewScene();
      Engine.Unload(last);
      Assert.AreEqual(0, IshiWorldBehaviour.Worlds.Count);
      Begin();
      Assert.AreEqual(hash, world_.StateHash());
    }
  }

  [Test]
  public void ASceneThatIsLoadedBesideAnother() {
    Begin();
    Engine.NewScene();
    IshiWorldBehaviour own = World();
    Guard other = Guard(asset_);
    Engine.Frame();
    Assert.AreSame(own, other.Agent.World, "the world of its scene, not the first one");
    Engine.Unload(other.gameObject.scene);
    GoOn();
    Assert.IsTrue(guard_.Agent.IsAlive);
  }

  [Test]
  public void PlayModeThatBeginsWithoutLoadingTheScriptsAnew() {
    Begin();
    Engine.Play();
    Begin();
    Assert.AreEqual(1, IshiWorldBehaviour.Worlds.Count);
    // Messages of the last play mode are reported again.
    guard_.Agent.SetKey("nonsense", 1);
    Engine.Play();
    Begin();
    guard_.Agent.SetKey("nonsense", 1);
    Says("has no key `nonsense`");
  }

  [Test]
  public void TwoWorldsOnOneObject() {
    world_ = World();
    Assert.IsNull(world_.gameObject.AddComponent<IshiWorldBehaviour>());
    Says("Can't add 'IshiWorldBehaviour'");
    GoOn();
  }

  [Test]
  public void TwoAgentsOnOneObject() {
    Begin();
    Assert.IsNull(guard_.gameObject.AddComponent<IshiAgent>());
    Assert.IsNull(guard_.gameObject.AddComponent<IshiThing>());
    Says("Can't add 'IshiAgent'", "Can't add 'IshiThing'");
    GoOn();
    Assert.AreEqual(1, world_.Count);
  }

  [Test]
  public void ScriptsThatAreCompiledWhileItPlays() {
    Begin(null, agent => agent.SceneKeys.Add(new IshiKeyValue { Key = "hp", Kind = ValueKind.Number, Number = 5 }));
    GameObject its = guard_.gameObject;
    IshiTask before = guard_.Task;
    Engine.Recompile();
    GoOn();
    Assert.IsTrue(guard_ == null, "what stood for it before is no more");
    Guard now = its.GetComponent<Guard>();
    Assert.AreEqual(new[] { "hide" }, now.Told, "what the scene sets is there, tasks begin anew, and typed tasks are found");
    Assert.IsFalse(before.Complete());
    Assert.AreEqual(1, IshiWorldBehaviour.Worlds.Count);
  }

  [Test]
  public void AKindOfThingThatIsNone() {
    Begin();
    IshiThing thing = Thing("persn");
    GoOn();
    Says("Thing: it cannot enter the world: ");
    Assert.IsFalse(thing.IsAlive);
  }

  [Test]
  public void AProfileThatIsNone() {
    Begin();
    guard_.Agent.Profile = "bold";
    Guard(asset_, agent => agent.Profile = "bold", "Other");
    GoOn();
    Says("Guard: its profile cannot be `bold`: ", "Other: it cannot enter the world: ");
    Assert.AreEqual("", guard_.Agent.Profile);
  }

  [Test]
  public void ATeamThatIsNone() {
    Begin();
    guard_.Agent.Team = 9;
    guard_.Agent.Team = -1;
    Guard(asset_, agent => agent.Team = 9, "Other");
    GoOn();
    Says("Guard: it cannot change its team: ", "Guard: there is no team -1", "Other: it cannot enter the world: ");
    Assert.AreEqual(0, guard_.Agent.Team);
  }

  [Test]
  public void MoreAgentsThanThereIsRoomFor() {
    Begin(world => world.Capacity = 2);
    Guard(asset_, null, "Second");
    Guard(asset_, null, "Third");
    GoOn();
    Says("Third: it cannot enter the world: the population has no room for another agent. The world's `Capacity` is 2, its `Entities` 1024");
    Assert.AreEqual(2, world_.Count);
  }

  [Test]
  public void MoreThingsThanThereIsRoomFor() {
    Begin(world => world.Entities = 2);
    Thing("person", Vector3.zero, "Second");
    Thing("person", Vector3.zero, "Third");
    GoOn();
    Says("Third: it cannot enter the world: ");
    Assert.AreEqual(2, world_.Count);
  }

  [Test]
  public void AWorldWithNonsenseForItsSizes() {
    Begin(world => {
      world.Entities = -5;
      world.Capacity = 0;
      world.Teams = 0;
    });
    Assert.IsTrue(guard_.Agent.IsAlive, "as few as there are");
  }

  [Test]
  public void AWorldThatCannotBeMade() {
    Begin(world => world.Teams = 100000);
    GoOn();
    Says("World: ");
    Assert.IsNotNull(world_.Failure);
    Assert.IsFalse(world_.Step());
    // It is tried again when it is enabled again, and reported again.
    world_.enabled = false;
    world_.enabled = true;
    GoOn();
    Says("World: ");
    world_.enabled = false;
    world_.Teams = 1;
    world_.enabled = true;
    GoOn();
    Assert.IsTrue(guard_.Agent.IsAlive);
  }

  [Test]
  public void AGridThatCannotBeMade([Values(0, -1, float.NaN)] float cell) {
    Begin(world => {
      world.GridCells = new Vector2Int(10, 10);
      world.GridCell = cell;
    });
    GoOn();
    Says("It decides nothing until it is disabled and enabled again");
  }

  [Test]
  public void AGridThatIsTooLarge() {
    Begin(world => world.GridCells = new Vector2Int(1000000, 1000000));
    GoOn();
    Says("It decides nothing until it is disabled and enabled again");
  }

  [Test]
  public void CellsOfAnotherSize() {
    Begin(world => world.GridCells = new Vector2Int(4, 3));
    Assert.IsFalse(world_.SetCells(new byte[13]));
    Assert.IsFalse(world_.SetCells(null));
    Assert.IsTrue(world_.SetCells(new byte[12]));
    GoOn();
    Says("World: the grid has 12 cells, and 13 were given", "World: the grid has 12 cells, and 0 were given");
  }

  [Test]
  public void CellsOfNoGrid() {
    Begin();
    Assert.IsFalse(world_.SetCells(new byte[12]));
    Assert.AreEqual(IshiWorldBehaviour.Impassable, world_.TerrainAt(Vector3.zero));
    GoOn();
    Says("World: there is no grid: set `Grid Cells`");
  }

  [Test]
  public void CallsBeforeTheWorldHasBegun() {
    world_ = World();
    Assert.IsFalse(world_.SetSharedKey("hour", 1));
    Assert.IsFalse(world_.SetCells(new byte[12]));
    Assert.IsFalse(world_.PostEvent("damaged"));
    Assert.IsFalse(world_.SetCandidates("crates", new IshiThing[0]));
    Assert.AreEqual(0, world_.StateHash());
    GoOn();
    Says("the key `hour` cannot be used before the world has begun: do it in `Opened`", "cells cannot be set before", "the event `damaged` cannot be posted before",
         "candidates cannot be set before");
  }

  [Test]
  public void AStepWithinAFrame() {
    world_ = World();
    guard_ = Guard(asset_, agent => agent.SetKey("hp", 5));
    bool taken = true;
    guard_.OnBegin = task => taken = world_.Step();
    GoOn();
    Says("World: `Step` was called within a frame");
    Assert.IsFalse(taken);
  }

  [Test]
  public void AStepOfADisabledWorld() {
    Begin();
    world_.enabled = false;
    Assert.IsFalse(world_.Step());
    Assert.IsFalse(world_.Step());
    Says("World: `Step` was called while the world is disabled");
  }

  [Test]
  public void AStepOnAnotherThread() {
    Begin();
    bool taken = true;
    OnAnotherThread(() => taken = world_.Step());
    Assert.IsFalse(taken);
    Says("Ishi: it cannot decide on another thread than the main one");
    GoOn();
  }

  [Test]
  public void CallsOnAnotherThread() {
    Begin();
    Shoot();
    bool[] taken = { true, true, true, true, true };
    OnAnotherThread(() => {
      taken[0] = guard_.Agent.SetKey("hp", 3);
      taken[1] = guard_.Task.Complete();
      taken[2] = world_.SetSharedKey("hour", 3);
      taken[3] = world_.Columns.Positions.IsCreated;
      taken[4] = world_.StateHash() != 0;
      guard_.Task.CompleteAfter(0);
    });
    Assert.AreEqual(new bool[5], taken);
    Assert.IsTrue(guard_.Task.IsRunning);
    Says("a key cannot be used on another thread", "a task cannot be reported on another thread", "the key `hour` cannot be used on another thread",
         "`Positions` cannot be had as a native array on another thread", "the state cannot be hashed on another thread");
    GoOn();
    Assert.IsTrue(guard_.Task.IsRunning);
  }

  [Test]
  public void AnAgentThatGoesWhileItWaitsForAReport() {
    Begin(null, agent => agent.SetKey("hp", 5));
    IshiTask hiding = guard_.Task;
    guard_.Agent.SetKey("hp", 90);
    Engine.Frame(2);
    guard_.Agent.enabled = false;
    Assert.AreEqual(new[] { "hide", "hide is to end" }, guard_.Told, "it is told once");
    Assert.IsFalse(hiding.MustReport || hiding.Complete());
    GoOn();
  }

  // --- places

  [Test]
  public void ACharacterAtNoPlace() {
    Begin();
    guard_.transform.position = new Vector3(float.NaN, 0, 0);
    GoOn();
    Says("Guard: its position or rotation is not a finite number; agents go on as if it were where it was");
    Assert.AreEqual(0, world_.Columns.Positions[guard_.Agent.Row].x);
    guard_.transform.position = new Vector3(3, 0, 0);
    Engine.Frame();
    Assert.AreEqual(3, world_.Columns.Positions[guard_.Agent.Row].x);
  }

  [Test]
  public void ACharacterThatComesAtNoPlace() {
    Begin(null, agent => agent.transform.position = new Vector3(0, float.PositiveInfinity, 0));
    GoOn();
    Says("so it begins at the origin", "agents go on as if it were where it was");
  }

  [Test]
  public void NobodyAnswersAboutSight() {
    world_ = World();
    Object.DestroyImmediate(world_.GetComponent<OpenField>());
    Guard guard = Guard(asset_);
    Thing("person", new Vector3(0, 0, 3));
    Engine.Frame(20);
    Says("World: agents ask for lines of sight, and nothing blocks them: add a PhysicsSight or GridSight beside the world, or `occlusion: false` to the sense");
    Assert.AreEqual("greet", guard.Told[0], "it sees");
  }

  sealed class Faulty : MonoBehaviour, IIshiSight, IIshiGround, IIshiMover {
    public bool IsClear(IshiThing observer, IshiThing target, Vector3 from, Vector3 to) { throw new InvalidOperationException("no sight"); }
    public byte TerrainAt(Vector3 middle, float side) { throw new InvalidOperationException("no ground"); }
    public void Move(IshiAgent agent, in IshiMove move) { throw new InvalidOperationException("no feet"); }
  }

  [Test]
  public void ADriverThatThrows() {
    world_ = World(world => {
      world.GridCells = new Vector2Int(20, 20);
      world.gameObject.AddComponent<Faulty>();
    });
    IshiThing crate = Thing("crate", new Vector3(9.5f, 0, 9.5f));
    world_.Opened += () => world_.SetCandidates("crates", new[] { crate });
    Guard walker = Guard(asset_, agent => {
      agent.SetKey("mood", "wary");
      agent.transform.position = new Vector3(1.5f, 0, 1.5f);
      agent.gameObject.AddComponent<Faulty>();
    });
    Thing("person", new Vector3(1.5f, 0, 4));
    Engine.Frame(60);
    Says("World: `IsClear` threw InvalidOperationException: no sight", "World: `TerrainAt` threw InvalidOperationException: no ground",
         "Guard: `Move` threw InvalidOperationException: no feet");
    Assert.IsTrue(walker.Agent.IsAlive);
  }

  [Test]
  public void ANavMeshAgentOnNoNavMesh() {
    world_ = World(world => world.GridCells = new Vector2Int(20, 20));
    IshiThing crate = Thing("crate", new Vector3(9.5f, 0, 9.5f));
    world_.Opened += () => world_.SetCandidates("crates", new[] { crate });
    Guard(asset_, agent => {
      agent.SetKey("mood", "wary");
      agent.transform.position = new Vector3(1.5f, 0, 1.5f);
      agent.gameObject.AddComponent<NavMeshAgentMover>();
    });
    Engine.Frame(60);
    Says("Guard: its NavMeshAgent is on no NavMesh, so it stands: bake one below it");
  }

  // --- keys

  bool Refused(params bool[] taken) { return taken.All(one => !one); }

  [Test]
  public void AnUnknownKey() {
    Begin();
    for (int i = 0; i < 3; ++i) {
      Assert.IsFalse(guard_.Agent.SetKey("ammoo", 1));
      GoOn();
    }
    Says("Guard: guard.ishi has no key `ammoo`; did you mean `ammo`?");
    Assert.IsTrue(float.IsNaN(guard_.Agent.GetNumber("xyz")));
    Says("Guard: guard.ishi has no key `xyz`");
  }

  [Test]
  public void AnUnknownId() {
    Begin();
    Assert.IsFalse(guard_.Agent.SetKey(12345UL, 1f));
    Says("Guard: guard.ishi has no key with the id 0000000000003039");
    Assert.IsFalse(guard_.Agent.SetKey((string)null, 1f));
    Says("Guard: guard.ishi has no key ");
  }

  [Test]
  public void AValueOfAnotherType() {
    Begin();
    Assert.IsTrue(Refused(guard_.Agent.SetKey("hp", "many"), guard_.Agent.SetKey("post", 3), guard_.Agent.SetKey("ammo", 1.5f), guard_.Agent.SetKey("threat", 2),
                          guard_.Agent.SetKey("armed", Vector3.zero), guard_.Agent.SetKey("mood", 0.5f), guard_.Agent.SetKey("hp", guard_.Agent)));
    Says("it is given a member of an enum for the key `hp`, which is a number", "it is given an integer for the key `post`, which is a point",
         "it is given a number for the key `ammo`, which is an integer", "it is given an integer for the key `threat`, which is a thing",
         "it is given a point for the key `armed`, which is a boolean", "it is given a number for the key `mood`, which is a member of an enum",
         "it is given a thing for the key `hp`, which is a number");
    GoOn();
  }

  [Test]
  public void AMemberThatIsNone() {
    Begin();
    Assert.IsTrue(Refused(guard_.Agent.SetKey("mood", "cross"), guard_.Agent.SetKey("mood", 7), guard_.Agent.SetKey("mood", -1)));
    Says("it is given `cross` for the key `mood`, which is one of calm, wary, angry", "it is given 7 for the key `mood`", "it is given -1 for the key `mood`");
    Assert.AreEqual("calm", guard_.Agent.GetMember("mood"));
  }

  [Test]
  public void NumbersThatAreNone() {
    Begin();
    Assert.IsTrue(guard_.Agent.SetKey("hp", float.NaN));
    Assert.IsTrue(guard_.Agent.SetKey("post", new Vector3(0, float.NaN, 0)));
    Assert.AreEqual(IshiWorldBehaviour.Nowhere, guard_.Agent.GetPoint("post"));
    guard_.Agent.SetKey("hp", 1e30f);
    GoOn();
    Assert.IsTrue(guard_.Agent.SetKey("ammo", 1e30f));
    Assert.AreEqual(int.MaxValue, guard_.Agent.GetNumber("ammo"), 1);
    GoOn();
  }

  [Test]
  public void KeysOfAnotherScope() {
    Begin(world => world.Teams = 2);
    Assert.IsTrue(Refused(guard_.Agent.SetKey("hour", 1), guard_.Agent.SetKey("alarm", 1), world_.SetSharedKey("hp", 1), world_.SetSharedKey("alarm", 1),
                          world_.SetSharedKey("hour", 1, 0), world_.SetSharedKey("alarm", 1, 7), world_.SetSharedKey("xyz", 1)));
    Says("the key `hour` is not an agent's", "the key `alarm` is not an agent's", "the key `hp` is each agent's own", "the key `alarm` is a team's: name the team",
         "the key `hour` is the world's, no team's", "there is no team 7", "there is no key `xyz`");
    Assert.IsTrue(float.IsNaN(world_.GetSharedNumber("xyz")));
  }

  [Test]
  public void AThingThatWasDestroyedIsNobody() {
    Begin();
    IshiThing thing = Thing("person");
    Engine.Frame();
    guard_.Agent.SetKey("threat", thing);
    Object.DestroyImmediate(thing.gameObject);
    Assert.IsNull(guard_.Agent.GetThing("threat"));
    Assert.IsTrue(guard_.Agent.SetKey("threat", thing));
    GoOn();
  }

  [Test]
  public void AThingThatIsNotInTheWorld() {
    Begin();
    IshiThing thing = Thing("person", Vector3.zero, "Somebody");
    Engine.Frame();
    thing.enabled = false;
    Assert.IsFalse(guard_.Agent.SetKey("threat", thing));
    Says("it is given `Somebody` for the key `threat`, which is not in the world");
  }

  [Test]
  public void AThingOfAnotherWorld() {
    Begin();
    IshiWorldBehaviour other = World(null, "Other world");
    Guard stranger = Guard(asset_, agent => agent.World = other, "Stranger");
    Engine.Frame();
    Assert.IsFalse(guard_.Agent.SetKey("threat", stranger.Agent));
    Assert.IsFalse(guard_.Agent.Remember("people", stranger.Agent));
    Assert.IsFalse(world_.MakeSound("bang", stranger.Agent));
    Says("it is given `Stranger` for the key `threat`, which is in another world", "whom it should remember or forget is not in its world",
         "the sound `bang` needs a maker that is in the world");
    GoOn();
  }

  [Test]
  public void AnAgentThatWasDestroyed() {
    Begin();
    IshiAgent agent = guard_.Agent;
    Object.DestroyImmediate(agent.gameObject);
    Assert.IsFalse(agent.SetKey("hp", 3));
    Assert.IsTrue(float.IsNaN(agent.GetNumber("hp")));
    Assert.IsNull(agent.GetThing("threat"));
    Assert.IsNull(agent.GetMember("mood"));
    Assert.AreEqual(-1, agent.Slot);
    Assert.AreEqual(-1, agent.Row);
    Assert.IsFalse(agent.Remember("people", agent));
    Assert.IsFalse(agent.PostEvent("damaged"));
    agent.Why(new List<IshiOption>());
    agent.GetTasks(new List<IshiTask>());
    Says("a key is set of an IshiAgent that was destroyed", "an agent that is not in the world cannot remember", "an agent that is not in the world cannot be told of `damaged`");
    GoOn();
  }

  [Test]
  public void AnAgentThatIsDisabledKeepsWhatItIsToldUntilItComesBack() {
    Begin();
    guard_.Agent.enabled = false;
    Assert.IsTrue(guard_.Agent.SetKey("hp", 40));
    Assert.IsTrue(guard_.Agent.SetKey("hp", 41));
    guard_.Agent.enabled = true;
    GoOn();
    Assert.AreEqual(41, guard_.Agent.GetNumber("hp"));
  }

  [Test]
  public void AKeyOfAPrefabThatIsGone() {
    world_ = World();
    for (int i = 0; i < 2; ++i)
      Guard(asset_, agent => {
        agent.SceneKeys.Add(new IshiKeyValue { Key = "amo", Kind = ValueKind.Integer, Number = 5 });
        agent.SceneKeys.Add(new IshiKeyValue { Key = "hp", Kind = ValueKind.Number, Number = 5 });
      }, "Guard " + i);
    GoOn();
    Says("Guard 0: the scene sets the key `amo`, which guard.ishi does not have: remove it in the inspector; did you mean `ammo`?", "Guard 1: the scene sets the key `amo`");
  }

  [Test]
  public void AKeyOfAPrefabThatIsOfAnotherTypeNow() {
    Begin(null, agent => {
      agent.SceneKeys.Add(new IshiKeyValue { Key = "hp", Kind = ValueKind.Point });
      agent.SceneKeys.Add(new IshiKeyValue { Key = "mood", Kind = ValueKind.Enum, Text = "cross" });
      agent.SceneKeys.Add(new IshiKeyValue());
    });
    GoOn();
    Says("it is given a point for the key `hp`, which is a number", "it is given `cross` for the key `mood`", "the scene sets the key ``, which guard.ishi does not have");
    Assert.AreEqual(100, guard_.Agent.GetNumber("hp"));
  }

  [Test]
  public void AKeyThatWasSetTooEarlyIsNamedWhenTheAgentComes() {
    Begin(null, agent => agent.SetKey("hitpoints", 3));
    Says("guard.ishi has no key `hitpoints`");
  }

  [Test]
  public void AFieldThatIsNone() {
    Begin();
    Assert.IsFalse(guard_.Agent.SetField("wisdom", 3));
    Assert.IsTrue(float.IsNaN(guard_.Agent.GetField("wisdom")));
    Assert.IsFalse(guard_.Agent.SetField("strength", Vector3.zero));
    IshiThing crate = Thing("crate");
    Assert.IsFalse(crate.SetField("strength", 3));
    Says("the kind of thing `person` has no field `wisdom`", "it is given a point for the key `strength`, which is a number", "its field `strength` cannot be set while it is not in the world");
    GoOn();
  }

  // --- tasks

  [Test]
  public void ATaskThatNobodyCarriesOut() {
    world_ = World();
    GameObject bare = new GameObject("Bare");
    bare.SetActive(false);
    IshiAgent agent = bare.AddComponent<IshiAgent>();
    agent.Behaviour = asset_;
    agent.Agent = "guard";
    agent.SetKey("hp", 5);
    bare.SetActive(true);
    Engine.Frame(200);
    Says("Bare: it starts the task `hide`, which nobody carries out, so it fails: add ITask<Hide> to a script beside its IshiAgent, or subscribe to TaskStarted");
    // A script that comes later is found.
    bare.AddComponent<Guard>();
    Engine.Frame(200);
    Assert.Contains("hide", bare.GetComponent<Guard>().Told);
  }

  [Test]
  public void ATaskThatThrowsFailsAndTheFrameGoesOn() {
    world_ = World();
    guard_ = Guard(asset_, agent => agent.SetKey("hp", 5));
    Guard other = Guard(asset_, agent => agent.SetKey("hp", 5), "Other");
    guard_.Agent.SetKey("armed", true);  // so that it does not greet
    guard_.OnBegin = task => { throw new InvalidOperationException("no legs"); };
    Engine.Frame(300);
    guard_.OnBegin = task => {
      guard_.Agent.enabled = false;
      throw new InvalidOperationException("it has gone");
    };
    Engine.Frame(300);
    Says("Guard: `BeginTask` of `hide` threw InvalidOperationException: it has gone");
    Says("Guard: `BeginTask` of `hide` threw InvalidOperationException: no legs");
    Assert.AreEqual(new[] { "hide" }, other.Told);
    Assert.IsFalse(guard_.Task.IsRunning);
  }

  [Test]
  public void AHandlerOfAnEventThatThrows() {
    Begin();
    guard_.Agent.EventEmitted += emitted => { throw new InvalidOperationException("no ears"); };
    world_.Stepping += () => { throw new InvalidOperationException("no step"); };
    world_.Stepped += () => { throw new InvalidOperationException("no rest"); };
    guard_.Agent.PostEvent(Damaged.Id, new Damaged { Amount = 1 });
    GoOn();
    guard_.Agent.PostEvent(Damaged.Id, new Damaged { Amount = 1 });
    GoOn();
    Says("Guard: `EventEmitted` threw InvalidOperationException: no ears", "World: `Stepping` threw InvalidOperationException: no step", "World: `Stepped` threw InvalidOperationException: no rest");
  }

  struct TooLarge {
    public ishi_vector3 A, B, C;
  }

  [Test]
  public void AnEventThatIsReadAsAnotherOne() {
    Begin();
    guard_.Agent.EventEmitted += emitted => emitted.As<TooLarge>();
    guard_.Agent.PostEvent(Damaged.Id, new Damaged { Amount = 1 });
    GoOn();
    Says("Guard: `EventEmitted` threw ");
  }

  [Test]
  public void ATaskThatIsReportedTwice() {
    Begin();
    Shoot();
    IshiTask task = guard_.Task;
    Assert.IsTrue(task.Complete());
    Assert.IsFalse(task.Complete());
    Assert.IsFalse(task.Fail());
    Assert.IsFalse(task.CompleteAfter(1));
    Assert.IsNull(task.Name);
    Assert.IsNull(task.Owner);
    GoOn();
  }

  [Test]
  public void ATaskThatIsReportedAfterItsAgentHasGone() {
    Begin();
    Shoot();
    IshiTask task = guard_.Task;
    task.CompleteAfter(0.02f);
    Object.DestroyImmediate(guard_.gameObject);
    Assert.IsFalse(task.Complete());
    Assert.AreEqual(0, world_.Tasks.Count);
    GoOn();
  }

  [Test]
  public void ATaskThatNobodyHasBegun() {
    IshiTask none = new IshiTask();
    Assert.IsFalse(none.Complete() || none.Fail() || none.CompleteAfter(1) || none.IsRunning || none.MustReport);
    Assert.IsFalse(none.Complete(new Count()));
    Assert.IsNull(none.Name);
    Assert.IsTrue(float.IsNaN(none.Number("power")));
    Assert.AreEqual(Native.ISHI_NOWHERE, none.Point("at").x);
    Assert.AreEqual(0, none.Entity("at").generation);
  }

  [Test]
  public void ATaskThatGivesBackAnotherStruct() {
    Begin();
    Shoot();
    Assert.IsFalse(guard_.Task.Complete(new TooLarge()));
    Assert.IsTrue(guard_.Task.IsRunning);
    Says("Guard: the task `shoot` gives back its own struct of 16 bytes, not one of 36");
  }

  [Test]
  public void ATaskThatGivesSomethingBackThoughItHasNothingToGive() {
    Begin();
    Shoot();
    Assert.IsFalse(guard_.Task.Complete(new Shoot()));
    Assert.IsTrue(guard_.Task.IsRunning, "it can still be reported as it should");
    Says("Guard: the task `shoot` gives nothing back: `Complete()`");
    Assert.IsTrue(guard_.Task.Complete());
  }

  [Test]
  public void AParameterThatIsNone() {
    Begin();
    Shoot();
    Assert.IsTrue(float.IsNaN(guard_.Task.Number("force")));
    Assert.IsTrue(float.IsNaN(guard_.Task.Number("at")));
    Assert.AreEqual(Native.ISHI_NOWHERE, guard_.Task.Point("power").x);
    Assert.AreEqual(0, guard_.Task.Entity("power").generation);
    Says("Guard: the task `shoot` has no parameter `force` that is a number", "Guard: the task `shoot` has no parameter `at` that is a number",
         "Guard: the task `shoot` has no parameter `power` that is a point", "Guard: the task `shoot` has no parameter `power` that is an entity");
  }

  [Test]
  public void CompleteAfterATimeThatIsNone() {
    Begin();
    Shoot();
    Assert.IsFalse(guard_.Task.CompleteAfter(float.NaN));
    Assert.IsFalse(guard_.Task.CompleteAfter(float.PositiveInfinity));
    Assert.IsTrue(guard_.Task.CompleteAfter(-3), "at once: in the next frame");
    IshiTask task = guard_.Task;
    Engine.Frame();
    Assert.IsFalse(task.IsRunning);
    Says("Guard: `CompleteAfter` takes a number of seconds, not NaN", "Guard: `CompleteAfter` takes a number of seconds, not " + float.PositiveInfinity);
  }

  [Test]
  public void AScriptThatIsDestroyedWhileItsTaskRuns() {
    Begin();
    Shoot();
    IshiAgent agent = guard_.Agent;
    List<string> told = guard_.Told;
    Object.DestroyImmediate(guard_);
    agent.SetKey("armed", false);
    agent.SetKey("hp", 5);
    Engine.Frame(200);
    Says("it starts the task `hide`, which nobody carries out");
    Assert.IsFalse(told.Contains("shoot ends"));
  }

  // --- events, sounds, memories, candidates

  [Test]
  public void NamesThatAreNone() {
    Begin();
    Assert.IsTrue(Refused(world_.PostEvent("hurt"), guard_.Agent.PostEvent(null), world_.MakeSound("bong", guard_.Agent), guard_.Agent.Remember("friends", guard_.Agent),
                          world_.SetCandidates("boxes", new IshiThing[0]), world_.PostEvent(77, new Damaged())));
    Says("there is no event `hurt`", "there is no event ``", "there is no sound `bong`", "it has no memory `friends`", "there is no set `boxes` of candidates", "there is no event `Damaged`");
    GoOn();
  }

  [Test]
  public void AnEventWithOtherFields() {
    Begin();
    Assert.IsTrue(Refused(world_.PostEvent("damaged"), guard_.Agent.PostEvent(Damaged.Id, new TooLarge())));
    Says("the event `damaged` has other fields than it was given", "the event `TooLarge` has other fields than it was given");
    GoOn();
  }

  [Test]
  public void SoundsThatNobodyMakesOrThatAreNowhere() {
    Begin();
    Assert.IsTrue(Refused(world_.MakeSound("bang", null), world_.MakeSound("bang", guard_.Agent, new Vector3(float.NaN, 0, 0))));
    Says("the sound `bang` needs a maker that is in the world", "the sound `bang` is made at no place");
    GoOn();
  }

  [Test]
  public void CandidatesThatAreNone() {
    Begin();
    IshiThing crate = Thing("crate"), gone = Thing("crate");
    Engine.Frame();
    Object.DestroyImmediate(gone.gameObject);
    Assert.IsTrue(Refused(world_.SetCandidates("crates", null), world_.SetCandidates("crates", new[] { crate, gone }), world_.SetCandidates("crates", new IshiThing[] { guard_.Agent }),
                          world_.SetCandidates("crates", Enumerable.Range(0, 9).Select(i => Crate()).ToList())));
    Says("the set `crates` is given no list", "member 1 of the set `crates` is not in the world", "the set `crates` cannot be set: ", "member 0 of the set `crates` is not in the world");
    GoOn();
  }
  IshiThing Crate() { return Thing("crate"); }

  [Test]
  public void MoreCandidatesThanTheSetHasRoomFor() {
    Begin();
    List<IshiThing> crates = Enumerable.Range(0, 9).Select(i => Crate()).ToList();
    Engine.Frame();
    Assert.IsFalse(world_.SetCandidates("crates", crates));
    Says("the set `crates` cannot be set: ");
    GoOn();
  }

  [Test]
  public void MessagesThatAreEachNewDoNotFillTheConsole() {
    Begin();
    for (int i = 0; i < 2000; ++i) guard_.Agent.SetKey("hp" + i, 1);
    lock (Engine.Console) {
      Assert.LessOrEqual(Engine.Console.Count, 501);
      StringAssert.Contains("further ones are left out", Engine.Console.Last().Text);
      Engine.Console.Clear();
    }
  }

  // --- in the editor

  [Test]
  public void TheInspectorWhileNothingPlays() {
    Engine.Stop();
    GameObject made = new GameObject("Guard");
    IshiAgent agent = made.AddComponent<IshiAgent>();
    Engine.Edit(agent, "behaviour", asset_);
    Assert.AreEqual("guard", agent.Agent, "the only one of the file");
    Engine.Edit(agent, "team", -3);
    Assert.AreEqual(0, agent.Team);
    Engine.Edit(agent, "team", 1000);
    Assert.AreEqual(255, agent.Team);
    Engine.Edit(agent, "agent", null);
    Assert.AreEqual("guard", agent.Agent);
    Engine.Edit(agent, "behaviour", Asset("cut", Blob("guard").Take(100).ToArray()));
    Engine.Edit(agent, "behaviour", null);
    Assert.IsFalse(agent.IsAlive);
    Assert.AreEqual(0, IshiWorldBehaviour.Worlds.Count);
  }

  [Test]
  public void TheInspectorWhileItPlays() {
    Begin();
    Engine.Edit(guard_.Agent, "team", 0);
    Engine.Edit(world_, "entities", -1);
    GoOn();
    Assert.IsTrue(guard_.Agent.IsAlive);
  }
}

}
