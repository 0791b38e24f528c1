using System;
using System.Collections.Generic;

namespace Ishi {

/// <summary>Finds the name that somebody probably meant.</summary>
static class Spelling {
  /// <summary>"; did you mean `hunger`?", or nothing if no name is close.</summary>
  public static string Suggest(string name, List<string> names) {
    string best = null;
    int fewest = Math.Max(1, (name ?? "").Length / 3) + 1;
    foreach (string one in names) {
      int edits = Edits(name ?? "", one);
      if (edits >= fewest) continue;
      fewest = edits;
      best = one;
    }
    return best == null ? "" : "; did you mean `" + best + "`?";
  }

  // Levenshtein's distance.
  static int Edits(string from, string to) {
    int[] row = new int[to.Length + 1];
    for (int i = 0; i <= to.Length; ++i) row[i] = i;
    for (int i = 1; i <= from.Length; ++i) {
      int diagonal = row[0];
      row[0] = i;
      for (int k = 1; k <= to.Length; ++k) {
        int above = row[k];
        row[k] = Math.Min(Math.Min(row[k] + 1, row[k - 1] + 1), diagonal + (from[i - 1] == to[k - 1] ? 0 : 1));
        diagonal = above;
      }
    }
    return row[to.Length];
  }
}

}
