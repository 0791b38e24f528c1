using System.Collections.Generic;
using System.Linq;
using GuardGame;
using NUnit.Framework;
using Stub;
using UnityEngine;

namespace Ishi.Tests {

/// <summary>The behaviour of the components in correct games.</summary>
[TestFixture]
public sealed class AgentTests : Scene {
  [Test]
  public void AnAgentStartsWhatItDecidesByTheTypeOfTheTask() {
    IshiAsset asset = Asset("guard");
    World();
    Guard guard = Guard(asset);
    IshiThing enemy = Thing("person", new Vector3(3, 0, 3));
    guard.Agent.SetKey("armed", true);
    guard.Agent.SetKey(Keys.Threat, enemy);
    Engine.Frame(2);
    Assert.AreEqual(new[] { "shoot" }, guard.Told);
    Assert.AreEqual(enemy.EntityId.index, guard.Shooting.At.index);
    Assert.AreEqual(1, guard.Shooting.Power);
    Assert.AreEqual("shoot", guard.Task.Name);
    Assert.AreSame(guard.Agent, guard.Task.Owner);
    Assert.AreSame(enemy, guard.Agent.World.ThingOf(guard.Task.Entity("at")));
    Assert.AreEqual(1, guard.Task.Number("power"));
  }

  [Test]
  public void ALiveParameterFollows() {
    World();
    Guard guard = Shooter(Asset("guard"));
    guard.Agent.SetKey("hp", 50f);
    Engine.Frame(2);
    Assert.AreEqual(new[] { "shoot", "shoot changes" }, guard.Told);
    Assert.AreEqual(0.5f, guard.Shooting.Power);
    Assert.AreEqual(0.5f, guard.Task.Number("power"));
  }

  Guard Shooter(IshiAsset asset) {
    Guard guard = Guard(asset);
    guard.Agent.SetKey("armed", true);
    guard.Agent.SetKey("threat", Thing("person", new Vector3(3, 0, 3)));
    Engine.Frame(2);
    return guard;
  }

  [Test]
  public void AnAbortedTaskIsOver() {
    World();
    Guard guard = Shooter(Asset("guard"));
    guard.Agent.SetKey("armed", false);
    guard.Agent.SetKey("hp", 5);
    Engine.Frame(2);
    Assert.AreEqual(new[] { "shoot", "shoot ends", "hide" }, guard.Told.Where(told => told != "shoot changes").ToArray());
  }

  [Test]
  public void ATaskWithAbortWaitIsOverWhenTheGameSaysSo() {
    World();
    Guard guard = Guard(Asset("guard"), agent => agent.SetKey("hp", 5));
    Engine.Frame(2);
    IshiTask hiding = guard.Task;
    guard.Agent.SetKey("hp", 90);
    Engine.Frame(2);
    Assert.AreEqual(new[] { "hide", "hide is to end" }, guard.Told);
    Assert.IsFalse(hiding.IsRunning);
    Assert.IsTrue(hiding.MustReport);
    Assert.IsTrue(hiding.Complete());
    Assert.IsFalse(hiding.MustReport);
  }

  [Test]
  public void ATaskGivesBackItsStruct() {
    IshiWorldBehaviour world = World(one => {
      one.GridCells = new Vector2Int(20, 20);
      one.GridOrigin = new Vector3(-10, 0, -10);
    });
    IshiThing crate = Thing("crate", new Vector3(4.5f, 0, 0.5f));
    world.Opened += () => world.SetCandidates("crates", new[] { crate });
    Guard guard = Guard(Asset("guard"), agent => agent.SetKey("mood", "wary"));
    guard.OnBegin = task => task.Complete(new Count { Many = 7, Where = new ishi_vector3 { x = 1, y = 2, z = 3 } });
    Engine.Frame(300);
    Assert.AreEqual("count", guard.Told[0]);
    Assert.AreEqual(7, guard.Agent.GetNumber("ammo"));
    Assert.AreEqual(new Vector3(1, 2, 3), guard.Agent.GetPoint("post"));
    Assert.Less((guard.transform.position - crate.transform.position).magnitude, 1, "it has walked to the crate");
  }

  [Test]
  public void CompleteAfterCountsTheWorldsFrames() {
    World();
    Guard guard = Shooter(Asset("guard"));
    guard.Task.CompleteAfter(0.1f);
    IshiTask task = guard.Task;
    Engine.Frame(5);
    Assert.IsTrue(task.IsRunning);
    Engine.Frame();
    Assert.IsFalse(task.IsRunning);
  }

