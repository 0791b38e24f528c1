using System;
using System.Diagnostics;
using System.IO;
using NUnit.Framework;
using Stub;
using UnityEngine;

namespace Ishi.Tests {

/// <summary>`ishi live` looks into play mode.</summary>
[TestFixture]
public sealed class LiveTests : Scene {
  IshiAsset asset_;
  IshiWorldBehaviour world_;
  Guard guard_;

  void Begin(Action<IshiWorldBehaviour> set = null) {
    asset_ = Asset("guard");
    world_ = World(world => {
      world.Live = true;
      if (set != null) set(world);
    });
    guard_ = Guard(asset_);
    Engine.Frame(2);
  }

  static string Guards { get { return File.ReadAllText(Environment.GetEnvironmentVariable("ISHI_GUARD")); } }
  static string Scouts { get { return File.ReadAllText("scouts.ishi.yaml"); } }

  // Plays while the tool runs, and gives what it says.
  static string Look(string arguments) {
    using (Process tool = Process.Start(new ProcessStartInfo(Tool, "live " + arguments) { UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true })) {
      while (!tool.WaitForExit(1)) Engine.Frame();
      string said = tool.StandardOutput.ReadToEnd() + tool.StandardError.ReadToEnd();
      Assert.AreEqual(0, tool.ExitCode, said);
      return said;
    }
  }

  [Test]
  public void ViewersFindTheGameByTheProductsName() {
    Application.ProductName = "My 1st Game!";
    Begin();
    StringAssert.StartsWith("My1stGame-", world_.LivePath);
    StringAssert.Contains(world_.LivePath, Look(""));
    StringAssert.Contains("guard", Look(world_.LivePath));
    Application.ProductName = "Stub Game";
  }

  [Test]
  public void ViewersChangeKeysAndHoldTheGame() {
    Begin(world => world.LiveName = "night");
    StringAssert.StartsWith("night-", world_.LivePath);
    Look(world_.LivePath + " --agent guard#1 --set hp=30");
    Assert.AreEqual(30, guard_.Agent.GetNumber("hp"));
    Look(world_.LivePath + " --step 3");
  }

  [Test]
  public void ViewersMayBeKeptFromChangingTheGame() {
    Begin(world => {
      world.LiveName = "night";
      world.ViewersMayChange = false;
    });
    using (Process tool = Process.Start(new ProcessStartInfo(Tool, "live " + world_.LivePath + " --agent guard#1 --set hp=30") { UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true })) {
      while (!tool.WaitForExit(1)) Engine.Frame();
      Assert.AreNotEqual(0, tool.ExitCode);
    }
    Assert.AreEqual(100, guard_.Agent.GetNumber("hp"));
  }

  [Test]
  public void AGameThatNobodyLooksIntoMakesNoGarbage() {
    Begin();
    long before = 0;
    for (int i = 0; i < 300; ++i) {
      if (i == 100) before = GC.GetAllocatedBytesForCurrentThread();
      world_.Step();
    }
    Assert.AreEqual(0, GC.GetAllocatedBytesForCurrentThread() - before);
  }

  [Test]
  public void ItIsSwitchedOnAndOffWhileItPlays() {
    Begin();
    string file = Path.Combine(Path.Combine(Environment.GetEnvironmentVariable("XDG_RUNTIME_DIR"), "ishi"), world_.LivePath);
    Assert.IsTrue(File.Exists(file), file);
    world_.Live = false;
    Engine.Frame();
    Assert.IsNull(world_.LivePath);
    Assert.IsFalse(File.Exists(file), "nobody finds it any more");
    world_.Live = true;
    Engine.Frame();
    Assert.IsNotNull(world_.LivePath);
    world_.enabled = false;
    Assert.IsNull(world_.LivePath);
  }

  [Test]
  public void ItDoesNotChangeTheGame() {
    ulong[] hashes = new ulong[2];
    for (int i = 0; i < 2; ++i) {
      Begin(world => world.Live = i == 0);
      Engine.Frame(60);
      hashes[i] = world_.StateHash();
      Engine.Stop();
      Engine.Play();
    }
    Assert.AreEqual(hashes[0], hashes[1]);
  }

