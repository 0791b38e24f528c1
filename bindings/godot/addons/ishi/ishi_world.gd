@tool
class_name IshiWorld
extends Node
## The world in which agents think. It decides once in each physics frame, always for the same time, so equal games stay equal.

## The frame is over: all that was decided has been told to the agents.
signal stepped

## A point that is no place, such as of a key with `default: nowhere`.
const NOWHERE := Vector3.INF
const _NOWHERE := 1e6

## How many agents and things live at once.
@export_range(1, 1000000) var entities := 1024
## How many agents of each kind live at once, unless there are more at the beginning.
@export_range(1, 1000000) var capacity := 64
## How many teams there are.
@export_range(1, 255) var teams := 1
## What random choices depend on.
@export var seed_number := 1
## How many threads of the engine's WorkerThreadPool think at once, with that of the physics frame; 0: as many as the processor has. Few
## agents think on one thread, and so does a web export. States do not depend on it. Read when the world begins.
@export_range(0, 64) var threads := 0
## A Node2D's pixels for each metre of the behaviour. Two-dimensional worlds lie on the floor of x and z.
@export_range(1, 1000) var pixels_per_metre := 64.0
## What blocks sight, as layers of the physics; 0: nothing does. Of characters in three dimensions.
@export_flags_3d_physics var sight_mask := 0
## A grid for behaviours that walk: how many cells there are along x and z. 0: none.
@export var grid_cells := Vector2i.ZERO
## The side of a cell in metres.
@export var grid_cell := 1.0
## The corner of the first cell.
@export var grid_origin := Vector3.ZERO
## Off: the game calls step() itself.
@export var steps_by_itself := true
## Lets `ishi live` and the studio look into the game. Not in web exports: a page has no sockets.
@export var live := false
## The name under which viewers find the game; empty: the project's.
@export var live_name := ""
## Viewers may stop the game. It stands still then.
@export var viewers_may_hold := true
## Viewers may change keys, and replace behaviours.
@export var viewers_may_change := true

## Records the last seconds of the game, for write_recording(). 0: nothing. Not in web exports.
@export_range(0, 3600) var dashcam_seconds := 0.0

## The name by which `ishi live` finds the game; empty while nobody can look into it.
var live_path := ""
## IshiRuntime of the extension, or IshiWebRuntime in a web export; null if there is neither.
var runtime: RefCounted
## How many frames there were.
var frame := 0
## How long each frame is.
var seconds_per_frame: float:
	get:
		return 1.0 / Engine.physics_ticks_per_second

var _is_open := false
var _is_stepping := false
var _was_live := false
var _kept_seconds := 0.0
var _failure := ""
var _next_number := 1
var _nodes: Dictionary = {}
var _order: Array[IshiThing] = []
var _pending: Array[IshiThing] = []
var _assets: Dictionary = {}
var _populations: Dictionary = {}
var _due: Array[IshiTask] = []
var _sights: Array = []
var _lost: Dictionary = {}
var _watched: Dictionary = {}


## The world of a node: the one with the nearest parent above it, else the first of the scene.
static func find(node: Node) -> IshiWorld:
	if not node.is_inside_tree():
		return null
	var nearest: IshiWorld = null
	for world: IshiWorld in node.get_tree().get_nodes_in_group(&"ishi_world"):
		var is_nearer := nearest == null or nearest.get_parent().is_ancestor_of(world.get_parent()) or not nearest.get_parent().is_ancestor_of(node)
		if nearest == null or (is_nearer and world.get_parent().is_ancestor_of(node)):
			nearest = world
	return nearest


func _enter_tree() -> void:
	add_to_group(&"ishi_world")


func _exit_tree() -> void:
	close()


func _ready() -> void:
	if Engine.is_editor_hint():
		return
	if runtime == null:
		runtime = make_runtime()
	if runtime == null:
		_fail("there is no runtime for %s: the extension of the add-on has no library for it, or was not loaded (addons/ishi/ishi.gdextension)" % OS.get_name())


func _physics_process(_delta: float) -> void:
	if steps_by_itself and not Engine.is_editor_hint():
		step()


## The runtime of this platform; null if there is none.
static func make_runtime() -> RefCounted:
	if ClassDB.class_exists(&"IshiRuntime"):
		return ClassDB.instantiate(&"IshiRuntime")
	return load("res://addons/ishi/web/ishi_web_runtime.gd").new() if OS.has_feature("web") else null


