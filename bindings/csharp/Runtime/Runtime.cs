using System;
using System.Text;

namespace Ishi {

/// <summary>A call was refused. Code is a constant ISHI_… of Native.</summary>
public sealed class IshiException : Exception {
  public readonly uint Code;
  public readonly ulong Where;
  public IshiException(string message, uint code, ulong where) : base(message) {
    Code = code;
    Where = where;
  }
}

/// <summary>What calls of the library need besides. Any thread; nothing here allocates but Describe, IdOf and what throws.</summary>
public static unsafe partial class Runtime {
  /// <summary>Throws, with a sentence, if the library is of another version than this package, or not there.</summary>
  public static void CheckLibrary() {
    uint version;
    try {
      version = Native.ishi_api_version();
    } catch (DllNotFoundException) {
      throw new IshiException("libishi is not found: put it where the game loads its plugins from", 0, 0);
    } catch (BadImageFormatException) {
      throw new IshiException("libishi is for another kind of processor or system than this game", 0, 0);
    } catch (EntryPointNotFoundException) {
      throw new IshiException("the library that is called libishi is not Ishi's, or one without a C interface", 0, 0);
    }
    CheckVersion(version);
  }

  /// <summary>As CheckLibrary, of a library that says it is of `version`.</summary>
  public static void CheckVersion(uint version) {
    if (version == Native.ISHI_API_VERSION) return;
    throw new IshiException("libishi has version " + version + " of the C interface, this package needs version " +
                            Native.ISHI_API_VERSION + ": take both from one release", 0, version);
  }

  /// <summary>Throws if a call was refused.</summary>
  public static void Require(ishi_status status) {
    if (status.code != Native.ISHI_OK) Throw(status);
  }

  /// <summary>As Require, of a call of a world or of what it owns: the sentence has the name or number that it was about.</summary>
  public static void Require(ishi_status status, ishi_world world) {
    if (status.code != Native.ISHI_OK) Throw(status, world);
  }

  static void Throw(ishi_status status) {
    throw new IshiException(Describe(status), status.code, status.where);
  }

  static void Throw(ishi_status status, ishi_world world) {
    throw new IshiException(Describe(status, world), status.code, status.where);
  }

  /// <summary>A status as a sentence.</summary>
  public static string Describe(ishi_status status) {
    return TextOf(Native.ishi_describe(status));
  }

  /// <summary>A status of a call of a world, or of what it owns, as a sentence with the name or number that it was about. As Describe
  /// without a world if that is gone.</summary>
  public static string Describe(ishi_status status, ishi_world world) {
    const uint room = 4096;
    byte* text = stackalloc byte[(int)room];
    UIntPtr length;
    ishi_status described = Native.ishi_world_describe(world, status, text, (UIntPtr)room, &length);
    return described.code == Native.ISHI_OK ? TextOf(text) : Describe(status);
  }

  /// <summary>The id of a name: the section is such as "agents" or "blackboard". Ask once, and keep it.</summary>
  public static ulong IdOf(string section, string name) {
    fixed (byte* its_section = Utf8(section), its_name = Utf8(name)) return Native.ishi_id_of(its_section, its_name);
  }

  /// <summary>The bytes of a text, with a zero behind.</summary>
  internal static byte[] Utf8(string text) {
    return Encoding.UTF8.GetBytes(text + "\0");
  }

  /// <summary>Copies and checks a blob. Safe for untrusted bytes.</summary>
  public static ishi_asset Load(byte[] blob) {
    ishi_asset asset;
    byte none = 0;
    fixed (byte* bytes = blob) {
      Require(Native.ishi_asset_load(bytes == null ? &none : bytes, (UIntPtr)(uint)blob.Length, null, &asset));
    }
    return asset;
  }

  internal static string TextOf(byte* text) {
    int length = 0;
    while (text[length] != 0) ++length;
    return Encoding.UTF8.GetString(text, length);
  }
}

/// <summary>A column of points or directions without a copy.</summary>
public unsafe struct PointColumn {
  readonly float* x_;
  readonly float* y_;
  readonly float* z_;
  public readonly int Length;

  public PointColumn(ishi_column column) {
    if (column.type != Native.ISHI_POINT)
      throw new IshiException("the column is not of points", Native.ISHI_WRONG_TYPE, column.type);
    x_ = (float*)column.data;
    y_ = column.y;
    z_ = column.z;
    Length = (int)column.count;
  }

  public ishi_vector3 this[int row] {
    get {
      Check(row);
      return new ishi_vector3 { x = x_[row], y = y_[row], z = z_[row] };
    }
    set {
      Check(row);
      x_[row] = value.x;
      y_[row] = value.y;
      z_[row] = value.z;
    }
  }

  void Check(int row) {
    if ((uint)row >= (uint)Length) throw new IndexOutOfRangeException();
  }
}

}
