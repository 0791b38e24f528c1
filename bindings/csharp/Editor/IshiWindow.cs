using UnityEditor;
using UnityEngine;

namespace Ishi.Editor {

/// <summary>The worlds that play, and how viewers look into them.</summary>
public sealed class IshiWindow : EditorWindow {
  [MenuItem("Ishi/Worlds")]
  public static void Open() { GetWindow<IshiWindow>("Ishi"); }

  void OnInspectorUpdate() { Repaint(); }

  void OnGUI() {
    if (!Application.isPlaying || IshiWorldBehaviour.Worlds.Count == 0) {
      EditorGUILayout.HelpBox("No world plays. The worlds of play mode are listed here.", MessageType.Info);
      return;
    }
    // The list may change while it is drawn: a click can disable a world.
    for (int i = 0; i < IshiWorldBehaviour.Worlds.Count; ++i) Draw(IshiWorldBehaviour.Worlds[i]);
  }

  static void Draw(IshiWorldBehaviour world) {
    EditorGUILayout.LabelField(world.name, EditorStyles.boldLabel);
    if (world.Failure != null) {
      EditorGUILayout.HelpBox(world.Failure, MessageType.Error);
      return;
    }
    EditorGUILayout.LabelField("Frame " + world.Frame, world.Count + (world.Count == 1 ? " lives" : " live"));
    bool live = EditorGUILayout.Toggle("Live", world.Live);
    if (live != world.Live) world.Live = live;
    if (world.LivePath == null) return;
    string command = "ishi live " + world.LivePath;
    EditorGUILayout.LabelField(command, world.Viewers + (world.Viewers == 1 ? " viewer" : " viewers"));
    if (GUILayout.Button("Copy `" + command + "`")) EditorGUIUtility.systemCopyBuffer = command;
  }
}

}
