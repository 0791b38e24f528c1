using UnityEngine;

namespace Ishi {

/// <summary>Moves the CharacterController beside the agent, which slides along walls, and falls.</summary>
[AddComponentMenu("Ishi/Character Controller Mover")]
[RequireComponent(typeof(CharacterController))]
public sealed class CharacterControllerMover : MonoBehaviour, IIshiMover {
  [SerializeField] float gravity = 9.81f;

  CharacterController controller_;
  float falls_;  // metres a second

  public void Move(IshiAgent agent, in IshiMove move) {
    if (controller_ == null) controller_ = GetComponent<CharacterController>();
    falls_ = controller_.isGrounded ? 0 : falls_ + gravity * move.Seconds;
    Vector3 step = move.Step(transform.position);
    controller_.Move(new Vector3(step.x, step.y - falls_ * move.Seconds, step.z));
    if (move.Speed > 0 && move.Heading != Vector3.zero) transform.rotation = Quaternion.LookRotation(move.Heading);
  }
}

}
