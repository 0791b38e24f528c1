extends Node
## What the nodes of the add-on promise, in a real Godot: a row each, with the errors and warnings that it has to print.

const GUARD := "res://guard.ishi.yaml"

## Takes what is printed as an error or a warning.
class Listener extends Logger:
	var heard: PackedStringArray = []
	func _log_error(_function: String, _file: String, _line: int, code: String, rationale: String, _editor_notify: bool, _type: int, _traces: Array[ScriptBacktrace]) -> void:
		heard.append(rationale if rationale != "" else code)

var _listener := Listener.new()
var _failed := ""


func _ready() -> void:
	OS.add_logger(_listener)
	await _until_compiled()
	var rows := [
		["an agent starts what it decides: `_task_NAME` of its parent gets a task", _calls_the_parent, []],
		["without such a method the signal task_started tells", _emits_the_signal, []],
		["a task that nobody carries out fails, and is reported once", _nobody_carries_out, ["starts the task `greet`, which nobody carries out, so it fails: add `func _task_greet(task: IshiTask)` to the script of Guard, or connect task_started"]],
		["parameters come by name: entities as nodes, numbers as numbers", _parameters, []],
		["a live parameter follows, and `updated` tells", _live_parameters, []],
		["an aborted task tells, and reporting it later does nothing", _aborted, []],
		["a task with `abort: wait` is over when the game says so", _abort_waits, []],
		["a task gives back what complete() is given", _gives_back, []],
		["what a task does not give is an error", _gives_nonsense, ["`count` has no `much`"]],
		["complete_after counts the world's frames", _complete_after, []],
		["a task that was completed cannot be completed again", _completed_twice, []],
		["keys are read and written by name, before and after the agent lives", _keys, []],
		["a number out of its range is clamped when the agent reads it", _clamped, []],
		["NaN is the default", _not_a_number, []],
		["an enum takes the name of a member", _enum_by_name, []],
		["a member that is none is an error with those that there are", _unknown_member, ["guard is given `cross` for the key `mood`, which is one of calm, wary, angry"]],
		["an index that no member has is an error", _unknown_index, ["guard is given 7 for the key `mood`, which has the members 0 to 2"]],
		["an unknown key is an error with the one that was meant", _unknown_key, ["guard has no key `ammoo`; did you mean `ammo`?"]],
		["a text for a number is an error", _text_for_number, ["guard is given a String for the key `hp`, which is a number"]],
		["half a round is no whole number", _half_integer, ["guard is given a float for the key `ammo`, which is an integer"]],
		["a number for a point is an error", _number_for_point, ["guard is given an int for the key `post`, which is a point"]],
		["an entity is given as its character, and read as its IshiThing", _entity_key, []],
		["a node that agents do not know is an error", _stranger, ["guard is given the node Stranger for the key `threat`, but agents do not know it: give it an IshiThing"]],
		["an object that was freed is nobody", _freed_object, []],
		["an agent that has left the world is nobody", _gone_agent, []],
		["an agent that is freed in its own task is gone, and the world goes on", _freed_in_task, []],
		["an agent that was removed keeps quiet, and its task is aborted", _used_after_removal, []],
		["an agent that comes back lives again, with what it was told", _comes_back, []],
		["of several worlds an agent takes the nearest, wherever it stands in the tree", _nearest_world, []],
		["a key in the inspector takes the path of a node while the game runs", _path_while_running, []],
		["keys of the world and of teams are set in the world", _shared_keys, []],
		["a team that is not there is an error", _unknown_team, ["there is no team 7"]],
		["fields of things are set on them", _fields, []],
		["events reach agents, and those of behaviours come as signals", _events, []],
		["an unknown event is an error", _unknown_event, ["there is no event `hurt`: there are `damaged`, `cried`"]],
		["agents see along -Z of their character", _sees_forward, []],
		["what is right of the character is right of the agent, in three dimensions and in two", _right_is_right, []],
		["the terrains of the grid lie where the game has them", _terrains, []],
		["no place is IshiWorld.NOWHERE", _nowhere, []],
		["agents that walk move their characters over the grid", _walks, []],
		["a character at no place is reported once, and stays where it was", _no_place, ["its character is at no place: a position or rotation is not a finite number. Agents go on as if it were where it was."]],
		["a CharacterBody3D slides where the agent walks", _slides, []],
		["a wall in a layer of sight_mask blocks sight", _wall, []],
		["`_ishi_move` of the parent moves it instead", _moves_itself, []],
		["a Node2D lives on the floor, in metres", _two_dimensions, []],
		["why() gives the scores, the best first", _why, []],
		["candidates are set by node", _candidates, []],
		["sounds are made by somebody whom agents know", _sounds, ["the sound `bang` needs a maker that agents know: give it an IshiThing", "there is no sound `bong`: there is `bang`"]],
		["equal games come to equal states", _equal_states, []],
		["a saved key that is gone is kept, and reported with what was meant", _gone_key, ["the scene sets the key `hitpoints`, which guard.ishi.yaml does not have. Open the scene in the editor and reset the property."]],
		["the inspector shows keys with their ranges, members and defaults", _inspector, []],
		["what is missing is said in the scene tree", _configuration_warnings, []],
		["a scene without a world is an error", _no_world, ["there is no IshiWorld in the scene, so it does nothing. Add one."]],
		["an agent without a behaviour is an error", _no_behaviour, ["it has no behaviour, so it decides nothing"]],
		["an agent that the behaviour does not have is an error", _unknown_agent, ["there is no agent `gard`: there is `guard`"]],
		["a kind of thing that the behaviour does not have is an error", _unknown_thing, ["there is no kind of thing `persn`: there are `person`, `crate`"]],
		["a blob that is cut off is an error", _truncated, ["bytes is refused"]],
		["a behaviour that was not compiled is an error with what the compiler said", _not_compiled, ["res://ai/broken.ishi.yaml:3:1: error: nothing is right"]],
		["a behaviour whose file has errors now plays on, and says so", _outdated, ["has errors, its last good version is used"]],
		["more agents than there is room for are an error", _too_many, ["the population has no room for another agent. The world's `capacity` is 4, its `entities` 1024."]],
		["a reload keeps the state while a task runs", _reload, []],
		["a reload that is refused changes nothing", _reload_refused, ["bytes is refused"]],
		["a web export has no viewers, and says so once", _live, ["nobody can look into the game: a page has no sockets, so there are no viewers in a web export"]],
		["a web export records nothing, and says so once", _recorded, ["the games of a web export are not recorded"]],
		["a world can be closed, and agents forget it", _closed, []],
	]
	var failures := 0
	for row: Array in rows:
		_listener.heard.clear()
		_failed = ""
		await row[1].call()
		for child in get_children():
			child.free()
		var heard := Array(_listener.heard)
		for expected: String in row[2]:
			var found := heard.filter(func(one: String) -> bool: return one.contains(expected))
			if found.size() == 1:
				heard.erase(found[0])
			else:
				_failed += "printed %d times: %s; " % [found.size(), expected]
		for other: String in heard:
			_failed += "printed: %s; " % other
		print("%s %s%s" % ["ok" if _failed == "" else "FAIL", row[0], ": " + _failed if _failed != "" else ""])
		failures += 0 if _failed == "" else 1
	print("%d rows, %d failed" % [rows.size(), failures])
	print("end")


