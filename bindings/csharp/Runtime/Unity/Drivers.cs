using UnityEngine;

namespace Ishi {

/// <summary>Answers whether a line of sight is free. A component beside the IshiWorldBehaviour; without one nothing blocks sight.</summary>
public interface IIshiSight {
  /// <summary>True if nothing stands between the two. Either may be null: it is an entity without a component. On the main thread.</summary>
  bool IsClear(IshiThing observer, IshiThing target, Vector3 from, Vector3 to);
}

/// <summary>Gives the terrain of each cell of the grid. A component beside the IshiWorldBehaviour; without one all cells are free.</summary>
public interface IIshiGround {
  /// <summary>The terrain of a cell, by its middle and the length of its side: 0 to 254 as the YAML's terrains have it, 255 (IshiWorldBehaviour.Impassable): nobody enters it.</summary>
  byte TerrainAt(Vector3 middle, float side);
}

/// <summary>Moves a character. A component beside the IshiAgent; without one its Transform is moved.</summary>
public interface IIshiMover {
  void Move(IshiAgent agent, in IshiMove move);
}

/// <summary>The movement of an agent in this frame.</summary>
public struct IshiMove {
  /// <summary>The direction, level and of length 1; zero: it stands.</summary>
  public Vector3 Heading;
  /// <summary>Metres a second.</summary>
  public float Speed;
  /// <summary>The length of the frame.</summary>
  public float Seconds;
  /// <summary>True of an agent that walks on the grid; it goes to WayPoint, and not past it.</summary>
  public bool HasWayPoint;
  public Vector3 WayPoint;

  /// <summary>The step of this frame as a vector: to the way point at most.</summary>
  public Vector3 Step(Vector3 position) {
    if (Speed <= 0) return Vector3.zero;
    float far = Speed * Seconds;
    if (!HasWayPoint) return new Vector3(Heading.x * far, Heading.y * far, Heading.z * far);
    float x = WayPoint.x - position.x, z = WayPoint.z - position.z;
    float left = (float)System.Math.Sqrt((float)((float)(x * x) + (float)(z * z)));
    float part = left > far ? far / left : 1;
    return new Vector3(x * part, 0, z * part);
  }
}

}
