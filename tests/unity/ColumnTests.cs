using System;
using NUnit.Framework;
using Stub;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;
using UnityEngine;

namespace Ishi.Tests {

/// <summary>Native arrays over the columns of a world.</summary>
[TestFixture]
public sealed class ColumnTests : Scene {
  IshiAsset asset_;
  IshiWorldBehaviour world_;
  Guard guard_;

  void Begin() {
    asset_ = Asset("guard");
    world_ = World();
    guard_ = Guard(asset_);
    Engine.Frame();
  }

  [Test]
  public void AnArrayIsTheMemoryOfTheWorld() {
    Begin();
    NativeArray<float> hp = world_.Columns.Key<float>(asset_, "guard", "hp");
    NativeArray<int> ammo = world_.Columns.Key<int>(asset_, "guard", "ammo");
    NativeArray<byte> armed = world_.Columns.Key<byte>(asset_, "guard", "armed");
    NativeArray<ishi_entity_id> threat = world_.Columns.Key<ishi_entity_id>(asset_, "guard", "threat");
    IshiPoints post = world_.Columns.Points(asset_, "guard", "post");
    int slot = guard_.Agent.Slot;
    Assert.AreEqual(world_.Capacity, hp.Length);
    Assert.AreEqual(100, hp[slot]);
    hp[slot] = 30;
    ammo[slot] = 7;
    armed[slot] = 1;
    threat[slot] = guard_.Agent.EntityId;
    post.X[slot] = post.Y[slot] = post.Z[slot] = 2;
    Assert.AreEqual(30, guard_.Agent.GetNumber("hp"));
    Assert.AreEqual(7, guard_.Agent.GetNumber("ammo"));
    Assert.AreEqual(1, guard_.Agent.GetNumber("armed"));
    Assert.AreSame(guard_.Agent, guard_.Agent.GetThing("threat"));
    Assert.AreEqual(new Vector3(2, 2, 2), guard_.Agent.GetPoint("post"));
    guard_.Agent.SetKey("hp", 31);
    Assert.AreEqual(31, hp[slot]);
    Assert.AreEqual(1, world_.Columns.Facings[guard_.Agent.Row].z);
  }

  [Test]
  public void AnArrayThatIsUsedInTheNextFrameThrows() {
    Begin();
    NativeArray<float> hp = world_.Columns.Key<float>(asset_, "guard", "hp");
    IshiPoints places = world_.Columns.Positions;
    Engine.Frame();
    Assert.Throws<ObjectDisposedException>(() => { float one = hp[0]; });
    Assert.Throws<ObjectDisposedException>(() => { hp[0] = 3; });
    Assert.Throws<ObjectDisposedException>(() => { Vector3 one = places[0]; });
  }

  [Test]
  public void AnArrayThatIsUsedAfterTheEndOfTheWorldThrows() {
    Begin();
    NativeArray<float> hp = world_.Columns.Key<float>(asset_, "guard", "hp");
    IshiColumns columns = world_.Columns;
    UnityEngine.Object.DestroyImmediate(world_.gameObject);
    Assert.Throws<ObjectDisposedException>(() => { float one = hp[0]; });
    Assert.IsFalse(columns.Key<float>(asset_, "guard", "hp").IsCreated);
    Says("`hp` cannot be had as a native array before the world has begun or after its end");
  }

  [Test]
  public void AnArrayOfARowThatIsNoneThrows() {
    Begin();
    NativeArray<float> hp = world_.Columns.Key<float>(asset_, "guard", "hp");
    Assert.Throws<IndexOutOfRangeException>(() => { float one = hp[hp.Length]; });
    Assert.Throws<IndexOutOfRangeException>(() => { float one = hp[-1]; });
    Assert.Throws<InvalidOperationException>(() => hp.Dispose(), "its memory is the world's");
  }

  [Test]
  public void ANewVersionOfTheFileBringsNewArrays() {
    Begin();
    guard_.Agent.SetKey("hp", 50);
    asset_.Blob = Blob("changed");
    Engine.Frame();
    NativeArray<float> hp = world_.Columns.Key<float>(asset_, "guard", "hp");
    Assert.AreEqual(50, hp[guard_.Agent.Slot]);
    hp[guard_.Agent.Slot] = 51;
    Assert.AreEqual(51, guard_.Agent.GetNumber("hp"));
  }

  [Test]
  public void JobsThatStillUseAnArrayAreCompletedBeforeTheFrame() {
    Begin();
    Engine.Schedule(world_.Columns.Key<float>(asset_, "guard", "hp"));
    int before = Engine.CompletedJobs;
    Engine.Frame();
    Assert.AreEqual(before + 1, Engine.CompletedJobs);
  }

  [Test]
  public void AnArrayBeforeTheWorldHasBegun() {
    world_ = World();
    Assert.IsFalse(world_.Columns.Positions.IsCreated);
    Assert.IsFalse(world_.Columns.Key<float>(null, "guard", "hp").IsCreated);
    Says("`Positions` cannot be had as a native array", "`hp` cannot be had as a native array before");
  }

  [Test]
  public void AnArrayOfWhatIsNone() {
    Begin();
    Assert.IsFalse(world_.Columns.Key<float>(asset_, "guard", "hitpoints").IsCreated);
    Assert.IsFalse(world_.Columns.Key<float>(asset_, "gard", "hp").IsCreated);
    Assert.IsFalse(world_.Columns.Key<float>(null, "guard", "hp").IsCreated);
    Assert.IsFalse(world_.Columns.Key<float>(asset_, "guard", "hour").IsCreated);
    Says("`hitpoints` cannot be had as a native array: ", "`hp` cannot be had as a native array: no agent `gard` of guard.ishi has come yet",
         "`hp` cannot be had as a native array: no agent `guard` of no behaviour has come yet", "`hour` cannot be had as a native array: ");
  }

  [Test]
  public void AnArrayOfAnotherType() {
    Begin();
    Assert.IsFalse(world_.Columns.Key<int>(asset_, "guard", "hp").IsCreated);
    Assert.IsFalse(world_.Columns.Key<double>(asset_, "guard", "hp").IsCreated);
    Assert.IsFalse(world_.Columns.Key<float>(asset_, "guard", "post").IsCreated);
    Assert.IsFalse(world_.Columns.Points(asset_, "guard", "hp").IsCreated);
    Says("`hp` has rows of the type Single, not of Int32", "`hp` has rows of the type Single, not of Double", "`post` is a point: ask for `Points`",
         "`hp` is no point: ask for `Key`");
  }

  [Test]
  public void ArraysMakeNoGarbage() {
    Begin();
    long before = 0;
    for (int i = 0; i < 300; ++i) {
      if (i == 100) before = GC.GetAllocatedBytesForCurrentThread();
      world_.Step();
      NativeArray<float> hp = world_.Columns.Key<float>(asset_, "guard", "hp");
      hp[guard_.Agent.Slot] = i % 50 + 50;
    }
    long garbage = GC.GetAllocatedBytesForCurrentThread() - before;
    Assert.AreEqual(0, garbage);
  }
}

}
