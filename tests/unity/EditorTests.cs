using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using Ishi.Editor;
using NUnit.Framework;
using Stub;
using UnityEditor;
using UnityEditor.AssetImporters;
using UnityEngine;

namespace Ishi.Tests {

/// <summary>The inspector, the import, the contract and the window.</summary>
[TestFixture]
public sealed class EditorTests : Scene {
  string project_, began_in_;

  [SetUp]
  public void BeginAProject() {
    Engine.Stop();
    project_ = Path.Combine(Path.GetTempPath(), "project " + Guid.NewGuid().ToString("N"));
    Directory.CreateDirectory(project_ + "/Assets/ai");
    began_in_ = Environment.CurrentDirectory;
    Environment.CurrentDirectory = project_;
    Engine.ProjectFolder = project_;
    IshiImporter.Tool = Tool;
    AssetDatabase.Refreshed = 0;
  }
  [TearDown]
  public void EndTheProject() {
    Environment.CurrentDirectory = began_in_;
    Directory.Delete(project_, true);
  }

  static string Guards { get { return File.ReadAllText(Environment.GetEnvironmentVariable("ISHI_GUARD")); } }
  const string Broken = "ishi: 1\nagents: { guard: { actions: [watsch] } }\n";

  static IshiAgent Edited(IshiAsset asset) {
    IshiAgent agent = new GameObject("Guard").AddComponent<IshiAgent>();
    Engine.Edit(agent, "behaviour", asset);
    return agent;
  }

  // --- the inspector

  [Test]
  public void TheInspectorShowsTheKeysOfTheBehaviour() {
    IshiAgent agent = Edited(Asset("guard"));
    Inspector.Show(agent);
    string[] rows = {
      "Popup Agent guard of guard", "Popup Kind (none) of (none), person, crate", "Popup Profile (usual) of (usual), brave, timid",
      "Slider hp 100 0..100 (off)", "IntSlider ammo 6 0..30 (off)", "Toggle armed False (off)", "Popup mood calm of calm, wary, angry (off)",
      "Object threat none (off)", "Label post nowhere (off)"
    };
    foreach (string row in rows) Assert.Contains(row, Inspector.Drawn, string.Join("\n", Inspector.Drawn));
    Assert.IsFalse(Inspector.Drawn.Any(row => row.Contains("alarm") || row.Contains("hour")), "those of teams and the world are no agent's");
    Assert.IsEmpty(Inspector.Dirty, "a look changes nothing");
  }

  [Test]
  public void TickedKeysAreSavedInTheScene() {
    IshiAgent agent = Edited(Asset("guard"));
    Inspector.Show(agent, "box 1", true);
    Assert.AreEqual("hp", agent.SceneKeys.Single().Key);
    Assert.AreEqual(100, agent.SceneKeys.Single().Number);
    Assert.Contains(agent, Inspector.Recorded, "it can be undone");
    Inspector.Show(agent, "hp", 20f);
    Assert.AreEqual(20, agent.SceneKeys.Single().Number);
    Inspector.Show(agent, "box 4", true);
    Inspector.Show(agent, "mood", "angry");
    Assert.AreEqual("angry", agent.SceneKeys[1].Text);
    Inspector.Show(agent, "box 1", false);
    Assert.AreEqual("mood", agent.SceneKeys.Single().Key);
    Inspector.Show(agent, "box 6", true);
    Assert.Contains("Vector3 post (0, 0, 0)", Inspector.Drawn, "a place that can be edited");
  }

  [Test]
  public void NamesAreChosenFromThoseOfTheFile() {
    IshiAgent agent = Edited(Asset("guard"));
    Inspector.Show(agent, "Kind", "person", "Profile", "timid");
    Assert.AreEqual("person", agent.Kind);
    Assert.AreEqual("timid", agent.Profile);
    Inspector.Show(agent, "Profile", "(usual)");
    Assert.AreEqual("", agent.Profile);
  }

