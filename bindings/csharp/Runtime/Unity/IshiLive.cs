using System.Collections.Generic;
using System.Text;
using UnityEngine;

namespace Ishi {

/// <summary>Lets viewers look into a world: a recorder that keeps nothing until somebody watches, and a host.</summary>
sealed class IshiLive {
  const float DashcamSeconds = 10;
  const int MostAssets = 8, MostWorlds = 9;

  Recorder recorder_;
  LiveHost host_;

  public string Path { get; private set; }
  public int Viewers { get; private set; }

  IshiLive() {}

  /// <summary>Null, and a sentence in the console, if nobody can look into the game.</summary>
  public static IshiLive Open(IshiWorldBehaviour world, ishi_world handle, WorldAssets assets, string name, bool may_hold, bool may_change) {
    IshiLive live = new IshiLive();
    try {
      ishi_recorder_options recording = Recorder.Defaults();
      recording.only_watched = 1;
      recording.dashcam_seconds = DashcamSeconds;
      live.recorder_ = new Recorder(handle, recording);
      ishi_host_options options = LiveHost.Defaults();
      options.may_hold = may_hold ? 1u : 0u;
      options.may_change = may_change ? 1u : 0u;
      List<ishi_asset> replaceable = new List<ishi_asset>();
      foreach (LoadedAsset asset in assets.All)
        if (asset.Fault == null && replaceable.Count < MostAssets) replaceable.Add(asset.Handle);
      live.host_ = OpenHost(live.recorder_, NameOf(name), options, replaceable.ToArray());
      live.Path = System.IO.Path.GetFileName(live.host_.Path());
      return live;
    } catch (IshiException refusal) {
      live.Close();
      IshiConsole.Error(world, "nobody can look into the game: " + refusal.Message);
      return null;
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
  public bool BetweenFrames(ishi_world world, WorldAssets assets) {
    ishi_turn turn = host_.BetweenFrames(world);
    Viewers = (int)turn.viewers;
    for (int i = 0; i < (int)turn.reloaded; ++i) assets.Replaced(host_.Reloaded(i));
    return turn.reloaded > 0;
  }

  public void Close() {
    if (host_ != null) host_.Dispose();
    if (recorder_ != null) recorder_.Dispose();
    host_ = null;
    recorder_ = null;
  }
}

}
