using UnityEngine;

namespace Ishi {

/// <summary>Impassable cells of the world's grid block sight. It uses no physics, so results are the same on any machine.</summary>
[AddComponentMenu("Ishi/Grid Sight")]
[DisallowMultipleComponent]
public sealed class GridSight : MonoBehaviour, IIshiSight {
  IshiWorldBehaviour world_;

  // Passes through each cell between the two, in the order in which the line enters them. Their own cells block nothing.
  public bool IsClear(IshiThing observer, IshiThing target, Vector3 from, Vector3 to) {
    if (world_ == null) world_ = GetComponent<IshiWorldBehaviour>();
    float side = world_.GridCell;
    Vector3 origin = world_.GridOrigin;
    float x = (from.x - origin.x) / side, z = (from.z - origin.z) / side;
    float far_x = (to.x - origin.x) / side - x, far_z = (to.z - origin.z) / side - z;
    int column = Mathf.FloorToInt(x), row = Mathf.FloorToInt(z);
    int last_column = Mathf.FloorToInt(x + far_x), last_row = Mathf.FloorToInt(z + far_z);
    int step_x = far_x > 0 ? 1 : -1, step_z = far_z > 0 ? 1 : -1;
    // The part of the line before the next column, and before the next row.
    float next_x = far_x == 0 ? float.PositiveInfinity : ((far_x > 0 ? column + 1 : column) - x) / far_x;
    float next_z = far_z == 0 ? float.PositiveInfinity : ((far_z > 0 ? row + 1 : row) - z) / far_z;
    float each_x = far_x == 0 ? 0 : step_x / far_x, each_z = far_z == 0 ? 0 : step_z / far_z;
    int left = System.Math.Abs(last_column - column) + System.Math.Abs(last_row - row);
    while (--left > 0) {
      if (next_x < next_z) {
        column += step_x;
        next_x += each_x;
      } else {
        row += step_z;
        next_z += each_z;
      }
      Vector3 middle = new Vector3(origin.x + (column + 0.5f) * side, 0, origin.z + (row + 0.5f) * side);
      if (world_.TerrainAt(middle) == IshiWorldBehaviour.Impassable) return false;
    }
    return true;
  }
}

}
