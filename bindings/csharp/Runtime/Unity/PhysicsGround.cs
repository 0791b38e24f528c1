using UnityEngine;

namespace Ishi {

/// <summary>Characters walk where no collider stands.</summary>
[AddComponentMenu("Ishi/Physics Ground")]
[DisallowMultipleComponent]
public sealed class PhysicsGround : MonoBehaviour, IIshiGround {
  [Tooltip("The layers of obstacles, without the floor.")]
  [SerializeField] LayerMask layers = Physics.DefaultRaycastLayers;
  [Tooltip("The height of a character in metres.")]
  [SerializeField] float height = 1.8f;
  [Tooltip("Characters step over colliders up to this height above the grid, in metres.")]
  [SerializeField] float step = 0.3f;

  public LayerMask Layers {
    get { return layers; }
    set { layers = value; }
  }

  public byte TerrainAt(Vector3 middle, float side) {
    float half = Mathf.Max(0.01f, (height - step) / 2);
    Vector3 centre = new Vector3(middle.x, middle.y + step + half, middle.z);
    return Physics.CheckBox(centre, new Vector3(side / 2, half, side / 2), Quaternion.identity, layers, QueryTriggerInteraction.Ignore) ? IshiWorldBehaviour.Impassable : (byte)0;
  }
}

}