## True once agents live: in a page the runtime is compiled for a moment first.
func is_running() -> bool:
	return _is_open


## Decides for one frame. Of a world that steps by itself it is called in each physics frame.
func step() -> bool:
	if _failure != "" or runtime == null or _is_stepping:
		return false
	if not _is_open and not _open():
		return false
	_is_stepping = true
	_spawn_pending()
	_follow_live()
	_finish_due()
	var transforms := PackedFloat32Array()
	transforms.resize(6 * _order.size())
	var order := _order.duplicate()
	for i in order.size():
		_put_transform(transforms, 6 * i, order[i].get_character())
	frame += 1
	_answer_sights()
	var commands: Variant = runtime.run_frame(roundi(1e6 * seconds_per_frame), transforms)
	if commands == null:
		_is_stepping = false
		_fail("a frame was refused: " + str(runtime.get_error()))
		return false
	for command: Array in commands:
		if command[0] == "moves":
			_move_all(order, command[1])
		else:
			_carry_out(command)
	_is_stepping = false
	stepped.emit()
	return true


## A hash of the whole state: equal for equal games, on any machine.
func get_state_hash() -> String:
	return runtime.state_hash() if _is_open else ""


## Gives all memory back. Agents are in no world then.
func close() -> void:
	for one in _order + _pending:
		one._left()
		one.world = null
		one.number = 0
	_order.clear()
	_pending.clear()
	_nodes.clear()
	_assets.clear()
	_populations.clear()
	_due.clear()
	if _is_open:
		runtime.close()
	_is_open = false
	_was_live = false
	_kept_seconds = 0.0
	live_path = ""


# --- the game's calls

## Sets a key of the world or, with a team, of that team.
func set_shared_key(key: String, value: Variant, team: int = -1) -> bool:
	return _is_open and _checked(runtime.set_shared(key, team, _to_runtime(value)), self)


func get_shared_key(key: String, team: int = -1) -> Variant:
	return _from_runtime(runtime.get_shared(key, team)) if _is_open else null


## Tells everyone, or a team, that something has happened.
func post_event(event: String, fields: Dictionary = {}, team: int = -1) -> bool:
	return _is_open and _checked(runtime.post_event(event, 0, team, _to_runtime(fields)), self)


## Makes a sound where its maker is, or at a place. The maker is an IshiThing, an IshiAgent or their character.
func make_sound(sound: String, maker: Node, at: Variant = null) -> bool:
	if get_number_of(maker) == 0:
		push_error("%s: the sound `%s` needs a maker that agents know: give it an IshiThing" % [get_path(), sound])
		return false
	return _is_open and _checked(runtime.make_sound(sound, get_number_of(maker), mirrored(at) if at is Vector3 else Vector3.ZERO, at is Vector3), self)


## Says what an option may be for: the members of a set under `candidates`, of the world, of a team or of an agent.
func set_candidates(set_name: String, members: Array, owner_agent: IshiAgent = null, team: int = 0) -> bool:
	var numbers := PackedInt64Array()
	for member: Node in members:
		numbers.append(get_number_of(member))
	return _is_open and _checked(runtime.set_candidates(set_name, get_number_of(owner_agent), team, numbers), self)


## The terrains of the grid, a byte for each cell, row after row; 255: nobody enters it.
func set_cells(terrains: PackedByteArray) -> bool:
	var rows := PackedByteArray()
	for row in range(grid_cells.y - 1, -1, -1):
		rows.append_array(terrains.slice(row * grid_cells.x, (row + 1) * grid_cells.x))
	# A list of the wrong size goes to the runtime unchanged, which refuses it.
	var is_whole := terrains.size() == grid_cells.x * grid_cells.y
	return _is_open and _checked(runtime.set_cells(rows if is_whole else terrains), self)


## Takes the blob that a behaviour has now, between two frames: what has the same name and type is kept. Done by itself when the
## behaviour emits `changed`.
func reload(behaviour: IshiBehaviour) -> bool:
	if not _is_open or _assets.get(behaviour, 0) == 0:
		return false
	return _checked(runtime.reload(_assets[behaviour], behaviour.blob), self)


## The IshiThing or IshiAgent of a number; null if it is gone.
func get_node_of(number: int) -> IshiThing:
	return _nodes.get(number)


## The number of a thing, an agent or their character; 0 if it is none of this world.
func get_number_of(node: Variant) -> int:
	if node == null or not is_instance_valid(node):
		return 0
	if node is IshiThing:
		return node.number if node.world == self else 0
	if node is Node:
		for child in (node as Node).get_children():
			if child is IshiThing and child.world == self:
				return child.number
	return 0


