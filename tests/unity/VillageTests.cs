using System;
using System.IO;
using NUnit.Framework;
using Stub;
using UnityEngine;

namespace Ishi.Tests {

/// <summary>The sample, as it ships. With ISHI_STATES in the environment: what the village in C++ prints for 3,600 frames.</summary>
[TestFixture]
public sealed class VillageTests : Scene {
  Village Village() {
    GameObject made = new GameObject("Village");
    made.SetActive(false);
    Village village = made.AddComponent<Village>();
    village.Behaviour = Asset("village");
    made.SetActive(true);
    Engine.Frame();  // its Start
    return village;
  }

  [Test]
  public void TheVillageComesToTheStatesOfTheOneInCpp() {
    string[] states = File.ReadAllLines(Environment.GetEnvironmentVariable("ISHI_STATES"));
    Assert.AreEqual(10, states.Length);
    Village village = Village();
    for (int frame = (int)village.World.Frame + 1; frame <= 3600; ++frame) {
      village.World.Step();
      if (frame % 360 == 0) Assert.AreEqual(states[frame / 360 - 1], village.World.StateHash().ToString("x16"), "after frame " + frame);
    }
  }

  [Test]
  public void FramesMakeNoGarbage() {
    Village village = Village();
    const int frames = 10000;
    for (int i = 0; i < 2000; ++i) village.World.Step();  // compiles what it calls, and has had as many tasks as run at once
    long before = GC.GetAllocatedBytesForCurrentThread();
    for (int i = 0; i < frames; ++i) village.World.Step();
    Assert.AreEqual(0, GC.GetAllocatedBytesForCurrentThread() - before);
    object something = new byte[100];  // so that what counts is seen to count
    Assert.Greater(GC.GetAllocatedBytesForCurrentThread(), before);
    GC.KeepAlive(something);
  }
}

}
