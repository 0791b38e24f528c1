using UnityEngine;

namespace Ishi {

/// <summary>Colliders block sight, except those of the observer and the target.</summary>
[AddComponentMenu("Ishi/Physics Sight")]
[DisallowMultipleComponent]
public sealed class PhysicsSight : MonoBehaviour, IIshiSight {
  const int Most = 16;

  [Tooltip("The layers that block sight.")]
  [SerializeField] LayerMask layers = Physics.DefaultRaycastLayers;
  [Tooltip("The height of the eyes above a character's position, in metres.")]
  [SerializeField] float eyes = 1.6f;

  readonly RaycastHit[] hits_ = new RaycastHit[Most];

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
    int count = Physics.RaycastNonAlloc(from, way / length, hits_, length, layers, QueryTriggerInteraction.Ignore);
    for (int i = 0; i < count; ++i) {
      Transform hit = hits_[i].transform;
      if (!IsPartOf(hit, observer) && !IsPartOf(hit, target)) return false;
    }
    return true;
  }

  static bool IsPartOf(Transform hit, IshiThing thing) { return thing != null && hit != null && hit.IsChildOf(thing.transform); }
}

}