## Writes the last seconds of the game to a file (.ishirec), for `ishi replay` and the studio. Between frames.
func write_recording(path: String) -> bool:
	return _is_open and _checked(runtime.write_recording(ProjectSettings.globalize_path(path)), self)


# --- viewers

# When `live` or `dashcam_seconds` has changed. Viewers may replace the behaviours that there are, so one has to be there.
func _follow_live() -> void:
	if dashcam_seconds != _kept_seconds and not _was_live:
		# What is refused is not tried again in each frame.
		if not _checked(runtime.keep_recording(dashcam_seconds), self):
			dashcam_seconds = 0.0
		_kept_seconds = dashcam_seconds
	if live == _was_live or _assets.is_empty():
		return
	_was_live = live
	live_path = ""
	if not live:
		runtime.stop_live()
		return
	live_path = runtime.start_live(live_name if live_name != "" else _project_name(), viewers_may_hold, viewers_may_change)
	if live_path == "":
		push_error("%s: nobody can look into the game: %s" % [get_path(), runtime.get_error()])


# 1 to 32 of a-z, A-Z, 0-9, _ and ., the first a letter.
static func _project_name() -> String:
	var fitting := ""
	for one in str(ProjectSettings.get_setting("application/config/name", "")):
		var is_letter := (one >= "a" and one <= "z") or (one >= "A" and one <= "Z")
		if is_letter or (fitting != "" and (one == "_" or one == "." or (one >= "0" and one <= "9"))):
			fitting += one
	return fitting.left(32) if fitting != "" else "godot"


# --- agents come and go

static func _enter(one: IshiThing) -> void:
	var world := find(one)
	if world == null:
		push_error("%s: there is no IshiWorld in the scene, so it does nothing. Add one." % one.get_path())
		return
	one.world = world
	world._pending.append(one)


func _leave(one: IshiThing) -> void:
	_pending.erase(one)
	if one.number != 0 and _is_open:
		runtime.remove(one.number)
	_order.erase(one)
	_nodes.erase(one.number)
	one._left()
	one.world = null
	one.number = 0


func _open() -> bool:
	if not runtime.is_ready():
		if runtime.get_error() != "":
			_fail(runtime.get_error())
		return false
	var options := {"entities": maxi(entities, _pending.size() + 1), "teams": teams, "seed": seed_number,
			"threads": threads if threads > 0 else OS.get_processor_count()}
	if not runtime.open(options):
		_fail(runtime.get_error())
		return false
	_is_open = true
	if grid_cells != Vector2i.ZERO:
		# Its rows run the other way.
		var last := grid_origin + Vector3(0, 0, grid_cells.y * grid_cell)
		_checked(runtime.create_grid(grid_cells.x, grid_cells.y, grid_cell, mirrored(last)), self)
	return true


func _spawn_pending() -> void:
	# Those who come together are as many as there must be room for.
	var counts := {}
	for one in _pending:
		if one is IshiAgent and one.behaviour != null:
			var kind := [one.behaviour, one.agent]
			counts[kind] = counts.get(kind, 0) + 1
	# Their behaviours name the kinds of things, so they come first.
	for one in _pending:
		if one is IshiAgent:
			_population_of(one as IshiAgent, counts)
	if _assets.is_empty():
		return
	var coming := _pending
	_pending = []
	var begun: Array[IshiThing] = []
	for one in coming:
		one.number = _next_number
		var number := 0
		if one is IshiAgent:
			var population := _population_of(one as IshiAgent, counts)
			if population != 0:
				number = runtime.spawn(population, one._spawn_options())
				if number == 0:
					push_error("%s: %s. The world's `capacity` is %d, its `entities` %d." % [one.get_path(), runtime.get_error(), capacity, entities])
		else:
			number = runtime.add_thing(one._spawn_options())
			if number == 0:
				push_error("%s: %s" % [one.get_path(), runtime.get_error()])
		one.number = number
		if number == 0:
			continue
		_next_number = number + 1
		_nodes[number] = one
		_order.append(one)
		begun.append(one)
	# Keys name each other, so they are told when all are there.
	for one in begun:
		one._begin()