  [Test]
  public void NamesThatAreGoneAreMarkedAndStay() {
    IshiAgent agent = Edited(Asset("guard"));
    agent.Agent = "sentry";
    agent.Kind = "human";
    Inspector.Show(agent);
    Assert.Contains("Popup Agent sentry (missing) of sentry (missing), guard", Inspector.Drawn);
    Assert.Contains("Error: guard.ishi has no agent `sentry`: it has guard.", Inspector.Drawn);
    Assert.AreEqual("human", agent.Kind);
    Inspector.Show(agent, "Agent", "guard");
    Assert.AreEqual("guard", agent.Agent);
  }

  [Test]
  public void AKeyThatIsGoneIsNamedAndCanBeRemoved() {
    IshiAgent agent = Edited(Asset("guard"));
    agent.SceneKeys.Add(new IshiKeyValue { Key = "amo", Kind = ValueKind.Integer, Number = 3 });
    Inspector.Show(agent);
    Assert.Contains("Warning: The scene sets the key `amo`, which guard.ishi does not have; did you mean `ammo`?", Inspector.Drawn);
    Inspector.Show(agent, "Remove `amo`", true);
    Assert.IsEmpty(agent.SceneKeys);
  }

  [Test]
  public void AKeyThatIsOfAnotherTypeNowIsUnticked() {
    IshiAgent agent = Edited(Asset("guard"));
    agent.SceneKeys.Add(new IshiKeyValue { Key = "hp", Kind = ValueKind.Point });
    Inspector.Show(agent);
    Assert.Contains("Label hp was a point: untick it", Inspector.Drawn);
    Inspector.Show(agent, "box 1", false);
    Assert.IsEmpty(agent.SceneKeys);
  }

  [Test]
  public void AMemberThatIsGoneIsMarked() {
    IshiAgent agent = Edited(Asset("guard"));
    agent.SceneKeys.Add(new IshiKeyValue { Key = "mood", Kind = ValueKind.Enum, Text = "cross" });
    Inspector.Show(agent);
    Assert.Contains("Popup mood cross (missing) of cross (missing), calm, wary, angry", Inspector.Drawn);
  }

  [Test]
  public void WithoutABehaviourOrWithOneThatIsDamagedTheInspectorSaysSo() {
    IshiAgent agent = Edited(null);
    Inspector.Show(agent);
    Assert.Contains("Error: It has no behaviour, so it decides nothing: drag an .ishi.yaml file to Behaviour.", Inspector.Drawn);
    Engine.Edit(agent, "behaviour", Asset("guard", new byte[100]));
    Inspector.Show(agent);
    Assert.IsTrue(Inspector.Drawn.Any(row => row.StartsWith("Error: guard.ishi: ", StringComparison.Ordinal)));
    IshiAsset broken = Asset("guard", null);
    broken.Diagnostics = "guard.ishi.yaml:3:1: error: nothing is right";
    Engine.Edit(agent, "behaviour", broken);
    Inspector.Show(agent);
    Assert.Contains("Error: guard.ishi: it is not compiled: guard.ishi.yaml:3:1: error: nothing is right", Inspector.Drawn);
  }

  [Test]
  public void WhileItPlaysTheInspectorShowsWhatTheAgentKnowsAndWhy() {
    Engine.Play();
    World();
    Guard guard = Guard(Asset("guard"), agent => agent.SetKey("hp", 40));
    Engine.Frame(2);
    Inspector.Show(guard.Agent);
    Assert.Contains("Slider hp 40 0..100", Inspector.Drawn);
    Assert.Contains("Label ▶ wait 0.100", Inspector.Drawn);
    Assert.Contains("Label hide does not hold", Inspector.Drawn);
    Inspector.Show(guard.Agent, "hp", 5f);
    Engine.Frame(2);
    Assert.AreEqual(new[] { "hide" }, guard.Told);
    Assert.IsEmpty(guard.Agent.SceneKeys, "the scene is as it was");
  }

  // --- the import

  AssetImportContext Import(string name, string text) {
    File.WriteAllText("Assets/ai/" + name, text);
    AssetImportContext context = new AssetImportContext("Assets/ai/" + name);
    new IshiImporter().OnImportAsset(context);
    return context;
  }

  [Test]
  public void AFileBecomesABehaviour() {
    AssetImportContext context = Import("guard.ishi.yaml", Guards);
    Assert.IsEmpty(context.Errors);
    string fault;
    Assert.AreEqual("guard", ((IshiAsset)context.Main).Describe(out fault).Agents.Single());
  }

