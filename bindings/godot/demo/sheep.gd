extends Node3D
## A sheep's body: what its tasks look like. Where it goes is up to its IshiAgent.

## How often each sheep has bleated.
var bleats := 0

@onready var _body: MeshInstance3D = $Body


func _task_graze(task: IshiTask) -> void:
	_show(Vector3(-0.45, 0, 0))
	task.over.connect(_show.bind(Vector3.ZERO))
	task.complete_after(task.parameters.how_long)


func _task_rest(task: IshiTask) -> void:
	_body.scale.y = 0.5
	task.over.connect(func() -> void: _body.scale.y = 1.0)
	task.complete_after(5.0)


func _task_bleat(task: IshiTask) -> void:
	bleats += 1
	task.complete()


func _show(turned: Vector3) -> void:
	_body.rotation = turned