func _population_of(agent: IshiAgent, counts: Dictionary) -> int:
	var behaviour := agent.behaviour
	var kind := [behaviour, agent.agent]
	if _populations.has(kind):
		return _populations[kind]
	_populations[kind] = 0
	if behaviour == null:
		push_error("%s: it has no behaviour, so it decides nothing" % agent.get_path())
		return 0
	var file := behaviour.resource_path
	if behaviour.is_outdated:
		push_error("%s has errors, its last good version is used: %s" % [file, "\n".join(behaviour.diagnostics)])
	if behaviour.blob.is_empty():
		push_error("%s: %s is not compiled. %s" % [agent.get_path(), file, "\n".join(behaviour.diagnostics)])
		return 0
	if not _assets.has(behaviour):
		_assets[behaviour] = runtime.add_asset(behaviour.blob)
		if _assets[behaviour] == 0:
			push_error("%s: %s" % [file, runtime.get_error()])
		if not _watched.has(behaviour):
			_watched[behaviour] = true
			behaviour.changed.connect(_on_behaviour_changed.bind(behaviour))
	if _assets[behaviour] == 0:
		return 0
	_populations[kind] = runtime.add_population(_assets[behaviour], agent.agent, maxi(capacity, counts.get(kind, 1)))
	if _populations[kind] == 0:
		push_error("%s: %s" % [agent.get_path(), runtime.get_error()])
	return _populations[kind]


func _on_behaviour_changed(behaviour: IshiBehaviour) -> void:
	if _is_open and not behaviour.is_outdated and not behaviour.blob.is_empty():
		reload.call_deferred(behaviour)


# --- a frame

func _carry_out(command: Array) -> void:
	if command[0] == "sight":
		_sights.append(command)
		return
	var one: IshiThing = _nodes.get(command[1])
	if command[0] == "lost" and one != null:
		if not _lost.has(one.number):
			_lost[one.number] = true
			push_error("%s: its character is at no place: a position or rotation is not a finite number. Agents go on as if it were where it was." % one.get_path())
		return
	# It may have been removed by what was carried out before.
	if not (one is IshiAgent):
		return
	var agent := one as IshiAgent
	match command[0]:
		"start": agent._start(command[2], command[3], command[4])
		"update": agent._update(command[2], command[4])
		"end": agent._end(command[2], command[4])
		"event": agent.event_emitted.emit(command[2], _from_runtime(command[3]))


# Eight numbers a move: whose, the heading, the speed, and the way point. Whoever was freed meanwhile is no agent any more.
func _move_all(order: Array[IshiThing], moves: PackedFloat32Array) -> void:
	for i in range(0, moves.size(), 8):
		var agent: Variant = order[int(moves[i])]
		if not is_instance_valid(agent) or agent.number == 0:
			continue
		var way_point: Variant = null
		if moves[i + 5] < _NOWHERE:
			way_point = mirrored(Vector3(moves[i + 5], moves[i + 6], moves[i + 7]))
		agent._move(mirrored(Vector3(moves[i + 1], moves[i + 2], moves[i + 3])), moves[i + 4], way_point)


func _report(token: int, completed: bool, given: Dictionary) -> bool:
	if not _is_open:
		return false
	var taken: bool = runtime.complete(token, _to_runtime(given)) if completed else runtime.fail(token)
	if not taken and runtime.get_error() != "":
		push_error("IshiTask: " + runtime.get_error())
	return taken


func _add_due(task: IshiTask) -> void:
	if not _due.has(task):
		_due.append(task)


# In the order in which they were asked for.
func _finish_due() -> void:
	var rest: Array[IshiTask] = []
	var over: Array[IshiTask] = []
	for task in _due:
		if task._due < 0:
			continue
		if task._due <= frame + 1:
			over.append(task)
		else:
			rest.append(task)
	_due = rest
	for task in over:
		task.complete()


func _answer_sights() -> void:
	var asked := _sights
	_sights = []
	for query: Array in asked:
		runtime.answer_sight(query[1], _is_clear(query))


func _is_clear(query: Array) -> bool:
	if sight_mask == 0:
		return true
	var observer := get_node_of(query[2])
	var character := observer.get_character() as CollisionObject3D if observer != null else null
	var viewport := get_viewport()
	if viewport == null or viewport.find_world_3d() == null:
		return true
	var ray := PhysicsRayQueryParameters3D.create(mirrored(query[4]), mirrored(query[5]), sight_mask)
	var target := get_node_of(query[3])
	for one: Node in [character, target.get_character() if target != null else null]:
		if one is CollisionObject3D:
			ray.exclude += [(one as CollisionObject3D).get_rid()]
	return viewport.find_world_3d().direct_space_state.intersect_ray(ray).is_empty()