  [Test]
  public void ErrorsAreShownWithFileAndLine() {
    AssetImportContext context = Import("guard.ishi.yaml", Broken);
    StringAssert.Contains("guard.ishi.yaml:2", context.Errors.Single());
    IshiAsset asset = (IshiAsset)context.Main;
    Assert.IsNull(asset.Blob);
    StringAssert.Contains("watsch", asset.Diagnostics);
  }

  [Test]
  public void WhatAFileIncludesImportsItAgain() {
    File.WriteAllText("Assets/ai/tasks.ishi.yaml", "ishi: 1\ntasks: { look: {} }\n");
    AssetImportContext context = Import("guard.ishi.yaml", "ishi: 1\ninclude: [tasks.ishi.yaml]\nactions: { watch: { score: 1, do: [look] } }\nagents: { guard: { actions: [watch] } }\n");
    Assert.IsEmpty(context.Errors);
    Assert.AreEqual(new[] { "Assets/ai/tasks.ishi.yaml" }, context.Sources);
  }

  [Test]
  public void OtherYamlIsText() {
    AssetImportContext context = Import("settings.yaml", "a: 1");
    Assert.AreEqual("a: 1", ((TextAsset)context.Main).text);
  }

  [Test]
  public void AToolThatIsNotThereIsNamed() {
    IshiImporter.Tool = "/nowhere/ishi";
    AssetImportContext context = Import("guard.ishi.yaml", Guards);
    StringAssert.Contains("the tool `/nowhere/ishi` cannot be run", context.Errors.Single());
    StringAssert.Contains("Ishi → Choose Tool", context.Errors.Single());
    Assert.IsNull(((IshiAsset)context.Main).Blob);
    EditorUtility.Chosen = "";
    IshiImporter.ChooseTool();
    Assert.AreEqual("/nowhere/ishi", IshiImporter.Tool, "nothing was chosen");
    EditorUtility.Chosen = Tool;
    IshiImporter.ChooseTool();
    Assert.IsEmpty(Import("guard.ishi.yaml", Guards).Errors);
  }

  // --- the contract

  // Unity imports some files.
  void Imported(params string[] paths) {
    typeof(IshiContract).GetMethod("OnPostprocessAllAssets", BindingFlags.Static | BindingFlags.NonPublic)
      .Invoke(null, new object[] { paths, new string[0], new string[0], new string[0] });
    Engine.EndImport();
  }

  [Test]
  public void TheContractIsWrittenFromTheMenu() {
    File.WriteAllText("Assets/ai/guard.ishi.yaml", Guards);
    IshiContract.Write();
    StringAssert.Contains("public struct Shoot", File.ReadAllText("Assets/GameContract.cs"));
    StringAssert.Contains("namespace Game {", File.ReadAllText("Assets/GameContract.cs"));
    Assert.AreEqual(1, AssetDatabase.Refreshed);
    IshiContract.Write();
    Assert.AreEqual(1, AssetDatabase.Refreshed, "it is the same, so nothing is compiled again");
  }

  [Test]
  public void TheContractFollowsTheBehavioursWhereverItStandsAndWhateverItsNamespaceIs() {
    File.WriteAllText("Assets/ai/guard.ishi.yaml", Guards);
    IshiContract.Write();
    Directory.CreateDirectory("Assets/Scripts");
    string contract = File.ReadAllText("Assets/GameContract.cs").Replace("namespace Game {", "namespace Studio.Night {");
    File.Delete("Assets/GameContract.cs");
    File.WriteAllText("Assets/ai/Contract.cs", contract);
    File.WriteAllText("Assets/ai/guard.ishi.yaml", Guards.Replace("  hide:  { abort: wait }", "  hide:  { abort: wait, params: { how: { type: number, default: 2 } } }"));
    Imported("Assets/ai/guard.ishi.yaml");
    string now = File.ReadAllText("Assets/ai/Contract.cs");
    StringAssert.Contains("public float How;", now);
    StringAssert.Contains("namespace Studio.Night {", now);
    Assert.IsFalse(File.Exists("Assets/GameContract.cs"));
  }

