class_name IshiTask
extends RefCounted
## A task that an agent has started. The game carries it out and reports with complete() or fail().

## The agent has something better to do. Stop: reports are ignored from now on.
signal aborted
## A parameter that is `live` has changed.
signal updated
## The task is over, however it ended.
signal over

## The task's name, as the YAML has it.
var name: String
## The parameters by name: numbers in base units, points as Vector3, entities as nodes or null.
var parameters: Dictionary
## The agent that carries it out.
var agent: IshiAgent
## False once the task was reported or aborted.
var is_running := true

var _token: int
var _reports_end := false
var _due := -1


## Reports that the task is done. `given` is what it gives back, by name. False if the task was already over.
func complete(given: Dictionary = {}) -> bool:
	return _report(true, given)


## Reports that the task could not be done. False if the task was already over.
func fail() -> bool:
	return _report(false, {})


## Completes the task after so many seconds of the world's time. Counted in frames, so equal runs stay equal.
func complete_after(seconds: float) -> void:
	if is_running and is_instance_valid(agent) and agent.world != null:
		_due = agent.world.frame + maxi(1, roundi(seconds / agent.world.seconds_per_frame))
		agent.world._add_due(self)


func _report(completed: bool, given: Dictionary) -> bool:
	if not is_running and not _reports_end:
		return false
	is_running = false
	_reports_end = false
	_due = -1
	var taken := is_instance_valid(agent) and agent.world != null and agent.world._report(_token, completed, given)
	over.emit()
	return taken


func _abort(reports_end: bool) -> void:
	if not is_running:
		return
	is_running = false
	_reports_end = reports_end
	_due = -1
	aborted.emit()
	if not reports_end:
		over.emit()
