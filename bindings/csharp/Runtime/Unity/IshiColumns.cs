using System;
using System.Collections.Generic;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;
using UnityEngine;

namespace Ishi {

/// <summary>Columns of a world as native arrays over its own memory, without a copy, for jobs that read or write many agents. An array is
/// valid until the next frame begins: fetch it again in every frame, in Stepping or later. In the editor, using it later throws; players
/// do not check. Jobs that still use an array are completed before the frame begins.</summary>
public sealed unsafe class IshiColumns {
  readonly IshiWorldBehaviour world_;
#if ENABLE_UNITY_COLLECTIONS_CHECKS
  readonly List<AtomicSafetyHandle> handles_ = new List<AtomicSafetyHandle>();
#endif

  internal IshiColumns(IshiWorldBehaviour world) { world_ = world; }

  /// <summary>A key of the agents of one kind, a row for each IshiAgent.Slot: float of numbers, int of integers, byte of booleans and enums,
  /// ishi_entity_id of entities. An array that is not created, and a sentence in the console, if there is none.</summary>
  public NativeArray<T> Key<T>(IshiAsset behaviour, string agent, string key) where T : struct {
    ishi_column column;
    return Find(behaviour, agent, key, out column) ? Array<T>(column, key) : default(NativeArray<T>);
  }

  /// <summary>Likewise of a key that is a point.</summary>
  public IshiPoints Points(IshiAsset behaviour, string agent, string key) {
    ishi_column column;
    return Find(behaviour, agent, key, out column) ? PointsOf(column, key) : default(IshiPoints);
  }

  /// <summary>The positions of agents and things, by IshiThing.Row. Each frame reads them from the Transforms, so writing them has no effect.</summary>
  public IshiPoints Positions { get { return OfWorld("Positions", true); } }
  /// <summary>The directions in which they look, likewise.</summary>
  public IshiPoints Facings { get { return OfWorld("Facings", false); } }

  IshiPoints OfWorld(string what, bool positions) {
    if (!IsOpen(what)) return default(IshiPoints);
    ishi_column column;
    ishi_status status = positions ? Native.ishi_world_positions(world_.Handle, &column) : Native.ishi_world_facings(world_.Handle, &column);
    if (status.code == Native.ISHI_OK) return PointsOf(column, what);
    IshiConsole.Error(world_, "`" + what + "`: " + Runtime.Describe(status, world_.Handle));
    return default(IshiPoints);
  }

  // Messages are only formatted when they are reported, so calls that succeed allocate nothing.
  bool IsOpen(string what) {
    if (!world_.MayBeCalled("`{0}` cannot be had as a native array", what)) return false;
    if (world_ != null && world_.IsOpen) return true;
    IshiConsole.Error(world_, "`" + what + "` cannot be had as a native array before the world has begun or after its end");
    return false;
  }

  bool Find(IshiAsset behaviour, string agent, string key, out ishi_column column) {
    column = default(ishi_column);
    if (!IsOpen(key)) return false;
    Population population = world_.PopulationOf(behaviour, agent);
    string fault = population == null ? "no agent `" + agent + "` of " + (behaviour == null ? "no behaviour" : behaviour.name) + " has come yet"
                                      : population.Find(WorldKeys.KeyId(key ?? ""), out column);
    if (fault != null) IshiConsole.Error(world_, "`" + key + "` cannot be had as a native array: " + fault);
    return fault == null;
  }

  NativeArray<T> Array<T>(in ishi_column column, string what) where T : struct {
    Type type = column.type == Native.ISHI_FLOAT ? typeof(float) : column.type == Native.ISHI_INT32 ? typeof(int) : column.type == Native.ISHI_BYTE ? typeof(byte)
              : column.type == Native.ISHI_ENTITY ? typeof(ishi_entity_id) : null;
    if (type == typeof(T) && column.stride == UnsafeUtility.SizeOf<T>()) return View<T>(column.data, (int)column.count);
    IshiConsole.Error(world_, "`" + what + "`" + (type == null ? " is a point: ask for `Points`" : " has rows of the type " + type.Name + ", not of " + typeof(T).Name));
    return default(NativeArray<T>);
  }

  IshiPoints PointsOf(in ishi_column column, string what) {
    if (column.type == Native.ISHI_POINT && column.stride == sizeof(float))
      return new IshiPoints { X = View<float>(column.data, (int)column.count), Y = View<float>(column.y, (int)column.count), Z = View<float>(column.z, (int)column.count) };
    IshiConsole.Error(world_, "`" + what + "` is no point: ask for `Key`");
    return default(IshiPoints);
  }

  NativeArray<T> View<T>(void* data, int count) where T : struct {
    NativeArray<T> array = NativeArrayUnsafeUtility.ConvertExistingDataToNativeArray<T>(data, count, Allocator.None);
#if ENABLE_UNITY_COLLECTIONS_CHECKS
    AtomicSafetyHandle handle = AtomicSafetyHandle.Create();
    NativeArrayUnsafeUtility.SetAtomicSafetyHandle(ref array, handle);
    handles_.Add(handle);
#endif
    return array;
  }

  /// <summary>Makes all arrays invalid that were given out.</summary>
  internal void Invalidate() {
#if ENABLE_UNITY_COLLECTIONS_CHECKS
    for (int i = 0; i < handles_.Count; ++i) AtomicSafetyHandle.EnforceAllBufferJobsHaveCompletedAndRelease(handles_[i]);
    handles_.Clear();
#endif
  }
}

/// <summary>A column of points: an array of each coordinate.</summary>
public struct IshiPoints {
  public NativeArray<float> X, Y, Z;
  public bool IsCreated { get { return X.IsCreated; } }
  public int Length { get { return X.Length; } }
  public Vector3 this[int row] { get { return new Vector3(X[row], Y[row], Z[row]); } }
}

}
