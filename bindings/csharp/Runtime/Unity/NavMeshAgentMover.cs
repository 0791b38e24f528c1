using UnityEngine;
using UnityEngine.AI;

namespace Ishi {

/// <summary>Moves the NavMeshAgent beside the agent: it stays on the NavMesh and avoids others.</summary>
[AddComponentMenu("Ishi/NavMesh Agent Mover")]
[RequireComponent(typeof(NavMeshAgent))]
public sealed class NavMeshAgentMover : MonoBehaviour, IIshiMover {
  NavMeshAgent walker_;

  public void Move(IshiAgent agent, in IshiMove move) {
    if (walker_ == null) walker_ = GetComponent<NavMeshAgent>();
    if (!walker_.isOnNavMesh) {
      IshiConsole.Error(this, "its NavMeshAgent is on no NavMesh, so it stands: bake one below it");
      return;
    }
    walker_.Move(move.Step(transform.position));
    if (move.Speed > 0 && move.Heading != Vector3.zero) transform.rotation = Quaternion.LookRotation(move.Heading);
  }
}

}
