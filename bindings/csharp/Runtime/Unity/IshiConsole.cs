using System.Collections.Generic;
using System.Text;
using UnityEngine;

namespace Ishi {

/// <summary>Writes messages to Unity's console: each one once per object, so that a mistake that happens in every frame does not flood it.</summary>
public static class IshiConsole {
  const int Most = 500;
  static readonly HashSet<string> said_ = new HashSet<string>();

  public static void Error(Object about, string words) { Say(about, words, false); }
  public static void Warn(Object about, string words) { Say(about, words, true); }

  /// <summary>Reports an exception that a script has thrown.</summary>
  public static void Thrown(Object about, string what, System.Exception fault) {
    Error(about, "`" + what + "` threw " + fault.GetType().Name + ": " + fault.Message + "\n" + fault.StackTrace);
  }

  /// <summary>Reports a failure that cannot happen in every frame, so it appears each time that it happens.</summary>
  public static void Failed(Object about, string words) {
    string line = NameOf(about) + words;
    Debug.LogError(line, about);
  }

  static void Say(Object about, string words, bool is_warning) {
    string line = NameOf(about) + words;
    lock (said_) {
      if (said_.Count > Most || !said_.Add(line)) return;
      if (said_.Count > Most) line = "Ishi: there were " + Most + " different messages; further ones are left out";
    }
    if (is_warning) {
      Debug.LogWarning(line, about);
    } else {
      Debug.LogError(line, about);
    }
  }

  // As the hierarchy shows it: "Village/Cat: ".
  static string NameOf(Object about) {
    if (about == null) return "Ishi: ";
    Component component = about as Component;
    if (component == null) return about.name + ": ";
    StringBuilder path = new StringBuilder(component.name);
    for (Transform above = component.transform.parent; above != null; above = above.parent) path.Insert(0, above.name + "/");
    return path + ": ";
  }

  /// <summary>Says everything anew, such as when play mode begins.</summary>
  internal static void Forget() {
    lock (said_) said_.Clear();
  }
}

}
