using System;
using System.Diagnostics;
using System.IO;
using NUnit.Framework;

namespace Ishi.Tests {

/// <summary>People look into a game in C#. With ISHI_TOOL and ISHI_BLOB in the environment.</summary>
[TestFixture]
public sealed unsafe class LiveTests {
  static string Tool { get { return Environment.GetEnvironmentVariable("ISHI_TOOL"); } }
  static byte[] Blob() { return File.ReadAllBytes(Environment.GetEnvironmentVariable("ISHI_BLOB")); }

  static Process Start(string arguments) {
    return Process.Start(new ProcessStartInfo(Tool, arguments) { UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true });
  }

  [Test]
  public void ViewersLookIntoAGameAndChangeIt() {
    string recorded = Path.Combine(Path.GetTempPath(), "ishi-csharp-" + Process.GetCurrentProcess().Id + ".ishirec");
    using (Game game = new Game(Blob())) {
      Recorder recorder = Recorder.ToFile(game.World, recorded, Recorder.Defaults());
      using (LiveHost host = new LiveHost(recorder, "csharp", game.Asset)) {
        string name = Path.GetFileName(host.Path());
        Assert.AreEqual("csharp-" + Process.GetCurrentProcess().Id, name);
        uint changes = 0, viewers = 0;
        ulong held = 0;
        foreach (string arguments in new[] { name, name + " --agent guard#7 --set keen=0.125", name + " --step 3" }) {
          string said;
          int code, tries = 0;
          // Agents of this game come and go: the one that the viewer has seen may be gone when its change arrives.
          do {
            using (Process tool = Start("live " + arguments)) {
              while (!tool.WaitForExit(1)) {
                ishi_turn turn = host.BetweenFrames(game.World);
                changes += turn.changes;
                viewers = Math.Max(viewers, turn.viewers);
                held = Math.Max(held, turn.held_microseconds);
                game.RunFrame();
              }
              said = tool.StandardOutput.ReadToEnd() + tool.StandardError.ReadToEnd();
              code = tool.ExitCode;
            }
          } while (code == 1 && said.Contains("there is no such agent, or it is gone") && ++tries < 20);
          Assert.AreEqual(0, code, arguments + ": " + said);
        }
        Assert.AreEqual(1, changes);
        Assert.AreEqual(1, viewers);
        Assert.Greater(held, 0);
        Assert.Throws<IndexOutOfRangeException>(() => host.Reloaded(0));
      }
      recorder.Close();
    }
    using (Process tool = Start("replay " + recorded)) {
      string said = tool.StandardOutput.ReadToEnd();
      tool.WaitForExit();
      StringAssert.Contains("is played as it was", said);
      StringAssert.Contains("sets keen of ", said);
    }
    File.Delete(recorded);
  }

  [Test]
  public void AHostThatNobodyLooksIntoChangesAndAllocatesNothing() {
    ulong[] digests = new ulong[2];
    for (int i = 0; i < 2; ++i) {
      using (Game game = new Game(Blob())) {
        using (Recorder recorder = i == 0 ? null : Recorder.Dashcam(game.World, 5))
        using (LiveHost host = i == 0 ? null : new LiveHost(recorder, "csharp")) {
          long before = 0;
          for (int frame = 0; frame < 300; ++frame) {
            if (frame == 100) before = GC.GetAllocatedBytesForCurrentThread();
            if (host != null) host.BetweenFrames(game.World);
            game.RunFrame();
          }
          Assert.AreEqual(0, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        digests[i] = game.Digest;
      }
    }
    Assert.AreEqual(digests[0], digests[1]);
  }

  [Test]
  public void WhatCannotBeIsRefusedWithASentence() {
    using (Game game = new Game(Blob()))
    using (Recorder recorder = Recorder.Dashcam(game.World, 5)) {
      StringAssert.Contains("another recorder", Assert.Throws<IshiException>(() => Recorder.Dashcam(game.World, 5)).Message);
      Assert.Throws<IshiException>(() => new LiveHost(recorder, "no name"));
      StringAssert.Contains("cannot be written", Assert.Throws<IshiException>(() => recorder.Write("/nowhere/at/all.ishirec")).Message);
      using (new LiveHost(recorder, "csharp"))
        StringAssert.Contains("another host", Assert.Throws<IshiException>(() => new LiveHost(recorder, "csharp")).Message);
      using (new LiveHost(recorder, "csharp")) {}
    }
  }
}

}