# --- what rows are made of

func _until_compiled() -> void:
	var runtime := IshiWorld.make_runtime()
	while not runtime.is_ready():
		await get_tree().process_frame


func _expect(holds: bool, words: String) -> void:
	if not holds:
		_failed += words + "; "


func _equal(found: Variant, wanted: Variant, what: String = "it") -> void:
	if typeof(found) != typeof(wanted) or found != wanted:
		_failed += "%s is %s, not %s; " % [what, found, wanted]


class Body extends Node3D:
	var tasks: Array[IshiTask] = []
	func _task_shoot(task: IshiTask) -> void: tasks.append(task)
	func _task_count(task: IshiTask) -> void: tasks.append(task)
	func _task_hide(task: IshiTask) -> void: tasks.append(task)


class Mover extends Body:
	var moves: Array = []
	func _ishi_move(heading: Vector3, speed: float, way_point: Variant) -> void: moves.append([heading, speed, way_point])


func _world() -> IshiWorld:
	var world := IshiWorld.new()
	world.name = "World"
	world.steps_by_itself = false
	world.capacity = 4
	world.teams = 2
	add_child(world)
	return world


func _agent(character: Node = Body.new(), at: Vector3 = Vector3.ZERO, behaviour: IshiBehaviour = load(GUARD)) -> IshiAgent:
	character.name = "Guard"
	if character is Node3D:
		character.position = at
	var agent := IshiAgent.new()
	agent.behaviour = behaviour
	agent.agent = "guard"
	agent.thing = "person"
	agent.name = "IshiAgent"
	character.add_child(agent)
	add_child(character)
	return agent


func _thing(kind: String, at: Vector3) -> IshiThing:
	var character := Node3D.new()
	character.position = at
	var thing := IshiThing.new()
	thing.thing = kind
	character.add_child(thing)
	add_child(character)
	return thing


# A guard that shoots at a thug.
func _shooting(world: IshiWorld) -> IshiAgent:
	var thug := _thing("person", Vector3(0, 0, 5))
	var agent := _agent()
	agent.set_key("armed", true)
	agent.set_key("threat", thug)
	world.step()
	return agent