# --- places: metres, up is y. Where Godot's forward is -Z, the runtime's is +Z, and the right is +X in both; so z changes its sign.

## A point of the runtime as one of Godot, or the other way round.
static func mirrored(point: Vector3) -> Vector3:
	return Vector3(point.x, point.y, 0.0 - point.z)  # Without a negative zero, which JSON loses.


func _place_of(one: IshiThing) -> Dictionary:
	var place := PackedFloat32Array()
	place.resize(6)
	_put_transform(place, 0, one.get_character())
	return {"position": Vector3(place[0], place[1], place[2]), "facing": Vector3(place[3], place[4], place[5])}


func _put_transform(to: PackedFloat32Array, i: int, character: Node) -> void:
	if character is Node3D:
		var transform := (character as Node3D).global_transform
		var at := transform.origin
		var back := transform.basis.z
		to[i] = at.x
		to[i + 1] = at.y
		to[i + 2] = 0.0 - at.z
		to[i + 3] = 0.0 - back.x
		to[i + 4] = 0.0 - back.y
		to[i + 5] = back.z
	elif character is Node2D:
		var transform := (character as Node2D).global_transform
		var at := transform.origin / pixels_per_metre
		to[i] = at.x
		to[i + 2] = 0.0 - at.y
		to[i + 3] = transform.x.x
		to[i + 5] = 0.0 - transform.x.y
	else:
		to[i + 5] = 1.0


func _point_of(pixels: Vector2) -> Vector3:
	return Vector3(pixels.x, 0, pixels.y) / pixels_per_metre


func _move_character(character: Node, heading: Vector3, speed: float, way_point: Variant) -> void:
	if speed <= 0.0 or heading == Vector3.ZERO:
		if character is CharacterBody3D:
			(character as CharacterBody3D).velocity *= Vector3.UP
		return
	if character is CharacterBody3D:
		var body := character as CharacterBody3D
		body.velocity = Vector3(heading.x * speed, body.velocity.y, heading.z * speed)
		body.move_and_slide()
		body.global_basis = Basis.looking_at(heading)
	elif character is Node3D:
		var node := character as Node3D
		var step_length := speed * seconds_per_frame
		# The last step ends at the way point, and does not pass it.
		if way_point is Vector3:
			var left: Vector3 = way_point - node.global_position
			left.y = 0
			step_length = minf(step_length, left.length())
		node.global_transform = Transform3D(Basis.looking_at(heading), node.global_position + heading * step_length)
	elif character is CharacterBody2D:
		var body := character as CharacterBody2D
		body.velocity = Vector2(heading.x, heading.z) * speed * pixels_per_metre
		body.move_and_slide()
		body.global_rotation = Vector2(heading.x, heading.z).angle()
	elif character is Node2D:
		var node := character as Node2D
		node.global_position += Vector2(heading.x, heading.z) * (speed * seconds_per_frame * pixels_per_metre)
		node.global_rotation = Vector2(heading.x, heading.z).angle()


# --- values: the runtime knows nodes as numbers

func _to_runtime(value: Variant) -> Variant:
	if value is Dictionary:
		var result := {}
		for key: Variant in value:
			result[key] = _to_runtime(value[key])
		return result
	if typeof(value) == TYPE_OBJECT:
		return get_number_of(value)
	if value is Vector2:
		value = _point_of(value)
	if value is Vector3:
		return mirrored(value) if value.is_finite() else Vector3.ONE * _NOWHERE
	return value


# Entities come as {"entity": number}, so that they are no integers.
func _from_runtime(value: Variant) -> Variant:
	if value is Dictionary:
		if value.size() == 1 and value.has("entity") and not (value.entity is Dictionary):
			return get_node_of(value.entity)
		var result := {}
		for key: Variant in value:
			result[key] = _from_runtime(value[key])
		return result
	if value is Vector3:
		return mirrored(value) if value.x < _NOWHERE else NOWHERE
	return value


func _checked(taken: bool, node: Node) -> bool:
	if not taken:
		push_error("%s: %s" % [node.get_path() if node.is_inside_tree() else NodePath(node.name), runtime.get_error()])
	return taken


func _fail(words: String) -> void:
	_failure = words
	push_error("IshiWorld: " + words)


func _get_configuration_warnings() -> PackedStringArray:
	if make_runtime() == null:
		return ["The extension of the add-on is not loaded, so nothing decides: see docs/godot.md, \"The library\"."]
	return []