  [Test]
  public void KeysAreReadAndWrittenByNameAndById() {
    World();
    Guard guard = Guard(Asset("guard"), agent => {
      agent.SetKey("hp", 30);
      agent.SetKey(Keys.Ammo, 3);
      agent.SetKey("mood", "angry");
      agent.SetKey("post", new Vector3(1, 2, 3));
    });
    Engine.Frame();
    Assert.AreEqual(30, guard.Agent.GetNumber("hp"));
    Assert.AreEqual(3, guard.Agent.GetNumber("ammo"));
    Assert.AreEqual("angry", guard.Agent.GetMember(Keys.Mood));
    Assert.AreEqual(new Vector3(1, 2, 3), guard.Agent.GetPoint("post"));
    Assert.IsNull(guard.Agent.GetThing("threat"));
    guard.Agent.SetKey("threat", guard.Agent);
    Assert.AreSame(guard.Agent, guard.Agent.GetThing(Keys.Threat));
  }

  [Test]
  public void BeforeAnAgentLivesItsKeysAreWhatItWillBeginWith() {
    Guard guard = Guard(Asset("guard"), agent => {
      agent.SceneKeys.Add(new IshiKeyValue { Key = "ammo", Kind = ValueKind.Integer, Number = 3 });
      agent.SetKey(Keys.Hp, 40f);
    });
    Assert.AreEqual(40, guard.Agent.GetNumber("hp"));
    Assert.AreEqual(40, guard.Agent.GetNumber(Keys.Hp));
    Assert.AreEqual(3, guard.Agent.GetNumber("ammo"));
    Assert.AreEqual("calm", guard.Agent.GetMember("mood"));
    Assert.AreEqual(IshiWorldBehaviour.Nowhere, guard.Agent.GetPoint("post"));
    Assert.IsTrue(float.IsNaN(guard.Agent.GetNumber("nonsense")));
  }

  [Test]
  public void WhatASceneSetsIsToldBeforeWhatTheGameSets() {
    World();
    Guard guard = Guard(Asset("guard"), agent => {
      agent.SceneKeys.Add(new IshiKeyValue { Key = "hp", Kind = ValueKind.Number, Number = 20 });
      agent.SceneKeys.Add(new IshiKeyValue { Key = "mood", Kind = ValueKind.Enum, Text = "wary" });
      agent.SetKey("hp", 40);
    });
    Engine.Frame();
    Assert.AreEqual(40, guard.Agent.GetNumber("hp"));
    Assert.AreEqual("wary", guard.Agent.GetMember("mood"));
  }

  [Test]
  public void WithoutAScriptTheEventTells() {
    World();
    GameObject bare = new GameObject("Bare");
    bare.SetActive(false);
    IshiAgent agent = bare.AddComponent<IshiAgent>();
    agent.Behaviour = Asset("guard");
    agent.Agent = "guard";
    agent.SetKey("hp", 5);
    List<string> told = new List<string>();
    agent.TaskStarted += task => told.Add(task.Name);
    agent.TaskAborted += task => told.Add("end of " + task.Name);
    bare.SetActive(true);
    Engine.Frame(2);
    agent.SetKey("hp", 50);
    Engine.Frame(2);
    Assert.AreEqual(new[] { "hide", "end of hide" }, told);
  }

  [Test]
  public void EventsReachAgentsAndComeFromThem() {
    IshiWorldBehaviour world = World();
    Guard guard = Guard(Asset("guard"));
    Guard other = Guard(Asset("guard"), null, "Other");
    List<string> heard = new List<string>();
    guard.Agent.EventEmitted += emitted => heard.Add(emitted.Name + " " + emitted.Number("loud") + " " + emitted.As<Cried>().Loud);
    Engine.Frame();
    guard.Agent.PostEvent(Damaged.Id, new Damaged { Amount = 30, By = other.Agent.EntityId });
    Engine.Frame(2);
    Assert.AreEqual(new[] { "cried 30 30" }, heard);
    Assert.AreEqual(70, guard.Agent.GetNumber("hp"));
    Assert.AreSame(other.Agent, guard.Agent.GetThing("threat"));
    world.PostEvent(Damaged.Id, new Damaged { Amount = 1 });
    Engine.Frame(2);
    Assert.AreEqual(69, guard.Agent.GetNumber("hp"));
    Assert.AreEqual(99, other.Agent.GetNumber("hp"));
  }

