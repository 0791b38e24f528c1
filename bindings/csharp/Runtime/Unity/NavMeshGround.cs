using UnityEngine;
using UnityEngine.AI;

namespace Ishi {

/// <summary>Characters walk where the baked NavMesh is: the terrain of a cell is the NavMesh's area there.</summary>
[AddComponentMenu("Ishi/NavMesh Ground")]
[DisallowMultipleComponent]
public sealed class NavMeshGround : MonoBehaviour, IIshiGround {
  [Tooltip("The greatest distance of the NavMesh above or below the grid, in metres.")]
  [SerializeField] float height = 2;
  [Tooltip("The terrain of each area of the NavMesh, by the area's index; areas beyond the list have terrain 0, those of 255 are impassable.")]
  [SerializeField] byte[] terrains = new byte[0];

  public float Height {
    get { return height; }
    set { height = value; }
  }
  public byte[] Terrains {
    get { return terrains; }
    set { terrains = value ?? new byte[0]; }
  }

  public byte TerrainAt(Vector3 middle, float side) {
    NavMeshHit hit;
    if (!NavMesh.SamplePosition(middle, out hit, Mathf.Max(height, side), NavMesh.AllAreas)) return IshiWorldBehaviour.Impassable;
    // The nearest place may lie in another cell.
    if (Mathf.Abs(hit.position.x - middle.x) > side / 2 || Mathf.Abs(hit.position.z - middle.z) > side / 2) return IshiWorldBehaviour.Impassable;
    // The mask has one bit, that of the area.
    int area = 0;
    while (area < 31 && (hit.mask & (1 << area)) == 0) ++area;
    return area < terrains.Length ? terrains[area] : (byte)0;
  }
}

}
