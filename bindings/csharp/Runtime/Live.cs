using System;
using System.Text;

namespace Ishi {

/// <summary>Records everything that a world is given, from its next frame on; it needs no further call. Make it between two frames, on
/// the thread that plays them.</summary>
public sealed unsafe class Recorder : IDisposable {
  ishi_recorder handle_;

  /// <summary>Options with their defaults.</summary>
  public static ishi_recorder_options Defaults() {
    ishi_recorder_options options;
    options.size = (uint)sizeof(ishi_recorder_options);
    Runtime.Require(Native.ishi_recorder_options_defaults(&options));
    return options;
  }

  /// <summary>A file, which is replaced; `options.path` does not count.</summary>
  public static Recorder ToFile(ishi_world world, string path, ishi_recorder_options options) {
    fixed (byte* its = Runtime.Utf8(path)) {
      options.path = its;
      return new Recorder(world, options);
    }
  }

  /// <summary>Keeps the last seconds of the world's time in memory, for Write and for viewers.</summary>
  public static Recorder Dashcam(ishi_world world, float seconds) {
    ishi_recorder_options options = Defaults();
    options.dashcam_seconds = seconds;
    return new Recorder(world, options);
  }

  public Recorder(ishi_world world, ishi_recorder_options options) {
    fixed (ishi_recorder* handle = &handle_) Runtime.Require(Native.ishi_recorder_open(world, &options, handle));
  }

  public ishi_recorder Handle { get { return handle_; } }

  /// <summary>Writes what a dashcam keeps to a file. Between frames; takes as long as the disk does.</summary>
  public void Write(string path) {
    fixed (byte* its = Runtime.Utf8(path)) Runtime.Require(Native.ishi_recorder_write(handle_, its));
  }

  /// <summary>The frames that were recorded and lost, and the bytes.</summary>
  public ishi_recorder_counts Counters() {
    ishi_recorder_counts counts;
    counts.size = (uint)sizeof(ishi_recorder_counts);
    Runtime.Require(Native.ishi_recorder_counters(handle_, &counts));
    return counts;
  }

  /// <summary>Ends the recording, and waits until its file is written. Throws if something is missing in it.</summary>
  public void Close() {
    ishi_recorder handle = handle_;
    handle_ = default(ishi_recorder);
    if (handle.generation != 0) Runtime.Require(Native.ishi_recorder_close(handle));
  }

  /// <summary>Ends the recording like Close, but never throws.</summary>
  public void Dispose() {
    if (handle_.generation != 0) Native.ishi_recorder_close(handle_);
    handle_ = default(ishi_recorder);
  }
}

/// <summary>Lets viewers join a game whose world is recorded: `ishi live`, the studio, a debugger. Dispose it before the recorder.</summary>
public sealed unsafe class LiveHost : IDisposable {
  const int MostReplaced = 16;

  readonly ishi_asset_change[] changes_ = new ishi_asset_change[MostReplaced];
  ishi_host handle_;
  int reloaded_;

  /// <summary>Options with their defaults.</summary>
  public static ishi_host_options Defaults() {
    ishi_host_options options;
    options.size = (uint)sizeof(ishi_host_options);
    Runtime.Require(Native.ishi_host_options_defaults(&options));
    return options;
  }

  /// <summary>`name`: 1 to 32 of a-z, A-Z, 0-9, _ and ., the first a letter. `assets`: that viewers may replace by other versions.</summary>
  public LiveHost(Recorder recorder, string name, params ishi_asset[] assets) : this(recorder, name, Defaults(), assets) {}

  /// <summary>With options, of which name, assets and their count do not count.</summary>
  public LiveHost(Recorder recorder, string name, ishi_host_options options, params ishi_asset[] assets) {
    if (recorder == null) throw new ArgumentNullException("recorder");
    if (assets == null) assets = new ishi_asset[0];
    fixed (byte* its_name = Runtime.Utf8(name))
    fixed (ishi_asset* its_assets = assets)
    fixed (ishi_host* handle = &handle_) {
      options.name = its_name;
      options.assets = its_assets;
      options.asset_count = (uint)assets.Length;
      Runtime.Require(Native.ishi_host_open(recorder.Handle, &options, handle));
    }
  }

  public ishi_host Handle { get { return handle_; } }

  /// <summary>Sends what was recorded, does what viewers ask for, and waits while one of them holds the game. Between two frames, on
  /// the thread that plays them; allocates nothing. If `reloaded` is not 0, columns must be fetched again and scratches made anew.</summary>
  public ishi_turn BetweenFrames(ishi_world world) {
    ishi_turn turn;
    turn.size = (uint)sizeof(ishi_turn);
    Runtime.Require(Native.ishi_host_between_frames(handle_, world, &turn));
    reloaded_ = (int)turn.reloaded;
    if (reloaded_ == 0) return turn;
    uint count;
    fixed (ishi_asset_change* changes = changes_)
      Runtime.Require(Native.ishi_host_reloaded(handle_, changes, MostReplaced, &count));
    return turn;
  }

  /// <summary>An asset that viewers replaced in the last call of BetweenFrames, and the one in its place. `index` is below the call's `reloaded`.</summary>
  public ishi_asset_change Reloaded(int index) {
    if ((uint)index >= (uint)reloaded_) throw new IndexOutOfRangeException();
    return changes_[index];
  }

  /// <summary>The socket file by which viewers find the game; empty once the recorder is closed.</summary>
  public string Path() {
    const int room = 4096;
    byte* text = stackalloc byte[room];
    UIntPtr length;
    Runtime.Require(Native.ishi_host_path(handle_, text, (UIntPtr)room, &length));
    return Encoding.UTF8.GetString(text, (int)length);
  }

  /// <summary>Sends viewers away.</summary>
  public void Dispose() {
    if (handle_.generation != 0) Native.ishi_host_close(handle_);
    handle_ = default(ishi_host);
  }
}

}