func _steps(world: IshiWorld, count: int) -> void:
	for i in count:
		world.step()


# --- tasks

func _calls_the_parent() -> void:
	var agent := _shooting(_world())
	var tasks: Array = agent.get_character().tasks
	_equal(tasks.size(), 1, "the number of tasks")
	_equal(tasks[0].name, "shoot", "the task")
	_equal(tasks[0].agent, agent, "its agent")
	_equal(agent.get_tasks(), tasks, "those that run")


func _emits_the_signal() -> void:
	var world := _world()
	var agent := _agent()
	_thing("person", Vector3(0, 0, -3))
	var started := []
	agent.task_started.connect(func(task: IshiTask) -> void: started.append(task.name))
	_steps(world, 3)
	_equal(started, ["greet"], "what was started")


func _nobody_carries_out() -> void:
	var world := _world()
	var agent := _agent()
	_thing("person", Vector3(0, 0, -3))
	_steps(world, 700)
	_equal(agent.get_tasks(), [], "those that run")


func _parameters() -> void:
	var agent := _shooting(_world())
	var task: IshiTask = agent.get_character().tasks[0]
	_expect(task.parameters.at is IshiThing, "`at` is no IshiThing")
	_equal(task.parameters.power, 1.0, "`power`")


func _live_parameters() -> void:
	var world := _world()
	var agent := _shooting(world)
	var task: IshiTask = agent.get_character().tasks[0]
	var updates := [0]
	task.updated.connect(func() -> void: updates[0] += 1)
	agent.set_key("hp", 50)
	world.step()
	_equal(updates[0], 1, "the number of updates")
	_equal(task.parameters.power, 0.5, "`power`")


func _aborted() -> void:
	var world := _world()
	var agent := _shooting(world)
	var task: IshiTask = agent.get_character().tasks[0]
	var told := [0]
	task.aborted.connect(func() -> void: told[0] += 1)
	agent.set_key("armed", false)
	_steps(world, 2)
	_equal(told[0], 1, "how often it was told")
	_equal(task.is_running, false, "running")
	_equal(task.complete(), false, "completing it")
	_equal(agent.get_tasks(), [], "those that run")


func _abort_waits() -> void:
	var world := _world()
	var agent := _agent()
	agent.set_key("hp", 5)
	world.step()
	var task: IshiTask = agent.get_character().tasks[0]
	agent.set_key("hp", 100)
	_steps(world, 2)
	_equal(task.is_running, false, "running")
	_equal(agent.get_tasks(), [task], "those that have to end")
	_equal(task.complete(), true, "completing it")
	_equal(agent.get_tasks(), [], "those that run")


func _counting(world: IshiWorld) -> IshiAgent:
	world.grid_cells = Vector2i(8, 8)
	world.grid_origin = Vector3(-4, 0, -4)
	var crate := _thing("crate", Vector3(0.5, 0, 0.5))
	var agent := _agent(Body.new(), Vector3(0.5, 0, 0.5))
	agent.set_key("mood", "wary")
	world.step()
	world.set_candidates("crates", [crate])
	for i in 20:
		if agent.get_character().tasks.is_empty():
			world.step()
	return agent


func _gives_back() -> void:
	var world := _world()
	var agent := _counting(world)
	var task: IshiTask = agent.get_character().tasks[0]
	_equal(task.complete({"many": 3, "where": Vector3(1, 2, 3)}), true, "completing it")
	world.step()
	_equal(agent.get_key("ammo"), 3, "`ammo`")
	_equal(agent.get_key("post"), Vector3(1, 2, 3), "`post`")


func _gives_nonsense() -> void:
	var agent := _counting(_world())
	var task: IshiTask = agent.get_character().tasks[0]
	_equal(task.complete({"much": 3}), false, "completing it")


func _complete_after() -> void:
	var world := _world()
	var agent := _shooting(world)
	var task: IshiTask = agent.get_character().tasks[0]
	task.complete_after(0.5)
	_steps(world, 29)
	_equal(task.is_running, true, "running after 29 frames")
	world.step()
	_equal(task.is_running, false, "running after 30 frames")


func _completed_twice() -> void:
	var agent := _shooting(_world())
	var task: IshiTask = agent.get_character().tasks[0]
	_equal(task.complete(), true, "the first time")
	_equal(task.complete(), false, "the second time")
	_equal(task.fail(), false, "failing then")


# --- keys

func _keys() -> void:
	var world := _world()
	var agent := _agent()
	_equal(agent.get_key("hp"), 100.0, "the default")
	agent.set_key("hp", 20)
	_equal(agent.get_key("hp"), 20, "before it lives")
	world.step()
	_equal(agent.get_key("hp"), 20.0, "when it lives")
	agent.set_key("hp", 30.5)
	_equal(agent.get_key("hp"), 30.5, "written then")
	agent.set_key("post", Vector3(1, 0, -2))
	_equal(agent.get_key("post"), Vector3(1, 0, -2), "a point")