  [Test]
  public void ANameThatViewersCannotWrite() {
    Begin(world => world.LiveName = "my game");
    Engine.Frame(5);
    Says("World: nobody can look into the game: ");
    Assert.IsFalse(world_.Live);
    Assert.IsTrue(guard_.Agent.IsAlive, "the game goes on");
  }

  [Test]
  public void TwoWorldsOfOneName() {
    Begin(world => world.LiveName = "night");
    IshiWorldBehaviour other = World(world => {
      world.Live = true;
      world.LiveName = "night";
    }, "Other");
    Guard(asset_, agent => agent.World = other);
    Engine.Frame(5);
    Assert.IsNotNull(world_.LivePath);
    Assert.IsNotNull(other.LivePath);
    StringAssert.StartsWith("night.2-", other.LivePath);
    Look(other.LivePath);
  }

  [Test]
  public void ScriptsThatAreCompiledWhileItIsLookedInto() {
    Begin(world => world.LiveName = "night");
    GameObject its = world_.gameObject, guard = guard_.gameObject;
    Engine.Recompile();
    Engine.Frame(3);
    IshiWorldBehaviour now = its.GetComponent<IshiWorldBehaviour>();
    Look(now.LivePath + " --agent guard#1 --set hp=30");
    Assert.AreEqual(30, guard.GetComponent<IshiAgent>().GetNumber("hp"));
  }

  [Test]
  public void ASceneThatIsLoadedAnewWhileItIsLookedInto() {
    Begin(world => world.LiveName = "night");
    string path = world_.LivePath;
    UnityEngine.SceneManagement.Scene first = world_.gameObject.scene;
    Engine.NewScene();
    Engine.Unload(first);
    Begin(world => world.LiveName = "night");
    Assert.AreEqual(path, world_.LivePath);
    Look(path + " --agent guard#1 --set hp=30");
    Assert.AreEqual(30, guard_.Agent.GetNumber("hp"));
  }

  [Test]
  public void AFileThatIsImportedAgainWhileItIsLookedInto() {
    Begin(world => world.LiveName = "night");
    asset_.Blob = Blob("changed");
    Engine.Frame(3);
    guard_.Agent.SetKey("hp", 15);
    Engine.Frame(3);
    Assert.AreEqual(new[] { "hide" }, guard_.Told);
    Look(world_.LivePath + " --agent guard#1 --set hp=30");
    Assert.AreEqual(30, guard_.Agent.GetNumber("hp"));
  }

  [Test]
  public void AViewerReplacesASecondBehaviourUntilItIsImportedAgain() {
    Begin(world => world.LiveName = "night");
    IshiAsset scouts = Asset("scouts");
    Guard scout = Guard(scouts, agent => agent.Agent = "scout");
    world_.Live = false;
    Engine.Frame();
    world_.Live = true;
    Engine.Frame();
    string sources = Path.Combine(Path.GetTempPath(), "sources"), file = Path.Combine(sources, "scouts.ishi.yaml");
    Directory.CreateDirectory(sources);
    File.WriteAllText(Path.Combine(sources, "guard.ishi.yaml"), Guards);
    scout.OnBegin = task => task.Complete();
    for (int limit = 20; limit <= 30; limit += 10) {
      File.WriteAllText(file, Scouts.Replace("hp < 10", "hp < " + limit));
      StringAssert.Contains("scouts.ishi.yaml counts from frame ", Look(world_.LivePath + " --reload " + sources));
      scout.Agent.SetKey("hp", limit - 5);
      Engine.Frame(60);
      CollectionAssert.Contains(scout.Told, "hide");
      scout.Agent.SetKey("hp", 100);
      Engine.Frame(60);
      scout.Told.Clear();
    }
    // The file is as it was before the viewer came, and it is imported again.
    scouts.Blob = Blob("scouts");
    scout.Agent.SetKey("hp", 15);
    Engine.Frame(60);
    CollectionAssert.DoesNotContain(scout.Told, "hide");
    // Viewers can replace the imported version once Live was switched off and on.
    world_.Live = false;
    Engine.Frame();
    world_.Live = true;
    Engine.Frame();
    StringAssert.Contains("scouts.ishi.yaml counts from frame ", Look(world_.LivePath + " --reload " + sources));
    Engine.Frame(60);
    CollectionAssert.Contains(scout.Told, "hide");
    Directory.Delete(sources, true);
  }

