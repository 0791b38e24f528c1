using System;
using System.Diagnostics;
using System.IO;
using NUnit.Framework;

namespace Ishi.Tests {

/// <summary>With ISHI_BLOB and ISHI_GOLDEN in the environment: paths of the blob of tests/bindings/game.ishi.yaml and of golden.txt.</summary>
[TestFixture]
public class RuntimeTests {
  static byte[] Blob() { return File.ReadAllBytes(Environment.GetEnvironmentVariable("ISHI_BLOB")); }

  [Test]
  public void TheGameComesToTheGoldenHashes() {
    string[] golden = File.ReadAllLines(Environment.GetEnvironmentVariable("ISHI_GOLDEN"));
    Assert.AreEqual(Game.Frames / Game.FramesPerHash, golden.Length);
    using (Game game = new Game(Blob())) {
      for (int frame = 1; frame <= Game.Frames; ++frame) {
        game.RunFrame();
        if (frame % Game.FramesPerHash == 0)
          Assert.AreEqual(golden[frame / Game.FramesPerHash - 1], game.Digest.ToString("x16"), "after frame " + frame);
      }
    }
  }

  [Test]
  public void AFrameAllocatesNothing() {
    using (Game game = new Game(Blob())) {
      for (int i = 0; i < 200; ++i) game.RunFrame();  // compiles what it calls
      long before = GC.GetAllocatedBytesForCurrentThread();
      for (int i = 0; i < 1000; ++i) game.RunFrame();
      Assert.AreEqual(0, GC.GetAllocatedBytesForCurrentThread() - before);
      object something = new byte[100];  // so that what counts is seen to count
      Assert.Greater(GC.GetAllocatedBytesForCurrentThread(), before);
      GC.KeepAlive(something);
    }
  }

  [Test]
  public void ACallIsQuick() {
    using (Game game = new Game(Blob())) {
      const int calls = 1000000;
      game.AskAlive(1000);
      Stopwatch watch = Stopwatch.StartNew();
      Assert.AreEqual(calls, game.AskAlive(calls));
      Console.WriteLine("a call: " + watch.Elapsed.TotalMilliseconds * 1e6 / calls + " ns");
    }
  }

  [Test]
  public void AnotherVersionIsRefusedWithASentence() {
    Runtime.CheckVersion(Native.ISHI_API_VERSION);
    IshiException refusal = Assert.Throws<IshiException>(() => Runtime.CheckVersion(Native.ISHI_API_VERSION + 1));
    StringAssert.Contains("needs version " + Native.ISHI_API_VERSION, refusal.Message);
  }

  [Test]
  public void WhatIsNoBlobIsRefusedWithASentence() {
    foreach (byte[] bytes in new[] { new byte[0], new byte[3], new byte[5000] }) {
      IshiException refusal = Assert.Throws<IshiException>(() => Runtime.Load(bytes));
      StringAssert.Contains("blob", refusal.Message);
    }
  }

  [Test]
  public void AStaleHandleIsRefused() {
    using (Game game = new Game(Blob())) Assert.AreEqual(Native.ISHI_STALE_OBJECT, game.AskStale().code);
  }

  [Test]
  public void ARefusedCallOfAWorldNamesWhatItWasAbout() {
    using (Game game = new Game(Blob())) {
      IshiException refusal = Assert.Throws<IshiException>(() => game.AskForATokenThatIsAKey());
      Assert.AreEqual(Native.ISHI_UNKNOWN_ID, refusal.Code);
      StringAssert.Contains("`keen` is a key", refusal.Message);
    }
    // Of a world that is gone the sentence is the one without it.
    ishi_status status = new ishi_status { code = Native.ISHI_UNKNOWN_ID, where = 77 };
    Assert.AreEqual(Runtime.Describe(status), Runtime.Describe(status, new ishi_world()));
  }

  [Test]
  public void AColumnKnowsItsTypeAndItsEnd() {
    using (Game game = new Game(Blob())) {
      Assert.Throws<IshiException>(() => new EntityColumn(game.NoiseLevel()));
      Assert.Throws<IshiException>(() => new PointColumn(game.NoiseLevel()));
      FloatColumn keen = game.Keen;
      Assert.AreEqual(8, keen.Length);
      Assert.Throws<IndexOutOfRangeException>(() => keen[8] = 1);
      Assert.Throws<IndexOutOfRangeException>(() => keen[-1] = 1);
    }
  }
}

}