func _clamped() -> void:
	var world := _world()
	var agent := _agent()
	agent.set_key("hp", -1e9)
	world.step()
	_equal(agent.get_character().tasks.size(), 1, "hiding")


func _not_a_number() -> void:
	var world := _world()
	var agent := _agent()
	agent.set_key("hp", NAN)
	_steps(world, 2)
	_equal(agent.get_character().tasks.size(), 0, "hiding")


func _enum_by_name() -> void:
	var world := _world()
	var agent := _agent()
	agent.set_key("mood", &"angry")
	world.step()
	_equal(agent.get_key("mood"), 2, "`mood`")
	agent.set_key("mood", 1)
	_equal(agent.get_key("mood"), 1, "`mood`")


func _unknown_member() -> void:
	_equal(_agent_of(_world()).set_key("mood", "cross"), false)


func _unknown_index() -> void:
	_equal(_agent_of(_world()).set_key("mood", 7), false)


func _agent_of(world: IshiWorld) -> IshiAgent:
	var agent := _agent()
	world.step()
	return agent


func _unknown_key() -> void:
	_equal(_agent_of(_world()).set_key("ammoo", 3), false)


func _text_for_number() -> void:
	_equal(_agent_of(_world()).set_key("hp", "many"), false)


func _half_integer() -> void:
	_equal(_agent_of(_world()).set_key("ammo", 2.5), false)


func _number_for_point() -> void:
	_equal(_agent_of(_world()).set_key("post", 3), false)


func _entity_key() -> void:
	var agent := _agent()
	var thug := _thing("person", Vector3(0, 0, 5))
	_world_of([agent, thug])
	agent.set_key("threat", thug.get_character())
	_equal(agent.get_key("threat"), thug, "`threat`")
	agent.set_key("threat", null)
	_equal(agent.get_key("threat"), null, "`threat`")


# The world of those that came before it.
func _world_of(things: Array) -> IshiWorld:
	_listener.heard.clear()
	var world := _world()
	for thing: IshiThing in things:
		IshiWorld._enter(thing)
	world.step()
	return world


func _stranger() -> void:
	var agent := _agent_of(_world())
	var stranger := Node3D.new()
	stranger.name = "Stranger"
	add_child(stranger)
	_equal(agent.set_key("threat", stranger), false)


func _freed_object() -> void:
	var world := _world()
	var agent := _agent()
	var thug := _thing("person", Vector3(0, 0, 5))
	world.step()
	var character := thug.get_character()
	agent.set_key("threat", thug)
	character.free()
	_equal(agent.set_key("threat", thug), true)
	_equal(agent.get_key("threat"), null, "`threat`")
	world.step()


func _gone_agent() -> void:
	var world := _world()
	var agent := _agent()
	var thug := _thing("person", Vector3(0, 0, 5))
	world.step()
	agent.set_key("threat", thug)
	thug.get_character().free()
	world.step()
	_equal(agent.get_key("threat"), null, "`threat`")


class Suicidal extends Node3D:
	func _task_shoot(_task: IshiTask) -> void:
		get_parent().remove_child(self)
		queue_free()


func _freed_in_task() -> void:
	var world := _world()
	var thug := _thing("person", Vector3(0, 0, 5))
	for i in 2:
		var agent := _agent(Suicidal.new())
		agent.set_key("armed", true)
		agent.set_key("threat", thug)
	_steps(world, 3)
	_equal(world._order.size(), 1, "those that are left")


func _used_after_removal() -> void:
	var world := _world()
	var agent := _shooting(world)
	var task: IshiTask = agent.get_character().tasks[0]
	var told := [0]
	task.aborted.connect(func() -> void: told[0] += 1)
	remove_child(agent.get_character())
	_equal(agent.number, 0, "its number")
	_equal(told[0], 1, "how often the task was told")
	_equal(task.complete(), false, "completing its task")
	_equal(agent.why(), [], "why")
	_equal(agent.remember("people", null), false, "remembering")
	_equal(agent.post_event("damaged"), false, "an event")
	_equal(agent.set_key("hp", 5), true, "a key, for the next time")
	world.step()
	agent.get_parent().free()


func _comes_back() -> void:
	var world := _world()
	var agent := _agent_of(world)
	agent.set_key("hp", 40)
	var character := agent.get_character()
	remove_child(character)
	world.step()
	add_child(character)
	world.step()
	_equal(agent.number, 2, "its number")
	_equal(agent.get_key("hp"), 40.0, "`hp`")


