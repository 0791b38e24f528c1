using Ishi;
using UnityEngine;
using VillageGame;

/// <summary>Carries out the tasks of a villager. `VillageContract.cs`, which `ishi header` writes, has a struct for each task.</summary>
public sealed class Villager : MonoBehaviour, ITask<Sleep>, ITask<Toil>, ITask<Eat>, ITask<Chat>, ITask<Look> {
  public void BeginTask(IshiTask task, in Sleep sleep) { task.CompleteAfter(20); }
  public void BeginTask(IshiTask task, in Toil toil) { task.CompleteAfter(12); }
  public void BeginTask(IshiTask task, in Eat eat) { task.CompleteAfter(8); }
  public void BeginTask(IshiTask task, in Chat chat) { task.CompleteAfter(4); }
  public void BeginTask(IshiTask task, in Look look) { task.CompleteAfter(3); }
}
