using UnityEngine;

namespace Ishi {

/// <summary>A compiled .ishi.yaml file, as the importer makes it: drag it to an IshiAgent, or pass its blob to Runtime.Load.</summary>
public sealed class IshiAsset : ScriptableObject {
  [SerializeField] byte[] blob_;
  [SerializeField] string diagnostics_ = "";

  AssetDescription description_;
  byte[] described_;
  string fault_;

  /// <summary>The compiled bytes. Empty if the file has errors, or is only included by others.</summary>
  public byte[] Blob {
    get { return blob_; }
    set { blob_ = value; }
  }

  /// <summary>The diagnostics of the compiler from the last import, each with its file and line.</summary>
  public string Diagnostics {
    get { return diagnostics_; }
    set { diagnostics_ = value ?? ""; }
  }

  /// <summary>The agents, keys and tasks of the file; null if it cannot be loaded, and `fault` is why.</summary>
  public AssetDescription Describe(out string fault) {
    if (blob_ == null || blob_.Length == 0) {
      fault = Diagnostics.Length > 0 ? "it is not compiled: " + Diagnostics : "it has no agents";
      return null;
    }
    // A blob is replaced as a whole, so the array tells whether it is still the same.
    if (!ReferenceEquals(described_, blob_)) {
      described_ = blob_;
      description_ = null;
      fault_ = null;
      try {
        Runtime.CheckLibrary();
        description_ = AssetDescription.OfBlob(blob_);
      } catch (IshiException refusal) {
        fault_ = refusal.Message;
      }
    }
    fault = fault_;
    return description_;
  }
}

}