func _nearest_world() -> void:
	var arenas: Array[Node3D] = []
	var agents: Array[IshiAgent] = []
	for i in 2:
		var arena := Node3D.new()
		var body := Body.new()
		var agent := IshiAgent.new()
		agent.behaviour = load(GUARD)
		body.add_child(agent)
		arena.add_child(body)
		var world := IshiWorld.new()
		world.steps_by_itself = false
		arena.add_child(world)
		arenas.append(arena)
		agents.append(agent)
	var both := Node3D.new()
	for arena in arenas:
		both.add_child(arena)
	add_child(both)
	for i in 2:
		_equal(agents[i].world, arenas[i].get_child(1), "the world of agent %d" % i)


func _path_while_running() -> void:
	var world := _world()
	var agent := _agent()
	var thug := _thing("person", Vector3(0, 0, 5))
	world.step()
	agent.set("keys/threat", agent.get_path_to(thug.get_character()))
	_equal(agent.get_key("threat"), thug, "`threat`")


func _shared_keys() -> void:
	var world := _world()
	_agent()
	world.step()
	_equal(world.set_shared_key("hour", 3600.0), true)
	_equal(world.get_shared_key("hour"), 3600.0, "`hour`")
	_equal(world.set_shared_key("alarm", 0.5, 1), true)
	_equal(world.get_shared_key("alarm", 1), 0.5, "`alarm` of the second team")
	_equal(world.get_shared_key("alarm", 0), 0.0, "`alarm` of the first")


func _unknown_team() -> void:
	var world := _world()
	_agent()
	world.step()
	_equal(world.set_shared_key("alarm", 0.5, 7), false)


func _fields() -> void:
	var world := _world()
	_agent()
	var thug := _thing("person", Vector3(0, 0, 5))
	world.step()
	_equal(thug.set_field("strength", 0.25), true)
	_equal(thug.get_field("strength"), 0.25, "`strength`")


func _events() -> void:
	var world := _world()
	var agent := _agent()
	var thug := _thing("person", Vector3(0, 0, 5))
	var cries := []
	agent.event_emitted.connect(func(event: String, fields: Dictionary) -> void: cries.append([event, fields.loud]))
	world.step()
	_equal(agent.post_event("damaged", {"amount": 30, "by": thug}), true)
	world.step()
	_equal(agent.get_key("hp"), 70.0, "`hp`")
	_equal(agent.get_key("threat"), thug, "`threat`")
	_equal(cries, [["cried", 30.0]], "what it cried")


func _unknown_event() -> void:
	_equal(_agent_of(_world()).post_event("hurt"), false)


# --- places

func _sees_forward() -> void:
	var world := _world()
	var agent := _agent()
	_thing("person", Vector3(0, 0, 3))
	var greeted := []
	agent.task_started.connect(func(task: IshiTask) -> void: greeted.append(task.name); task.complete())
	_steps(world, 10)
	_equal(greeted, [], "somebody behind it")
	agent.get_character().rotate_y(PI)
	_steps(world, 4)
	_equal(greeted, ["greet"], "when it has turned round")


func _walks() -> void:
	var world := _world()
	world.grid_cells = Vector2i(16, 16)
	world.grid_origin = Vector3(-8, 0, -8)
	var crate := _thing("crate", Vector3(5.5, 0, 0.5))
	var agent := _agent(Body.new(), Vector3(0.5, 0, 0.5))
	agent.set_key("mood", "wary")
	world.step()
	world.set_candidates("crates", [crate])
	var body: Body = agent.get_character()
	_steps(world, 60)
	_expect(body.position.x > 1.5 and body.position.x < 3.5, "after a second it is at %s" % body.position)
	_expect(body.tasks.is_empty(), "it counts on the way")
	_expect((-body.basis.z).is_equal_approx(Vector3.RIGHT), "it looks along %s" % -body.basis.z)
	_steps(world, 180)
	_expect(body.position.distance_to(Vector3(5.5, 0, 0.5)) < 0.7, "it has come to %s" % body.position)
	# The last step ends at the way point.
	agent._move(Vector3.RIGHT, 2.0, body.position + Vector3(0.01, 0, 0))
	_expect(absf(body.position.x - 5.0433) < 0.001, "a short step ends at %s" % body.position)
	_equal(body.tasks.size(), 1, "counting")


class Walker extends CharacterBody3D:
	var tasks: Array[IshiTask] = []
	func _task_count(task: IshiTask) -> void: tasks.append(task)


