using System;
using System.Collections.Generic;

namespace Ishi {

/// <summary>A population of a world, with the columns that were asked for.</summary>
sealed unsafe class Population {
  public ishi_population Handle;
  public LoadedAsset Asset;
  public string Agent;
  readonly Dictionary<ulong, ishi_column> columns_ = new Dictionary<ulong, ishi_column>();

  /// <summary>The column of an agent's key. Null, or why there is none.</summary>
  public string Find(ulong key, out ishi_column column) {
    if (columns_.TryGetValue(key, out column)) return null;
    ishi_column found;
    ishi_status status = Native.ishi_population_column(Handle, key, Native.ISHI_ANY_TYPE, &found);
    if (status.code != Native.ISHI_OK) return Runtime.Describe(status, Handle.world);
    columns_[key] = column = found;
    return null;
  }

  public void ForgetColumns() { columns_.Clear(); }
}

/// <summary>An asset that a world has loaded, or that was refused.</summary>
sealed class LoadedAsset {
  public IshiAsset Source;
  public byte[] Blob;  // the last one of the file that was loaded, or refused
  public bool IsOfViewer;  // a viewer has replaced it since
  public ishi_asset Handle;
  public AssetDescription Description;
  public string Fault;  // null: it is loaded
}

/// <summary>The assets and populations of a world.</summary>
sealed unsafe class WorldAssets {
  readonly List<LoadedAsset> assets_ = new List<LoadedAsset>();
  readonly List<Population> populations_ = new List<Population>();
  readonly List<ishi_asset> retired_ = new List<ishi_asset>();

  /// <summary>The contract that the world was made with; null: none.</summary>
  public GameContract Contract;
  public List<LoadedAsset> All { get { return assets_; } }
  public List<Population> Populations { get { return populations_; } }

  /// <summary>The asset of a file, which is loaded when it is asked for first.</summary>
  public LoadedAsset Of(IshiAsset source) {
    foreach (LoadedAsset one in assets_)
      if (ReferenceEquals(one.Source, source)) return one;
    LoadedAsset asset = new LoadedAsset { Source = source };
    assets_.Add(asset);
    Load(asset);
    return asset;
  }

  void Load(LoadedAsset asset) {
    asset.Blob = asset.Source.Blob;
    asset.Fault = null;
    if (asset.Blob == null || asset.Blob.Length == 0) {
      asset.Source.Describe(out asset.Fault);
      return;
    }
    try {
      asset.Handle = Runtime.Load(asset.Blob);
      asset.Description = new AssetDescription(asset.Handle);
    } catch (IshiException refusal) {
      asset.Fault = "its blob of " + asset.Blob.Length + " bytes is refused: " + refusal.Message + ". Import the file again, with the tool of this package's release";
    }
  }

  /// <summary>The next asset whose file was imported again since it was loaded; null if there is none.</summary>
  public LoadedAsset NextChanged() {
    for (int i = 0; i < assets_.Count; ++i) {
      LoadedAsset asset = assets_[i];
      if (asset.Source == null || ReferenceEquals(asset.Source.Blob, asset.Blob)) continue;
      // With errors the last good version plays on.
      if (asset.Source.Blob == null || asset.Source.Blob.Length == 0) continue;
      if (asset.Blob != null && !asset.IsOfViewer && asset.Source.Blob.AsSpan().SequenceEqual(asset.Blob)) {
        asset.Blob = asset.Source.Blob;
        continue;
      }
      return asset;
    }
    return null;
  }