  [Test]
  public void SharedKeysFieldsMemoriesSoundsAndProfilesAreTheWorlds() {
    IshiWorldBehaviour world = World(one => one.Teams = 2);
    Guard guard = Guard(Asset("guard"), agent => agent.Profile = "timid");
    IshiThing other = Thing("person", new Vector3(50, 0, 0));
    Engine.Frame();
    Assert.IsTrue(world.SetSharedKey("hour", 3600));
    Assert.AreEqual(3600, world.GetSharedNumber("hour"));
    Assert.IsTrue(world.SetSharedKey("alarm", 0.5f, 1));
    Assert.AreEqual(0.5f, world.GetSharedNumber("alarm", 1));
    Assert.AreEqual(0, world.GetSharedNumber("alarm", 0));
    Assert.IsTrue(other.SetField("strength", 0.25f));
    Assert.AreEqual(0.25f, other.GetField("strength"));
    Assert.IsTrue(guard.Agent.Remember("people", other));
    Assert.IsTrue(guard.Agent.Forget("people", other));
    Assert.IsTrue(world.MakeSound("bang", other));
    Assert.IsTrue(world.MakeSound("bang", other, new Vector3(1, 0, 1)));
    guard.Agent.Profile = "brave";
    guard.Agent.Team = 1;
    Assert.AreEqual("brave", guard.Agent.Profile);
    Assert.AreEqual(1, guard.Agent.Team);
  }

  [Test]
  public void WhyGivesTheScoresTheBestFirst() {
    World();
    Guard guard = Shooter(Asset("guard"));
    List<IshiOption> options = new List<IshiOption>();
    guard.Agent.Why(options);
    Assert.AreEqual("shoot", options[0].Action);
    Assert.AreEqual(0.8f, options[0].Score);
    Assert.IsTrue(options[0].IsRunning);
    Assert.AreEqual("wait", options[1].Action);
    Assert.AreEqual(float.NegativeInfinity, options[options.Count - 1].Score);
    List<IshiTask> tasks = new List<IshiTask>();
    guard.Agent.GetTasks(tasks);
    Assert.AreEqual("shoot", tasks.Single().Name);
  }

  [Test]
  public void AnAgentThatIsDisabledComesBackAsOneThatIsNew() {
    IshiWorldBehaviour world = World();
    Guard guard = Shooter(Asset("guard"));
    IshiTask task = guard.Task;
    guard.Agent.enabled = false;
    Assert.AreEqual("shoot ends", guard.Told.Last());
    Assert.IsFalse(task.IsRunning);
    Assert.AreEqual(1, world.Count);
    guard.Agent.enabled = true;
    Engine.Frame();
    Assert.AreEqual(2, world.Count);
    Assert.AreEqual(100, guard.Agent.GetNumber("hp"));
  }

  [Test]
  public void AgentsMayComeBeforeTheirWorld() {
    Guard guard = Guard(Asset("guard"), agent => agent.SetKey("hp", 5));
    World();
    Engine.Frame(2);
    Assert.AreEqual(new[] { "hide" }, guard.Told);
  }

  [Test]
  public void OfSeveralWorldsAnAgentTakesTheOneThatItNamesElseTheNearestAboveIt() {
    IshiWorldBehaviour first = World(null, "First"), second = World(null, "Second"), third = World(null, "Third");
    IshiAsset asset = Asset("guard");
    Guard near = Guard(asset, agent => agent.transform.parent = second.transform);
    Guard named = Guard(asset, agent => agent.World = third);
    Guard other = Guard(asset);
    Engine.Frame();
    Assert.AreSame(second, near.Agent.World);
    Assert.AreSame(third, named.Agent.World);
    Assert.AreSame(first, other.Agent.World);
  }

  [Test]
  public void TwoWorldsWithEqualSeedsComeToEqualStates() {
    IshiAsset asset = Asset("guard");
    ulong[] hashes = new ulong[3];
    for (int i = 0; i < 3; ++i) {
      IshiWorldBehaviour world = World(one => one.Seed = i == 2 ? 5 : 4);
      Guard(asset, agent => agent.World = world);
      for (int frame = 0; frame < 100; ++frame) Engine.Frame();
      hashes[i] = world.StateHash();
      Engine.Stop();
      Engine.Play();
    }
    Assert.AreEqual(hashes[0], hashes[1]);
    Assert.AreNotEqual(hashes[0], hashes[2]);
  }

