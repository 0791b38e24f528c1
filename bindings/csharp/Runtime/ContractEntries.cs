using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Ishi {

/// <summary>The entries of a contract, which `ishi header --language csharp` writes. Their memory is the process's: any world may use them.</summary>
public unsafe sealed class ContractEntries {
  public readonly ishi_entry* First;
  public readonly uint Count;
  uint added_;

  public ContractEntries(int count) {
    First = (ishi_entry*)Marshal.AllocHGlobal(Math.Max(count, 1) * sizeof(ishi_entry));
    Count = (uint)count;
    First[0] = new ishi_entry();  // of a contract without parts
  }

  public ContractEntries Add(ulong id, ulong owner, ulong reference, string name, string owner_name, string reference_name,
                             byte kind, byte type, byte scope, byte merge, byte abort, byte required, byte live, byte given,
                             uint place, uint parts, float low, float high, float x, float y, float z) {
    if (added_ == Count) throw new InvalidOperationException("a contract of " + Count + " entries has no more");
    First[added_++] = new ishi_entry {
      id = id, owner = owner, reference = reference, name = Text(name), owner_name = Text(owner_name), reference_name = Text(reference_name),
      kind = kind, type = type, scope = scope, merge = merge, abort = abort, required = required, live = live, given = given,
      place = place, parts = parts, low = low, high = high, fallback = new ishi_vector3 { x = x, y = y, z = z }
    };
    return this;
  }

  internal ulong IdOf(uint index) { return First[index].id; }

  static byte* Text(string text) {
    byte[] bytes = Encoding.UTF8.GetBytes(text + "\0");
    IntPtr memory = Marshal.AllocHGlobal(bytes.Length);
    Marshal.Copy(bytes, 0, memory, bytes.Length);
    return (byte*)memory;
  }
}

}