func _slides() -> void:
	var world := _world()
	world.grid_cells = Vector2i(16, 16)
	world.grid_origin = Vector3(-8, 0, -8)
	var crate := _thing("crate", Vector3(5.5, 0, 0.5))
	var body := Walker.new()
	body.motion_mode = CharacterBody3D.MOTION_MODE_FLOATING
	var agent := _agent(body, Vector3(0.5, 0, 0.5))
	agent.set_key("mood", "wary")
	world.step()
	world.set_candidates("crates", [crate])
	world.steps_by_itself = true
	for i in 60:
		await get_tree().physics_frame
	_expect(body.position.x > 1.5 and body.position.x < 3.5, "after a second it is at %s" % body.position)
	_expect(body.velocity.is_equal_approx(Vector3(2, 0, 0)), "its velocity is %s" % body.velocity)


func _wall() -> void:
	var world := _world()
	world.sight_mask = 1
	var wall := StaticBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = BoxShape3D.new()
	shape.shape.size = Vector3(4, 4, 0.5)
	wall.add_child(shape)
	wall.position = Vector3(0, 0, -2)
	add_child(wall)
	var agent := _agent()
	_thing("person", Vector3(0, 0, -4))
	var greeted := []
	agent.task_started.connect(func(task: IshiTask) -> void: greeted.append(task.name); task.complete())
	for i in 3:
		await get_tree().physics_frame
	_steps(world, 10)
	_equal(greeted, [], "somebody behind a wall")
	wall.free()
	await get_tree().physics_frame
	_steps(world, 10)
	_equal(greeted, ["greet"], "without the wall")


func _no_place() -> void:
	var world := _world()
	var agent := _agent_of(world)
	agent.get_character().position = Vector3(NAN, 0, 0)
	_steps(world, 3)
	_equal(agent.get_key("hp"), 100.0, "`hp`")


func _moves_itself() -> void:
	var world := _world()
	world.grid_cells = Vector2i(16, 16)
	world.grid_origin = Vector3(-8, 0, -8)
	var crate := _thing("crate", Vector3(5.5, 0, 0.5))
	var agent := _agent(Mover.new(), Vector3(0.5, 0, 0.5))
	agent.set_key("mood", "wary")
	world.step()
	world.set_candidates("crates", [crate])
	_steps(world, 10)
	var body: Mover = agent.get_character()
	_equal(body.position, Vector3(0.5, 0, 0.5), "its place")
	var going := body.moves.filter(func(move: Array) -> bool: return move[1] > 0.0)
	_expect(not going.is_empty() and going[0][0] == Vector3.RIGHT and going[0][1] == 2.0 and going[0][2] is Vector3, "it was told %s" % [going])


class Greeter extends Node3D:
	var turns: Array[float] = []
	func _task_greet(task: IshiTask) -> void: turns.append(task.parameters.turn)


class Greeter2D extends Node2D:
	var turns: Array[float] = []
	func _task_greet(task: IshiTask) -> void: turns.append(task.parameters.turn)


func _right_is_right() -> void:
	var world := _world()
	var agent := _agent(Greeter.new())
	_thing("person", Vector3(1, 0, -3))
	_steps(world, 3)
	_expect(agent.get_character().turns.size() == 1 and absf(agent.get_character().turns[0] - atan2(1, 3)) < 1e-4, "it turns by %s" % [agent.get_character().turns])
	for child in get_children():
		child.free()
	world = _world()
	agent = _agent(Greeter2D.new())
	var character := Node2D.new()
	character.position = Vector2(192, 64)
	var thing := IshiThing.new()
	thing.thing = "person"
	character.add_child(thing)
	add_child(character)
	_steps(world, 3)
	_expect(agent.get_character().turns.size() == 1 and absf(agent.get_character().turns[0] - atan2(1, 3)) < 1e-4, "in two dimensions it turns by %s" % [agent.get_character().turns])


# A wall from west to east with a gap at its eastern end: the way leads through it.
func _terrains() -> void:
	var world := _world()
	world.grid_cells = Vector2i(8, 10)
	world.grid_origin = Vector3(2, 0, -3)
	var crate := _thing("crate", Vector3(2.5, 0, 3.5))
	var agent := _agent(Body.new(), Vector3(2.5, 0, -2.5))
	agent.set_key("mood", "wary")
	world.step()
	var cells := PackedByteArray()
	cells.resize(80)
	for column in 7:
		cells[2 * 8 + column] = 255
	_equal(world.set_cells(cells), true)
	world.set_candidates("crates", [crate])
	var body: Body = agent.get_character()
	var farthest := 0.0
	for i in 700:
		if body.tasks.is_empty():
			world.step()
			farthest = maxf(farthest, body.position.x)
			_expect(not (body.position.z > -0.9 and body.position.z < -0.1 and body.position.x < 8.9) or _failed != "", "it goes through the wall at %s" % body.position)
	_equal(body.tasks.size(), 1, "counting")
	_expect(farthest > 9.0, "it has gone round by %s" % farthest)


