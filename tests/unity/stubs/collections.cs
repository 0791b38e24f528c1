// Native arrays with the safety checks of the editor, for mono.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using Stub;

namespace Unity.Collections {
public enum Allocator { Invalid, None, Temp, TempJob, Persistent }

public unsafe struct NativeArray<T> : IDisposable where T : struct {
  internal void* Memory;
  internal int Count;
  internal LowLevel.Unsafe.AtomicSafetyHandle Safety;

  public bool IsCreated { get { return Memory != null; } }
  public int Length { get { return Count; } }
  public T this[int i] {
    get {
      LowLevel.Unsafe.AtomicSafetyHandle.CheckReadAndThrow(Safety);
      return MemoryMarshal.Read<T>(Bytes(i));
    }
    set {
      LowLevel.Unsafe.AtomicSafetyHandle.CheckReadAndThrow(Safety);
      MemoryMarshal.GetReference(MemoryMarshal.Cast<byte, T>(Bytes(i))) = value;
    }
  }
  Span<byte> Bytes(int i) {
    if ((uint)i >= (uint)Count) throw new IndexOutOfRangeException("Index " + i + " is out of range of '" + Count + "' Length.");
    int size = LowLevel.Unsafe.UnsafeUtility.SizeOf<T>();
    return new Span<byte>((byte*)Memory + (long)i * size, size);
  }
  public void Dispose() { throw new InvalidOperationException("The NativeArray can not be Disposed because it was not allocated with a valid allocator."); }
}
}

namespace Unity.Collections.LowLevel.Unsafe {
public struct AtomicSafetyHandle {
  // The version of each record; a record is used again with another version.
  static readonly List<int> versions_ = new List<int>();
  static readonly Stack<int> free_ = new Stack<int>();
  internal static readonly HashSet<int> JobsRunning = new HashSet<int>();
  internal static int Completed;
  int record_, version_;
  bool is_set_;

  public static int Living { get { return versions_.Count - free_.Count; } }
  public static AtomicSafetyHandle Create() {
    int record;
    if (free_.Count > 0) {
      record = free_.Pop();
    } else {
      record = versions_.Count;
      versions_.Add(1);
    }
    return new AtomicSafetyHandle { record_ = record, version_ = versions_[record], is_set_ = true };
  }
  public static void EnforceAllBufferJobsHaveCompletedAndRelease(AtomicSafetyHandle handle) {
    CheckReadAndThrow(handle);
    if (JobsRunning.Remove(handle.record_)) ++Completed;
    ++versions_[handle.record_];
    free_.Push(handle.record_);
  }
  public static void CheckReadAndThrow(AtomicSafetyHandle handle) {
    if (!handle.is_set_) throw new InvalidOperationException("The native container has not been assigned or constructed.");
    if (versions_[handle.record_] != handle.version_) throw new ObjectDisposedException("The native container has been deallocated. All containers must be valid when used.");
  }
  internal void Schedule() { JobsRunning.Add(record_); }
}
public static class NativeArrayUnsafeUtility {
  public static unsafe NativeArray<T> ConvertExistingDataToNativeArray<T>(void* data, int length, Allocator allocator) where T : struct {
    return new NativeArray<T> { Memory = data, Count = length };
  }
  public static void SetAtomicSafetyHandle<T>(ref NativeArray<T> array, AtomicSafetyHandle safety) where T : struct { array.Safety = safety; }
}
public static class UnsafeUtility {
  static class Sizes<T> { public static readonly int Size = Marshal.SizeOf(typeof(T)); }
  public static int SizeOf<T>() where T : struct { return Sizes<T>.Size; }
}
}

namespace Unity.Jobs {
public interface IJobParallelFor { void Execute(int index); }
public struct JobHandle { public void Complete() {} }
public static class IJobParallelForExtensions {
  public static JobHandle Schedule<T>(this T job, int length, int batch) where T : struct, IJobParallelFor {
    for (int i = 0; i < length; ++i) job.Execute(i);
    return new JobHandle();
  }
}
}
