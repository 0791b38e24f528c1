using UnityEngine;

namespace Ishi {

/// <summary>Colliders block sight, except those of the observer and the target.</summary>
[AddComponentMenu("Ishi/Physics Sight")]
[DisallowMultipleComponent]
public sealed class PhysicsSight : MonoBehaviour, IIshiSight {
  [Tooltip("The layers that block sight.")]
  [SerializeField] LayerMask layers = Physics.DefaultRaycastLayers;
  [Tooltip("The height of the eyes above a character's position, in metres.")]
  [SerializeField] float eyes = 1.6f;

  RaycastHit[] hits_ = new RaycastHit[16];

  public LayerMask Layers {
    get { return layers; }
    set { layers = value; }
  }
  public float Eyes {
    get { return eyes; }
    set { eyes = value; }
  }

  public bool IsClear(IshiThing observer, IshiThing target, Vector3 from, Vector3 to) {
    from.y += eyes;
    to.y += eyes;
    Vector3 way = to - from;
    float length = way.magnitude;
    if (length <= 0) return true;
    int count;
    // A full array may lack the collider that blocks, such as behind those of a ragdoll.
    while ((count = Physics.RaycastNonAlloc(from, way / length, hits_, length, layers, QueryTriggerInteraction.Ignore)) == hits_.Length)
      hits_ = new RaycastHit[2 * hits_.Length];
    for (int i = 0; i < count; ++i) {
      Transform hit = hits_[i].transform;
      if (!IsPartOf(hit, observer) && !IsPartOf(hit, target)) return false;
    }
    return true;
  }

  static bool IsPartOf(Transform hit, IshiThing thing) { return thing != null && hit != null && hit.IsChildOf(thing.transform); }
}

}