func _nowhere() -> void:
	var world := _world()
	var agent := _agent()
	_equal(agent.get_key("post"), IshiWorld.NOWHERE, "the default")
	world.step()
	_equal(agent.get_key("post"), IshiWorld.NOWHERE, "when it lives")
	agent.set_key("post", Vector3(1, 0, 0))
	agent.set_key("post", IshiWorld.NOWHERE)
	_equal(agent.get_key("post"), IshiWorld.NOWHERE, "set to no place")


class Body2D extends Node2D:
	var tasks: Array[IshiTask] = []
	func _task_greet(task: IshiTask) -> void: tasks.append(task)


func _two_dimensions() -> void:
	var world := _world()
	var agent := _agent(Body2D.new())
	var character := Node2D.new()
	character.position = Vector2(192, 0)
	var thing := IshiThing.new()
	thing.thing = "person"
	character.add_child(thing)
	add_child(character)
	_steps(world, 3)
	_equal(agent.get_character().tasks.size(), 1, "whom it sees along +X")


# --- the rest

func _why() -> void:
	var agent := _shooting(_world())
	var options := agent.why()
	_equal(options[0].action, "shoot", "the best")
	_equal(options[0].is_running, true, "running")
	_expect(is_equal_approx(options[0].score, 0.8), "its score is %s" % options[0].score)
	_equal(options.size(), 5, "how many there are")
	_equal(options.back().score, -INF, "one that is out of the question")


func _candidates() -> void:
	var agent := _counting(_world())
	_equal(agent.get_character().tasks[0].name, "count", "the task")


func _sounds() -> void:
	var world := _world()
	var agent := _agent()
	world.step()
	_equal(world.make_sound("bang", agent), true)
	_equal(world.make_sound("bang", agent, Vector3(2, 0, 0)), true)
	_equal(world.make_sound("bang", null, Vector3(2, 0, 0)), false)
	_equal(world.make_sound("bong", agent), false)
	world.step()


func _equal_states() -> void:
	var hashes := []
	for i in 2:
		var world := _world()
		_shooting(world)
		_steps(world, 100)
		hashes.append(world.get_state_hash())
		for child in get_children():
			child.free()
	_equal(hashes[0].length(), 16, "its length")
	_equal(hashes[0], hashes[1], "the second one")


func _gone_key() -> void:
	var world := _world()
	var agent := _agent()
	agent.set("keys/hitpoints", 3)
	_equal(agent.get("keys/hitpoints"), 3, "what the scene has")
	var listed := agent.get_property_list().filter(func(one: Dictionary) -> bool: return one.name == "keys/hitpoints")
	_expect(listed.size() == 1 and listed[0].usage & PROPERTY_USAGE_STORAGE, "it is not saved again")
	_expect("\n".join(agent._get_configuration_warnings()).contains("The scene sets the key `hitpoints`, which guard.ishi.yaml does not have. Reset keys/hitpoints to drop it."), "the scene tree does not say it")
	world.step()
	agent.set("keys/hitpoints", null)
	_expect(agent.get_property_list().all(func(one: Dictionary) -> bool: return one.name != "keys/hitpoints"), "it cannot be reset")


func _inspector() -> void:
	var agent := IshiAgent.new()
	agent.behaviour = load(GUARD)
	_equal(agent.agent, "guard", "the only agent")
	var shown := {}
	for property in agent.get_property_list():
		if property.name.begins_with("keys/"):
			shown[property.name.trim_prefix("keys/")] = [property.type, property.hint, property.hint_string]
			_expect(not (property.usage & PROPERTY_USAGE_STORAGE), "%s is saved though nobody has set it" % property.name)
	_equal(shown.keys().size(), 6, "how many there are")
	_equal(shown.hp, [TYPE_FLOAT, PROPERTY_HINT_RANGE, "0.0,100.0,0.001"], "hp")
	_equal(shown.ammo, [TYPE_INT, PROPERTY_HINT_RANGE, "0.0,30.0,1"], "ammo")
	_equal(shown.armed[0], TYPE_BOOL, "armed")
	_equal(shown.mood, [TYPE_INT, PROPERTY_HINT_ENUM, "calm,wary,angry"], "mood")
	_equal(shown.threat[0], TYPE_NODE_PATH, "threat")
	_equal(shown.post[0], TYPE_VECTOR3, "post")
	_equal(agent.get("keys/ammo"), 6, "a default")
	_equal(agent.property_can_revert("keys/ammo"), true, "reverting")
	_equal(agent.property_get_revert("keys/ammo"), 6, "to")
	agent.set("keys/ammo", 9)
	_expect(agent.get_property_list().any(func(one: Dictionary) -> bool: return one.name == "keys/ammo" and one.usage & PROPERTY_USAGE_STORAGE), "ammo is not saved")
	agent.free()