  [Test]
  public void ThoseWithAnIdentityEnterInItsOrderWhateverUnitysIs() {
    IshiAsset asset = Asset("guard");
    ulong[] hashes = new ulong[2];
    for (int i = 0; i < 2; ++i) {
      IshiWorldBehaviour world = World();
      for (int k = 1; k <= 3; ++k) {
        int identity = i == 0 ? k : 4 - k;
        Guard(asset, agent => {
          agent.Identity = identity;
          agent.transform.position = new Vector3(identity, 0, 0);
        });
      }
      Engine.Frame(60);
      hashes[i] = world.StateHash();
      Engine.Stop();
      Engine.Play();
    }
    Assert.AreEqual(hashes[0], hashes[1]);
  }

  [Test]
  public void AWallBlocksSightAndThoseWhoLookDoNot() {
    IshiWorldBehaviour world = World(one => one.gameObject.AddComponent<PhysicsSight>());
    Guard guard = Guard(Asset("guard"));
    guard.OnBegin = task => task.Complete();
    guard.gameObject.AddComponent<BoxCollider>().size = new Vector3(1, 4, 1);
    for (int limb = 0; limb < 40; ++limb) {
      GameObject part = new GameObject("Limb");
      part.transform.parent = guard.transform;
      part.AddComponent<BoxCollider>().size = new Vector3(1, 4, 1);
    }
    IshiThing seen = Thing("person", new Vector3(0, 0, 6));
    seen.gameObject.AddComponent<BoxCollider>().size = new Vector3(1, 4, 1);
    GameObject wall = new GameObject("Wall");
    wall.transform.position = new Vector3(0, 0, 3);
    BoxCollider box = wall.AddComponent<BoxCollider>();
    box.size = new Vector3(4, 6, 0.5f);
    Engine.Frame(10);
    Assert.IsEmpty(guard.Told, "it sees nobody");
    box.isTrigger = true;
    Engine.Frame(10);
    Assert.AreEqual("greet", guard.Told[0]);
    Assert.AreEqual(0, guard.Greeting.Turn, 0.01f);
    Assert.AreEqual(2, world.Count);
  }

  [Test]
  public void CellsThatNobodyEntersBlockSight() {
    IshiWorldBehaviour world = World(one => {
      one.GridCells = new Vector2Int(20, 20);
      one.GridOrigin = new Vector3(-10, 0, -10);
      one.gameObject.AddComponent<GridSight>();
    });
    Guard guard = Guard(Asset("guard"));
    Thing("person", new Vector3(1, 0, 6));
    byte[] terrains = new byte[400];
    for (int column = 0; column < 20; ++column) terrains[13 * 20 + column] = IshiWorldBehaviour.Impassable;
    world.Opened += () => world.SetCells(terrains);
    Engine.Frame(10);
    Assert.IsEmpty(guard.Told);
    Assert.AreEqual(IshiWorldBehaviour.Impassable, world.TerrainAt(new Vector3(0, 0, 3.5f)));
    Assert.AreEqual(0, world.TerrainAt(new Vector3(0, 0, 4.5f)));
    world.SetCells(new byte[400]);
    Engine.Frame(10);
    Assert.AreEqual(new[] { "greet" }, guard.Told);
  }

  IshiWorldBehaviour Walk(System.Action<IshiWorldBehaviour> set, System.Action<IshiAgent> prepare, out Guard guard) {
    IshiWorldBehaviour world = World(one => {
      one.GridCells = new Vector2Int(20, 20);
      one.GridOrigin = new Vector3(-10, 0, -10);
      if (set != null) set(one);
    });
    IshiThing crate = Thing("crate", new Vector3(4.5f, 0, 0.5f));
    world.Opened += () => world.SetCandidates("crates", new[] { crate });
    guard = Guard(Asset("guard"), agent => {
      agent.SetKey("mood", "wary");
      agent.transform.position = new Vector3(-4.5f, 0, 0.5f);
      if (prepare != null) prepare(agent);
    });
    return world;
  }

  [Test]
  public void TheNavMeshSaysWhereOneWalks() {
    // Two floors with a bridge at the far end.
    Engine.AddFloor(-10, -10, -1.4f, 10);
    Engine.AddFloor(1.4f, -10, 10, 10);
    Engine.AddFloor(-2, 7, 2, 9, 3);
    Guard guard;
    IshiWorldBehaviour world = Walk(one => {
      NavMeshGround ground = one.gameObject.AddComponent<NavMeshGround>();
      ground.Terrains = new byte[] { 0, 0, 0, 0 };
    }, null, out guard);
    float farthest = 0;
    for (int frame = 0; frame < 1500 && guard.Told.Count == 0; ++frame) {
      Engine.Frame();
      farthest = Mathf.Max(farthest, guard.transform.position.z);
    }
    Assert.AreEqual(new[] { "count" }, guard.Told);
    Assert.Greater(farthest, 6, "it has taken the bridge");
    Assert.AreEqual(IshiWorldBehaviour.Impassable, world.TerrainAt(new Vector3(0.5f, 0, 0.5f)));
  }

