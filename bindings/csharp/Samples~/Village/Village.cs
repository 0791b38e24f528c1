using System.Collections.Generic;
using Ishi;
using UnityEngine;

/// <summary>A village of five hundred, as in the browser: add this to an empty GameObject, give it village.ishi.yaml, and play. Everybody
/// has a home and a place of work; what they do all day follows from their needs.</summary>
public sealed class Village : MonoBehaviour, IIshiGround {
  const int People = 500, Half = 56, HouseSide = 4, HouseSpacing = 8, SquareHalf = 14, Tables = 60, FramesPerDay = 36000;

  [SerializeField] IshiAsset behaviour;
  [Tooltip("The look of a villager; none: a capsule.")]
  [SerializeField] GameObject body;

  readonly List<IshiThing> tables_ = new List<IshiThing>();
  readonly List<IshiAgent> villagers_ = new List<IshiAgent>();
  uint chance_ = 1;

  public IshiAsset Behaviour {
    get { return behaviour; }
    set { behaviour = value; }
  }
  public IReadOnlyList<IshiAgent> Villagers { get { return villagers_; } }
  public IshiWorldBehaviour World { get; private set; }

  void Start() {
    Time.fixedDeltaTime = 1.0f / 60;
    World = gameObject.AddComponent<IshiWorldBehaviour>();
    World.Seed = 7;
    World.Capacity = People;
    World.GridCells = new Vector2Int(2 * Half, 2 * Half);
    World.GridOrigin = new Vector3(-Half, 0, -Half);
    World.PathExpansions = 20000;
    World.Opened += () => World.SetCandidates("tables", tables_);
    World.Stepping += () => World.SetSharedKey("hour", (float)(World.Frame % FramesPerDay * 2.4));
    AddHouses();
    AddTables();
    for (int i = 0; i < People; ++i) AddVillager(i);
  }

  // Houses stand in rows with streets of four metres between them, around a square with the inn's tables.
  static bool IsHouse(int x, int z) {
    if (Mathf.Max(Mathf.Abs(x + 0.5f), Mathf.Abs(z + 0.5f)) < SquareHalf) return false;
    return (x + Half) % HouseSpacing < HouseSide && (z + Half) % HouseSpacing < HouseSide;
  }
  public byte TerrainAt(Vector3 middle, float side) {
    return IsHouse(Mathf.FloorToInt(middle.x), Mathf.FloorToInt(middle.z)) ? IshiWorldBehaviour.Impassable : (byte)0;
  }

  // Chance of the game's own: a whole number below `most`.
  int Below(int most) {
    chance_ = unchecked(chance_ * 1664525u + 1013904223u);
    return (int)((chance_ >> 8) / 16777216.0 * most);
  }
  // The middle of a cell that no house stands in.
  Vector3 Place() {
    const int reach = Half - 2;
    while (true) {
      int x = Below(2 * reach) - reach;
      int z = Below(2 * reach) - reach;
      if (!IsHouse(x, z)) return new Vector3(x + 0.5f, 0, z + 0.5f);
    }
  }

  // For the eye only: TerrainAt makes their cells impassable.
  void AddHouses() {
    for (int x = -Half; x < Half; x += HouseSpacing)
      for (int z = -Half; z < Half; z += HouseSpacing) {
        if (!IsHouse(x, z)) continue;
        GameObject house = GameObject.CreatePrimitive(PrimitiveType.Cube);
        house.transform.localScale = new Vector3(HouseSide, 3, HouseSide);
        house.transform.position = new Vector3(x + HouseSide / 2, 1.5f, z + HouseSide / 2);
      }
  }

  void AddTables() {
    for (int i = 0; i < Tables; ++i) {
      GameObject table = new GameObject("Table");
      table.transform.position = new Vector3(2 * (i % 10) - 9 + 0.5f, 0, 3 * (i / 10) - 8 + 0.5f);
      // Off until all is set, so that it enters the world as what it is.
      table.SetActive(false);
      IshiThing thing = table.AddComponent<IshiThing>();
      thing.Kind = "table";
      table.SetActive(true);
      tables_.Add(thing);
    }
  }

  void AddVillager(int number) {
    GameObject one = body != null ? Instantiate(body) : GameObject.CreatePrimitive(PrimitiveType.Capsule);
    one.name = "Villager " + number;
    Vector3 home = Place();
    one.transform.position = home;
    one.SetActive(false);
    one.AddComponent<Villager>();
    IshiAgent agent = one.AddComponent<IshiAgent>();
    agent.Behaviour = behaviour;
    agent.Agent = "villager";
    agent.Kind = "person";
    agent.User = (ulong)number;
    agent.SetKey("home", home);
    agent.SetKey("work", Place());
    one.SetActive(true);
    villagers_.Add(agent);
  }
}