  [Test]
  public void SamplesHaveAContractOfTheirOwn() {
    File.WriteAllText("Assets/ai/guard.ishi.yaml", Guards);
    IshiContract.Write();
    Directory.CreateDirectory("Assets/Samples/Cat");
    File.WriteAllText("Assets/Samples/Cat/cat.ishi.yaml", "ishi: 1\ntasks: { chew: {} }\nactions: { eat: { score: 1, do: [chew] } }\nagents: { cat: { actions: [eat] } }\n");
    File.WriteAllText("Assets/Samples/Cat/CatContract.cs", "// The contract with the game, written by `ishi header`: what is changed here is lost.\nnamespace CatGame {\n}\n");
    IshiContract.Write();
    StringAssert.Contains("public struct Chew", File.ReadAllText("Assets/Samples/Cat/CatContract.cs"));
    Assert.IsFalse(File.ReadAllText("Assets/GameContract.cs").Contains("Chew"));
  }

  [Test]
  public void WithoutAContractNothingIsWrittenUnlessSomebodyAsks() {
    File.WriteAllText("Assets/ai/guard.ishi.yaml", Guards);
    Imported("Assets/ai/guard.ishi.yaml");
    Assert.IsFalse(File.Exists("Assets/GameContract.cs"));
    Imported("Assets/picture.png");
  }

  [Test]
  public void AContractOfAProjectWithoutBehavioursIsNotWritten() {
    IshiContract.Write();
    Says("there is no .ishi.yaml file below");
    Assert.IsFalse(File.Exists("Assets/GameContract.cs"));
  }

  [Test]
  public void AContractOfFilesWithErrorsStaysAsItIs() {
    File.WriteAllText("Assets/ai/guard.ishi.yaml", Guards);
    IshiContract.Write();
    string before = File.ReadAllText("Assets/GameContract.cs");
    File.WriteAllText("Assets/ai/guard.ishi.yaml", Broken);
    Imported("Assets/ai/guard.ishi.yaml");
    Says("GameContract.cs is not written, it stays as it is: ");
    Assert.AreEqual(before, File.ReadAllText("Assets/GameContract.cs"));
  }

  [Test]
  public void AContractWithoutAToolStaysAsItIs() {
    File.WriteAllText("Assets/ai/guard.ishi.yaml", Guards);
    IshiImporter.Tool = "/nowhere/ishi";
    IshiContract.Write();
    Says("the tool `/nowhere/ishi` cannot be run");
  }

  // --- the window

  static void Draw(IshiWindow window) { typeof(IshiWindow).GetMethod("OnGUI", BindingFlags.Instance | BindingFlags.NonPublic).Invoke(window, null); }

  [Test]
  public void TheWindowListsTheWorldsThatPlay() {
    IshiWindow window = ScriptableObject.CreateInstance<IshiWindow>();
    Inspector.Draw(() => Draw(window));
    Assert.AreEqual("Info: No world plays. The worlds of play mode are listed here.", Inspector.Drawn.Single());
    Engine.Play();
    IshiWorldBehaviour world = World();
    Guard(Asset("guard"));
    Engine.Frame(2);
    Inspector.Draw(() => Draw(window), "Live", true);
    Assert.Contains("Label Frame 2 1 lives", Inspector.Drawn);
    Engine.Frame();
    string command = "ishi live " + world.LivePath;
    Inspector.Draw(() => Draw(window), "Copy `" + command + "`", true);
    Assert.AreEqual(command, EditorGUIUtility.systemCopyBuffer);
    Assert.Contains("Label " + command + " 0 viewers", Inspector.Drawn);
    Inspector.Draw(() => Draw(window), "Live", false);
    Engine.Frame();
    Assert.IsNull(world.LivePath);
  }

  [Test]
  public void TheWindowSaysWhyAWorldDecidesNothing() {
    Engine.Play();
    IshiWorldBehaviour world = World(one => one.Teams = 100000);
    Guard(Asset("guard"));
    Engine.Frame();
    Says("It decides nothing until");
    Inspector.Draw(() => Draw(ScriptableObject.CreateInstance<IshiWindow>()));
    Assert.Contains("Error: " + world.Failure, Inspector.Drawn);
  }
}

}
