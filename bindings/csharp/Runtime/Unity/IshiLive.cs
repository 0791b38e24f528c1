using System.Collections.Generic;
using System.Text;
using UnityEngine;

namespace Ishi {

/// <summary>The recorder of a world, and the host by which viewers look into it.</summary>
sealed class IshiLive {
  const float ViewersSeconds = 10;  // that a viewer sees of the time before it came, where no dashcam says otherwise
  const int MostAssets = 8, MostWorlds = 9;

  readonly IshiWorldBehaviour world_;
  readonly bool keeps_;
  Recorder recorder_;
  LiveHost host_;

  /// <summary>The name by which viewers find the game; null while it has no host.</summary>
  public string Path { get; private set; }
  public int Viewers { get; private set; }
  public bool HasHost { get { return host_ != null; } }
  /// <summary>It records whether somebody watches or not.</summary>
  public bool Keeps { get { return keeps_; } }

  IshiLive(IshiWorldBehaviour world, bool keeps) {
    world_ = world;
    keeps_ = keeps;
  }

  /// <summary>Keeps the last seconds; 0: nothing unless somebody watches. Null, and a sentence in the console, if it cannot.</summary>
  public static IshiLive Open(IshiWorldBehaviour world, float seconds) {
    IshiLive live = new IshiLive(world, seconds != 0);
    try {
      ishi_recorder_options options = Recorder.Defaults();
      options.only_watched = live.keeps_ ? 0u : 1u;
      options.dashcam_seconds = live.keeps_ ? seconds : ViewersSeconds;
      live.recorder_ = new Recorder(world.Handle, options);
      return live;
    } catch (IshiException refusal) {
      string why = refusal.Code == Native.ISHI_BAD_RECORDER_OPTIONS ? "`Dashcam Seconds` is " + seconds + ", which is out of its range" : refusal.Message;
      IshiConsole.Error(world, "the game cannot be recorded: " + why);
      return null;
    }
  }

  /// <summary>False, and a sentence in the console, if nobody can look into the game.</summary>
  public bool OpenHost(WorldAssets assets, string name, bool may_hold, bool may_change) {
    try {
      ishi_host_options options = LiveHost.Defaults();
      options.may_hold = may_hold ? 1u : 0u;
      options.may_change = may_change ? 1u : 0u;
      List<ishi_asset> replaceable = new List<ishi_asset>();
      foreach (LoadedAsset asset in assets.All)
        if (asset.Fault == null && replaceable.Count < MostAssets) replaceable.Add(asset.Handle);
      host_ = OpenHost(recorder_, NameOf(name), options, replaceable.ToArray());
      Path = System.IO.Path.GetFileName(host_.Path());
      return true;
    } catch (IshiException refusal) {
      CloseHost();
      IshiConsole.Error(world_, "nobody can look into the game: " + refusal.Message);
      return false;
    }
  }

  // A second world of the same name is NAME.2.
  static LiveHost OpenHost(Recorder recorder, string name, ishi_host_options options, ishi_asset[] assets) {
    for (int number = 2;; ++number) {
      try {
        return new LiveHost(recorder, number == 2 ? name : name + "." + (number - 1), options, assets);
      } catch (IshiException refusal) {
        if (refusal.Code != Native.ISHI_PATH_TAKEN || number > MostWorlds) throw;
      }
    }
  }

  // 1 to 32 of a-z, A-Z, 0-9, _ and ., the first a letter. A name of the product's is made to fit, one that the scene sets is refused as it is.
  static string NameOf(string name) {
    if (!string.IsNullOrEmpty(name)) return name;
    StringBuilder fitting = new StringBuilder();
    foreach (char one in Application.productName) {
      bool is_letter = (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z');
      bool fits = is_letter || (fitting.Length > 0 && ((one >= '0' && one <= '9') || one == '_' || one == '.'));
      if (fits && fitting.Length < 32) fitting.Append(one);
    }
    return fitting.Length == 0 ? "unity" : fitting.ToString();
  }

  /// <summary>True if a viewer has replaced a behaviour, so that columns are to be fetched again.</summary>
  public bool BetweenFrames(WorldAssets assets) {
    if (host_ == null) return false;
    ishi_turn turn = host_.BetweenFrames(world_.Handle);
    Viewers = (int)turn.viewers;
    for (int i = 0; i < (int)turn.reloaded; ++i) assets.Replaced(host_.Reloaded(i));
    return turn.reloaded > 0;
  }

  /// <summary>Writes what is kept to a file. False, and a sentence in the console, if it cannot.</summary>
  public bool Write(string path) {
    try {
      recorder_.Write(path);
      return true;
    } catch (IshiException refusal) {
      IshiConsole.Error(world_, "the recording cannot be written to " + path + ": " + refusal.Message);
      return false;
    }
  }

  public void CloseHost() {
    if (host_ != null) host_.Dispose();
    host_ = null;
    Path = null;
    Viewers = 0;
  }

  public void Close() {
    CloseHost();
    if (recorder_ != null) recorder_.Dispose();
    recorder_ = null;
  }
}

}
