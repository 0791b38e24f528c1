// The scene of docs/unity.md: prints what the console has after half a minute.
using System;
using System.IO;
using System.Reflection;
using Ishi;
using Stub;
using UnityEngine;

static class Page {
  static IshiAsset asset_;

  static GameObject Cat(string name) {
    GameObject cat = new GameObject(name);
    cat.SetActive(false);
    IshiAgent agent = cat.AddComponent<IshiAgent>();
    agent.Behaviour = asset_;
    agent.Agent = "cat";
    agent.SceneKeys.Add(new IshiKeyValue { Key = "hunger", Kind = ValueKind.Number, Number = 0.8 });
    cat.AddComponent<Cat>();
    return cat;
  }

  static void Set(object one, string field, object value) {
    one.GetType().GetField(field, BindingFlags.Instance | BindingFlags.NonPublic).SetValue(one, value);
  }

  static int Main(string[] arguments) {
    asset_ = ScriptableObject.CreateInstance<IshiAsset>();
    asset_.name = "cat.ishi";
    asset_.Blob = File.ReadAllBytes(arguments[0]);
    Engine.Play();
    IshiWorldBehaviour world = new GameObject("World").AddComponent<IshiWorldBehaviour>();
    GameObject cat = Cat("Cat");
    cat.SetActive(true);
    Engine.Frame(30 * 50);
    foreach (Line line in Engine.Console) {
      Console.WriteLine(line.Text);
      if (line.Type != LogType.Log) return 1;
    }
    // The other scripts of the page.
    Engine.Play();
    world = new GameObject("World").AddComponent<IshiWorldBehaviour>();
    GameObject hopping = Cat("Hopping");
    hopping.AddComponent<Hopper>();
    hopping.SetActive(true);
    GameObject kitchen = new GameObject("Kitchen");
    kitchen.SetActive(false);
    Appetite appetite = kitchen.AddComponent<Appetite>();
    Set(appetite, "world", world);
    Set(appetite, "cats", asset_);
    kitchen.SetActive(true);
    Engine.Frame(2);
    if (hopping.GetComponent<IshiAgent>().GetNumber("hunger") < 0.5) return 2;
    foreach (Line line in Engine.Console)
      if (line.Type != LogType.Log) {
        Console.WriteLine(line.Text);
        return 3;
      }
    return 0;
  }
}
