extends Node3D
## The dog's body.

## At whom it has barked last.
var barked_at: Node


func _task_bark(task: IshiTask) -> void:
	barked_at = task.parameters.at
	task.complete_after(0.5)