  [Test]
  public void CollidersAreInTheWay() {
    Guard guard;
    GameObject wall = new GameObject("Wall");
    wall.transform.position = new Vector3(0, 0, -4);
    wall.AddComponent<BoxCollider>().size = new Vector3(0.8f, 4, 16);
    IshiWorldBehaviour world = Walk(one => one.gameObject.AddComponent<PhysicsGround>(), null, out guard);
    float farthest = 0;
    for (int frame = 0; frame < 1500 && guard.Told.Count == 0; ++frame) {
      Engine.Frame();
      farthest = Mathf.Max(farthest, guard.transform.position.z);
    }
    Assert.AreEqual(new[] { "count" }, guard.Told);
    Assert.Greater(farthest, 3.5f, "it has gone around");
    Assert.AreEqual(0, world.TerrainAt(new Vector3(0.5f, 0, 8.5f)));
  }

  [Test]
  public void MoversMoveTheCharacterInPlaceOfItsTransform([Values(0, 1, 2)] int kind) {
    Engine.AddFloor(-10, -10, 10, 10);
    Guard guard;
    Walk(null, agent => {
      if (kind == 0) agent.gameObject.AddComponent<CharacterControllerMover>();
      if (kind == 1) agent.gameObject.AddComponent<RigidbodyMover>();
      if (kind == 2) agent.gameObject.AddComponent<NavMeshAgentMover>();
    }, out guard);
    Engine.Frame(500);
    Assert.AreEqual("count", guard.Told[0]);
    Assert.AreEqual(4.5f, guard.transform.position.x, 0.6f);
    Assert.AreEqual(1, guard.transform.forward.x, 0.01f);
  }

  sealed class OwnMover : IIshiMover {
    public int Calls;
    public void Move(IshiAgent agent, in IshiMove move) { ++Calls; }
  }

  [Test]
  public void AMoverOfTheGamesOwnMovesItAndNobodyDoesWhereMovesIsOff() {
    Guard guard;
    OwnMover mover = new OwnMover();
    Walk(null, agent => agent.SetMover(mover), out guard);
    Engine.Frame(20);
    Assert.Greater(mover.Calls, 5);
    Assert.AreEqual(-4.5f, guard.transform.position.x);
    guard.Agent.Moves = false;
    int before = mover.Calls;
    Engine.Frame(20);
    Assert.AreEqual(before, mover.Calls);
  }

  [Test]
  public void AChildOfATurnedObjectIsWhereUnityHasIt() {
    IshiWorldBehaviour world = World();
    GameObject ship = new GameObject("Ship");
    ship.transform.position = new Vector3(100, 5, 0);
    ship.transform.rotation = Quaternion.LookRotation(Vector3.right);
    Guard guard = Guard(Asset("guard"), agent => {
      agent.transform.parent = ship.transform;
      agent.transform.localPosition = new Vector3(0, 0, 2);
    });
    Engine.Frame();
    Assert.AreEqual(102, world.Columns.Positions[guard.Agent.Row].x, 0.001f);
    Assert.AreEqual(5, world.Columns.Positions[guard.Agent.Row].y, 0.001f);
  }

  [Test]
  public void APrefabBringsItsAgentWithItsKeys() {
    World();
    GameObject prefab = new GameObject("Prefab");
    prefab.SetActive(false);
    prefab.AddComponent<Guard>();
    IshiAgent agent = prefab.AddComponent<IshiAgent>();
    agent.Behaviour = Asset("guard");
    agent.Agent = "guard";
    agent.SceneKeys.Add(new IshiKeyValue { Key = "hp", Kind = ValueKind.Number, Number = 5 });
    GameObject[] made = { Object.Instantiate(prefab), Object.Instantiate(prefab) };
    foreach (GameObject one in made) one.SetActive(true);
    Engine.Frame(2);
    foreach (GameObject one in made) Assert.AreEqual(new[] { "hide" }, one.GetComponent<Guard>().Told);
  }
}

}