  [Test]
  public void ViewersReplaceEachBehaviourOfAGameThatBeginsLive() {
    asset_ = Asset("guard");
    world_ = World(world => world.Live = true);
    Guard(asset_);
    Guard(Asset("scouts"), agent => agent.Agent = "scout");
    Engine.Frame(2);
    string sources = Path.Combine(Path.GetTempPath(), "sources");
    Directory.CreateDirectory(sources);
    File.WriteAllText(Path.Combine(sources, "guard.ishi.yaml"), Guards);
    File.WriteAllText(Path.Combine(sources, "scouts.ishi.yaml"), Scouts.Replace("hp < 10", "hp < 20"));
    StringAssert.Contains("scouts.ishi.yaml counts from frame ", Look(world_.LivePath + " --reload " + sources));
    Directory.Delete(sources, true);
  }

  // --- recordings

  static string File_ { get { return System.IO.Path.Combine(System.IO.Path.GetTempPath(), "guard.ishirec"); } }
  static string Replay() {
    using (Process tool = Process.Start(new ProcessStartInfo(Tool, "replay " + File_) { UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true })) {
      string said = tool.StandardOutput.ReadToEnd() + tool.StandardError.ReadToEnd();
      tool.WaitForExit();
      return said;
    }
  }

  [Test]
  public void TheLastSecondsAreWrittenAndPlayedAgain([Values(false, true)] bool live) {
    Begin(world => {
      world.Live = live;
      world.DashcamSeconds = 5;
    });
    guard_.Agent.SetKey("hp", 5);
    Engine.Frame(100);
    Assert.IsTrue(world_.WriteRecording(File_));
    StringAssert.Contains("is played as it was", Replay());
    // It goes on, and what comes later is in the next one.
    Engine.Frame(100);
    Assert.IsTrue(world_.WriteRecording(File_));
    StringAssert.Contains("is played as it was", Replay());
    File.Delete(File_);
  }

  [Test]
  public void ADashcamMakesNoGarbage() {
    Begin(world => {
      world.Live = false;
      world.DashcamSeconds = 1;
    });
    long before = 0;
    for (int i = 0; i < 600; ++i) {
      if (i == 300) before = GC.GetAllocatedBytesForCurrentThread();
      world_.Step();
    }
    Assert.AreEqual(0, GC.GetAllocatedBytesForCurrentThread() - before);
  }

  [Test]
  public void WithoutADashcamThereIsNothingToWrite() {
    world_ = World();
    Assert.IsFalse(world_.WriteRecording(File_));
    Says("a recording cannot be written before the world has begun");
    UnityEngine.Object.DestroyImmediate(world_.gameObject);
    Begin();
    Assert.IsFalse(world_.WriteRecording(File_));
    Says("nothing is recorded that could be written: set `Dashcam Seconds`");
  }

  [Test]
  public void AFileThatCannotBeWritten() {
    Begin(world => world.DashcamSeconds = 5);
    Assert.IsFalse(world_.WriteRecording("/nowhere/at/all.ishirec"));
    Assert.IsFalse(world_.WriteRecording(null));
    Says("the recording cannot be written to /nowhere/at/all.ishirec: ", "the recording cannot be written to : ");
    Engine.Frame(5);
  }

  [Test]
  public void ADashcamOfATimeThatIsNone([Values(-1, float.NaN, 1e9f)] float seconds) {
    Begin(world => world.DashcamSeconds = seconds);
    Engine.Frame(5);
    Says("the game cannot be recorded: `Dashcam Seconds` is " + seconds + ", which is out of its range");
    Assert.IsTrue(guard_.Agent.IsAlive, "the game goes on");
    Assert.AreEqual(0, world_.DashcamSeconds);
  }

  [Test]
  public void ARecordingThatIsWrittenWithinAFrame() {
    Begin(world => world.DashcamSeconds = 5);
    bool taken = true;
    guard_.OnBegin = task => taken = world_.WriteRecording(File_);
    guard_.Agent.SetKey("hp", 5);
    Engine.Frame(5);
    Assert.IsFalse(taken);
    Says("a recording is written between frames, such as in `Stepped`");
  }
}

}
