using System;
using System.IO;
using UnityEditor;
using UnityEditor.AssetImporters;
using UnityEngine;

namespace Ishi.Editor {

/// <summary>Makes an IshiAsset of each .ishi.yaml file, and shows in the console what the compiler says. Unity knows a file by what
/// follows the last dot of its name, so other .yaml files come here, too: they become texts.</summary>
[ScriptedImporter(2, "yaml")]
public sealed class IshiImporter : ScriptedImporter {
  /// <summary>The path of the tool: the setting "Ishi.Tool" of the editor, else `ishi` in PATH.</summary>
  public static string Tool {
    get { return EditorPrefs.GetString("Ishi.Tool", "ishi"); }
    set { EditorPrefs.SetString("Ishi.Tool", value); }
  }

  [MenuItem("Ishi/Choose Tool")]
  public static void ChooseTool() {
    string chosen = EditorUtility.OpenFilePanel("The tool ishi", "", "");
    if (!string.IsNullOrEmpty(chosen)) Tool = chosen;  // empty: nothing was chosen
  }

  public override void OnImportAsset(AssetImportContext context) {
    if (!context.assetPath.EndsWith(".ishi.yaml", StringComparison.Ordinal)) {
      TextAsset text = new TextAsset(File.ReadAllText(context.assetPath));
      context.AddObjectToAsset("text", text);
      context.SetMainObject(text);
      return;
    }
    IshiBuild.Result result = IshiBuild.Run(Tool, context.assetPath);
    if (result.Failed) {
      context.LogImportError(result.Diagnostics);
    } else if (result.Diagnostics.Length > 0) {
      context.LogImportWarning(result.Diagnostics);
    }
    // A change of what it includes imports it again.
    foreach (string source in result.Sources) {
      string path = PathInProject(source);
      if (path != null && path != context.assetPath) context.DependsOnSourceAsset(path);
    }
    IshiAsset asset = ScriptableObject.CreateInstance<IshiAsset>();
    asset.Blob = result.Blob;  // null: a file that others include, or one with errors
    asset.Diagnostics = result.Diagnostics;
    string fault;
    if (result.Blob != null && asset.Describe(out fault) == null)
      context.LogImportWarning("its keys cannot be shown, and a game cannot load it now: " + fault + ". Take the tool, this package and libishi from one release");
    context.AddObjectToAsset("blob", asset);
    context.SetMainObject(asset);
  }

  // As Unity names it, with slashes from the project's folder on; null outside of that.
  static string PathInProject(string source) {
    string project = Path.GetFullPath(".").Replace('\\', '/').TrimEnd('/') + "/";
    string path = Path.GetFullPath(source).Replace('\\', '/');
    return path.StartsWith(project, StringComparison.Ordinal) ? path.Substring(project.Length) : null;
  }
}

}