  /// <summary>Takes the blob that a file has now. Null, or why it cannot be.</summary>
  public string Reload(ishi_world world, LoadedAsset asset) {
    if (asset.Fault != null) {
      Load(asset);
      return asset.Fault;
    }
    asset.Blob = asset.Source.Blob;  // one that is refused is not tried again
    ishi_asset next;
    AssetDescription description;
    try {
      next = Runtime.Load(asset.Blob);
      description = new AssetDescription(next);
    } catch (IshiException refusal) {
      return refusal.Message;
    }
    ishi_asset_change change = new ishi_asset_change { from = asset.Handle, to = next };
    ishi_reload reload;
    ishi_status status = Native.ishi_world_prepare_reload(world, &change, 1, &reload);
    if (status.code == Native.ISHI_OK) {
      status = Native.ishi_world_commit_reload(world, reload);
      Native.ishi_reload_destroy(reload);
    }
    if (status.code != Native.ISHI_OK) {
      Native.ishi_asset_destroy(next);
      string fault = ContractFault(world, description);
      return fault ?? Runtime.Describe(status, world);
    }
    Replaced(asset, next, description);
    return null;
  }

  /// <summary>A viewer has replaced assets.</summary>
  public void Replaced(ishi_asset_change change) {
    foreach (LoadedAsset asset in assets_) {
      if (asset.Handle.index != change.from.index || asset.Handle.generation != change.from.generation) continue;
      Replaced(asset, change.to, new AssetDescription(change.to));
      asset.IsOfViewer = true;
    }
  }

  void Replaced(LoadedAsset asset, ishi_asset next, AssetDescription description) {
    retired_.Add(asset.Handle);
    asset.IsOfViewer = false;
    asset.Handle = next;
    asset.Description = description;
    ForgetColumns();
    DestroyRetired();
  }

  // A live host uses those that it was given until it is closed.
  void DestroyRetired() { retired_.RemoveAll(one => Native.ishi_asset_destroy(one).code != Native.ISHI_OBJECT_IN_USE); }

  /// <summary>The population of a file's agent, which is added when it is asked for first. Null, and `fault` is why.</summary>
  public Population PopulationOf(ishi_world world, LoadedAsset asset, string agent, int capacity, out string fault) {
    fault = null;
    foreach (Population one in populations_)
      if (one.Asset == asset && one.Agent == agent) return one;
    ishi_population_options options;
    options.size = (uint)sizeof(ishi_population_options);
    Runtime.Require(Native.ishi_population_options_defaults(&options));
    options.capacity = (uint)capacity;
    ishi_population handle;
    ishi_status status = Native.ishi_world_add_population(world, asset.Handle, Runtime.IdOf("agents", agent), &options, &handle);
    if (status.code != Native.ISHI_OK) {
      fault = status.code == Native.ISHI_UNKNOWN_ID ? "it has no agent `" + agent + "`: it has " + string.Join(", ", asset.Description.Agents)
                                                    : ContractFault(world, asset.Description) ?? Runtime.Describe(status, world);
      return null;
    }
    Population population = new Population { Handle = handle, Asset = asset, Agent = agent };
    populations_.Add(population);
    return population;
  }

  // The reason why an asset does not fit the game's contract; null if it fits.
  string ContractFault(ishi_world world, AssetDescription description) {
    const int room = 1024;
    byte* text = stackalloc byte[room];
    UIntPtr length;
    if (Native.ishi_world_contract_fault(world, text, (UIntPtr)room, &length).code != Native.ISHI_OK || length == UIntPtr.Zero) return null;
    GameContract own = GameContract.Of(description);
    if (Contract != null && own != null && own != Contract)
      return "its contract is `" + own.Name + "`, and the world has `" + Contract.Name + "`, that of its first agent's file: put its agents into another world, or write one contract for both files. " +
             Runtime.TextOf(text);
    return "it does not fit the scripts: " + Runtime.TextOf(text) + ". Write the contract again (Ishi → Write Contract), or import the file again";
  }

  public void ForgetColumns() {
    foreach (Population population in populations_) population.ForgetColumns();
  }

  /// <summary>When the world is gone.</summary>
  public void Close() {
    DestroyRetired();
    foreach (LoadedAsset asset in assets_)
      if (asset.Handle.generation != 0) Native.ishi_asset_destroy(asset.Handle);
    assets_.Clear();
    populations_.Clear();
    retired_.Clear();
    Contract = null;
  }
}

}
