using System;
using System.IO;
using Ishi.Editor;
using NUnit.Framework;

namespace Ishi.Tests {

/// <summary>With ISHI_TOOL in the environment: the path of the tool.</summary>
[TestFixture]
public class BuildTests {
  static readonly string Tool = Environment.GetEnvironmentVariable("ISHI_TOOL");
  string folder_;

  [SetUp]
  public void MakeFolder() {
    folder_ = Path.Combine(Path.GetTempPath(), "ishi test " + Guid.NewGuid().ToString("N"));
    Directory.CreateDirectory(folder_);
  }
  [TearDown]
  public void DeleteFolder() { Directory.Delete(folder_, true); }

  string Write(string name, string text) {
    string path = Path.Combine(folder_, name);
    File.WriteAllText(path, text);
    return path;
  }

  [Test]
  public void ABehaviourBecomesABlobAndNamesItsSources() {
    Write("tasks.ishi.yaml", "ishi: 1\ntasks: { look: {} }\n");
    string path = Write("guard.ishi.yaml", "ishi: 1\ninclude: [tasks.ishi.yaml]\nactions: { watch: { score: 1, do: [look] } }\nagents: { guard: { actions: [watch] } }\n");
    IshiBuild.Result result = IshiBuild.Run(Tool, path);
    Assert.IsFalse(result.Failed, result.Diagnostics);
    ishi_asset asset = Runtime.Load(result.Blob);
    Assert.AreEqual(Native.ISHI_OK, Native.ishi_asset_destroy(asset).code);
    Assert.AreEqual(2, result.Sources.Length, string.Join(", ", result.Sources));
    foreach (string source in result.Sources) Assert.IsTrue(File.Exists(source), source);
  }

  [Test]
  public void DiagnosticsAreThoseOfTheTool() {
    IshiBuild.Result result = IshiBuild.Run(Tool, Write("guard.ishi.yaml", "ishi: 1\nagents: { guard: { actions: [watsch] } }\n"));
    Assert.IsTrue(result.Failed);
    Assert.IsNull(result.Blob);
    StringAssert.Contains("watsch", result.Diagnostics);
    StringAssert.Contains("guard.ishi.yaml:2", result.Diagnostics);
  }

  [Test]
  public void AToolThatIsNotThereIsNamed() {
    IshiBuild.Result result = IshiBuild.Run(Path.Combine(folder_, "no tool"), Write("guard.ishi.yaml", "ishi: 1\n"));
    Assert.IsTrue(result.Failed);
    StringAssert.Contains("no tool", result.Diagnostics);
  }

  [Test]
  public void NothingIsLeftBehind() {
    int before = Directory.GetDirectories(Path.GetTempPath(), "ishi-*").Length;
    IshiBuild.Run(Tool, Write("guard.ishi.yaml", "ishi: 1\nagents: {"));
    Assert.AreEqual(before, Directory.GetDirectories(Path.GetTempPath(), "ishi-*").Length);
  }
}

}
