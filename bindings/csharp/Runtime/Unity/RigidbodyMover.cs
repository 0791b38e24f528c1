using UnityEngine;

namespace Ishi {

/// <summary>Moves the kinematic Rigidbody beside the agent, so that others collide with it.</summary>
[AddComponentMenu("Ishi/Rigidbody Mover")]
[RequireComponent(typeof(Rigidbody))]
public sealed class RigidbodyMover : MonoBehaviour, IIshiMover {
  Rigidbody body_;

  public void Move(IshiAgent agent, in IshiMove move) {
    if (body_ == null) body_ = GetComponent<Rigidbody>();
    if (move.Speed <= 0 || move.Heading == Vector3.zero) return;
    body_.MovePosition(body_.position + move.Step(body_.position));
    body_.MoveRotation(Quaternion.LookRotation(move.Heading));
  }
}

}
