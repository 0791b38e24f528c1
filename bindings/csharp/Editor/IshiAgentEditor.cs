using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace Ishi.Editor {

/// <summary>The inspector of an agent: its agents and keys are those of the behaviour. In play mode it shows what the agent knows, and its options
/// with their scores.</summary>
[CustomEditor(typeof(IshiAgent))]
public sealed class IshiAgentEditor : UnityEditor.Editor {
  // Wider ranges have no slider.
  const float WidestRange = 1000000;

  readonly List<IshiOption> options_ = new List<IshiOption>();

  public override void OnInspectorGUI() {
    IshiAgent agent = (IshiAgent)target;
    serializedObject.Update();
    DrawPropertiesExcluding(serializedObject, "m_Script", "agent", "kind", "profile", "keys");
    serializedObject.ApplyModifiedProperties();
    if (agent.Behaviour == null) {
      EditorGUILayout.HelpBox("It has no behaviour, so it decides nothing: drag an .ishi.yaml file to Behaviour.", MessageType.Error);
      return;
    }
    string fault;
    AssetDescription description = agent.Behaviour.Describe(out fault);
    if (description == null) {
      EditorGUILayout.HelpBox(agent.Behaviour.name + ": " + fault, MessageType.Error);
      return;
    }
    DrawNames(agent, description);
    if (Application.isPlaying && agent.IsAlive) {
      DrawLiving(agent, description);
    } else {
      DrawKeys(agent, description);
    }
  }

  void DrawNames(IshiAgent agent, AssetDescription description) {
    string name = Choice("Agent", agent.Agent, description.Agents, null);
    if (!description.Agents.Contains(name))
      EditorGUILayout.HelpBox(agent.Behaviour.name + " has no agent `" + name + "`: it has " + string.Join(", ", description.Agents) + ".", MessageType.Error);
    string kind = Choice("Kind", agent.Kind, description.Things, "(none)");
    string profile = Choice("Profile", agent.Profile, description.Profiles, "(usual)");
    if (name == agent.Agent && kind == agent.Kind && profile == agent.Profile) return;
    Change(agent, "Ishi Agent");
    agent.Agent = name;
    agent.Kind = kind;
    agent.Profile = profile;
    Changed(agent);
  }

  // A name of a list; one that is none stays until another is chosen.
  static string Choice(string label, string name, List<string> names, string none) {
    List<string> shown = new List<string>(names);
    if (none != null) shown.Insert(0, none);
    int index = none != null && string.IsNullOrEmpty(name) ? 0 : shown.IndexOf(name);
    if (index < 0) {
      shown.Insert(0, name + " (missing)");
      index = 0;
    }
    int chosen = EditorGUILayout.Popup(label, index, shown.ToArray());
    if (chosen == index) return name;
    return none != null && shown[chosen] == none ? "" : shown[chosen];
  }

  static void Change(IshiAgent agent, string name) { Undo.RecordObject(agent, name); }
  static void Changed(IshiAgent agent) {
    EditorUtility.SetDirty(agent);
    PrefabUtility.RecordPrefabInstancePropertyModifications(agent);
  }

  // --- what the scene sets

  void DrawKeys(IshiAgent agent, AssetDescription description) {
    EditorGUILayout.LabelField("Keys", EditorStyles.boldLabel);
    foreach (ContractValue key in description.Keys)
      if (key.Scope == 0) DrawKey(agent, description, key);
    for (int i = 0; i < agent.SceneKeys.Count; ++i) {
      IshiKeyValue one = agent.SceneKeys[i];
      ContractValue known = description.KeyOf(one.Key ?? "");
      if (known != null && known.Scope == 0) continue;
      EditorGUILayout.HelpBox("The scene sets the key `" + one.Key + "`, which " + agent.Behaviour.name + " does not have" +
                              Spelling.Suggest(one.Key, description.Keys.ConvertAll(key => key.Name)), MessageType.Warning);
      if (!GUILayout.Button("Remove `" + one.Key + "`")) continue;
      Change(agent, "Remove Ishi Key");
      agent.SceneKeys.RemoveAt(i--);
      Changed(agent);
    }
  }

  // A key has the behaviour's default until its box is ticked.
  void DrawKey(IshiAgent agent, AssetDescription description, ContractValue key) {
    int index = agent.SceneKeys.FindIndex(one => one.Key == key.Name);
    IshiKeyValue value = index >= 0 ? agent.SceneKeys[index] : IshiKeyValue.DefaultOf(key, description);
    bool fits = value.Kind == key.Kind;
    EditorGUILayout.BeginHorizontal();
    bool is_set = EditorGUILayout.Toggle(index >= 0, GUILayout.Width(16));
    bool was_enabled = GUI.enabled;
    GUI.enabled = was_enabled && is_set;
    IshiKeyValue next = fits ? Draw(key, description, value) : value;
    if (!fits) EditorGUILayout.LabelField(key.Name, "was " + IshiKeyValue.Words(value.Kind) + ": untick it");
    GUI.enabled = was_enabled;
    EditorGUILayout.EndHorizontal();
    bool is_other = is_set != (index >= 0) || (is_set && !IsSame(value, next));
    if (!is_other) return;
    if (index < 0 && IsNowhere(next.Point)) next.Point = Vector3.zero;
    Change(agent, "Ishi Key");
    if (!is_set) {
      agent.SceneKeys.RemoveAt(index);
    } else if (index < 0) {
      agent.SceneKeys.Add(next);
    } else {
      agent.SceneKeys[index] = next;
    }
    Changed(agent);
  }

  static bool IsNowhere(Vector3 point) { return point.x >= Native.ISHI_NOWHERE; }
  static bool IsSame(IshiKeyValue a, IshiKeyValue b) {
    return a.Number == b.Number && a.Text == b.Text && a.Point.Equals(b.Point) && ReferenceEquals(a.Thing, b.Thing);
  }

  static IshiKeyValue Draw(ContractValue key, AssetDescription description, IshiKeyValue value) {
    bool has_range = key.High - key.Low < WidestRange;
    switch (key.Kind) {
      case ValueKind.Number:
        value.Number = has_range ? EditorGUILayout.Slider(key.Name, (float)value.Number, key.Low, key.High) : EditorGUILayout.FloatField(key.Name, (float)value.Number);
        break;
      case ValueKind.Integer:
        value.Number = has_range ? EditorGUILayout.IntSlider(key.Name, (int)value.Number, (int)key.Low, (int)key.High) : EditorGUILayout.IntField(key.Name, (int)value.Number);
        break;
      case ValueKind.Boolean: value.Number = EditorGUILayout.Toggle(key.Name, value.Number != 0) ? 1 : 0; break;
      case ValueKind.Enum: value.Text = Choice(key.Name, value.Text, description.MembersOf(key.Of), null); break;
      case ValueKind.Point:
        if (IsNowhere(value.Point)) {
          EditorGUILayout.LabelField(key.Name, "nowhere");
          break;
        }
        value.Point = EditorGUILayout.Vector3Field(key.Name, value.Point);
        break;
      case ValueKind.Entity: value.Thing = (IshiThing)EditorGUILayout.ObjectField(key.Name, value.Thing, typeof(IshiThing), true); break;
    }
    return value;
  }

  // --- what an agent that lives knows and does

  void DrawLiving(IshiAgent agent, AssetDescription description) {
    EditorGUILayout.LabelField("Keys", EditorStyles.boldLabel);
    foreach (ContractValue key in description.Keys) {
      if (key.Scope != 0) continue;
      IshiKeyValue value = agent.ValueOf(key.Name), next = Draw(key, description, value);
      if (!IsSame(value, next)) agent.Joined.Keys.SetKey(agent, next);
    }
    EditorGUILayout.LabelField("Why", EditorStyles.boldLabel);
    options_.Clear();
    agent.Why(options_);
    foreach (IshiOption option in options_) {
      string score = float.IsNegativeInfinity(option.Score) ? "does not hold" : option.Score.ToString("0.000");
      EditorGUILayout.LabelField((option.IsRunning ? "▶ " : "") + option.Action, score + (option.Candidate == null ? "" : " for " + option.Candidate.name));
    }
  }

  public override bool RequiresConstantRepaint() { return Application.isPlaying; }
}

}
