#if UNITY_5_3_OR_NEWER
using UnityEngine;

namespace Ishi {

/// <summary>What an .ishi.yaml file becomes: give its blob to Runtime.Load.</summary>
public sealed class IshiAsset : ScriptableObject {
  [SerializeField] byte[] blob_;

  public byte[] Blob {
    get { return blob_; }
    set { blob_ = value; }
  }
}

}
#endif