func _configuration_warnings() -> void:
	var agent := IshiAgent.new()
	add_child(agent)
	_listener.heard.clear()
	var words := "\n".join(agent._get_configuration_warnings())
	_expect(words.contains("The parent is the character, so it has to be a Node3D or a Node2D"), words)
	_expect(words.contains("There is no IshiWorld in the scene"), words)
	_expect(words.contains("It has no behaviour, so it decides nothing"), words)
	agent.behaviour = load(GUARD)
	agent.agent = "gard"
	_expect("\n".join(agent._get_configuration_warnings()).contains("guard.ishi.yaml has no agent `gard`: it has guard."), "a wrong agent")


func _no_world() -> void:
	_agent()


func _no_behaviour() -> void:
	var world := _world()
	_agent(Body.new(), Vector3.ZERO, null)
	_steps(world, 2)


func _unknown_agent() -> void:
	var world := _world()
	var agent := _agent()
	agent.agent = "gard"
	_steps(world, 2)


func _unknown_thing() -> void:
	var world := _world()
	_agent()
	_thing("persn", Vector3.ZERO)
	_steps(world, 2)


func _changed(change: Callable) -> IshiBehaviour:
	var behaviour: IshiBehaviour = load(GUARD).duplicate()
	behaviour.take_over_path("res://ai/broken.ishi.yaml")
	change.call(behaviour)
	return behaviour


func _truncated() -> void:
	var world := _world()
	_agent(Body.new(), Vector3.ZERO, _changed(func(one: IshiBehaviour) -> void: one.blob = one.blob.slice(0, 100)))
	_steps(world, 2)


func _not_compiled() -> void:
	var world := _world()
	_agent(Body.new(), Vector3.ZERO, _changed(func(one: IshiBehaviour) -> void:
		one.blob = PackedByteArray()
		one.diagnostics = ["res://ai/broken.ishi.yaml:3:1: error: nothing is right"]))
	_steps(world, 2)


func _outdated() -> void:
	var world := _world()
	var agent := _agent(Body.new(), Vector3.ZERO, _changed(func(one: IshiBehaviour) -> void:
		one.is_outdated = true
		one.diagnostics = ["guard.ishi.yaml:3:1: error: something is wrong"]))
	_steps(world, 2)
	_expect(agent.number != 0, "it does not live")
	_expect("\n".join(agent._get_configuration_warnings()).contains("broken.ishi.yaml has errors; its last good version is used"), "the scene tree does not say it")


func _too_many() -> void:
	var world := _world()
	for i in 5:
		_agent().set_key("mood", "angry")
		world.step()
	_steps(world, 2)


func _reload() -> void:
	var world := _world()
	var behaviour := _changed(func(_one: IshiBehaviour) -> void: pass)
	var thug := _thing("person", Vector3(0, 0, 5))
	var agent := _agent(Body.new(), Vector3.ZERO, behaviour)
	agent.set_key("armed", true)
	agent.set_key("threat", thug)
	agent.set_key("hp", 60)
	world.step()
	var next: IshiBehaviour = load("res://guard_2.ishi.yaml")
	behaviour.blob = next.blob
	behaviour.description = next.description
	behaviour.emit_changed()
	await get_tree().process_frame
	world.step()
	_equal(agent.get_key("hp"), 60.0, "`hp`")
	_equal(agent.get_tasks().size(), 1, "the task that runs")
	_expect(is_equal_approx(agent.why()[0].score, 0.9), "the new score is %s" % agent.why()[0].score)
	_equal(agent.get_tasks()[0].complete(), true, "completing it")


func _reload_refused() -> void:
	var world := _world()
	var behaviour := _changed(func(_one: IshiBehaviour) -> void: pass)
	var agent := _agent(Body.new(), Vector3.ZERO, behaviour)
	world.step()
	behaviour.blob = behaviour.blob.slice(0, 50)
	_equal(world.reload(behaviour), false)
	world.step()
	_equal(agent.get_key("hp"), 100.0, "`hp`")


func _live() -> void:
	var world := _world()
	world.live = true
	_agent_of(world)
	for i in 3:
		world.step()
	_equal(world.live_path, "", "by what it is found")
	world.live = false
	world.step()


func _recorded() -> void:
	var world := _world()
	world.dashcam_seconds = NAN
	_agent_of(world)
	for i in 3:
		world.step()
	_equal(world.dashcam_seconds, 0.0, "the seconds that are kept")


func _closed() -> void:
	var world := _world()
	var agent := _agent_of(world)
	world.close()
	_equal(agent.number, 0, "its number")
	_equal(world.get_state_hash(), "", "the hash")
	_equal(world.set_shared_key("hour", 1.0), false, "a key")
	# It opens again for those who come now.
	var other := _agent()
	world.step()
	_expect(other.number != 0 and world.get_state_hash() != "", "nobody lives")
