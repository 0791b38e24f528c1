class_name IshiWebRuntime
extends RefCounted
## IshiRuntime in a web export, which loads no extensions: the same methods over the runtime as WebAssembly, by JavaScriptBridge.

const SCRIPT_PATH := "res://addons/ishi/web/ishi_godot.js"
const MODULE_PATH := "res://addons/ishi/web/ishi_web.wasm"

var _bridge: JavaScriptObject
var _runtime := 0
var _error := ""


func _init() -> void:
	if JavaScriptBridge.eval("typeof ishiGodot", true) == "undefined":
		for path: String in [SCRIPT_PATH, MODULE_PATH]:
			if not FileAccess.file_exists(path):
				_error = "%s is not in the export: add addons/ishi/web/*.js and addons/ishi/web/*.wasm to the filter of non-resource files of the export preset" % path
				return
		JavaScriptBridge.eval(FileAccess.get_file_as_string(SCRIPT_PATH), true)
		if JavaScriptBridge.eval("typeof ishiGodot", true) == "undefined":
			_error = "%s could not be run: see the browser's console" % SCRIPT_PATH
			return
	_bridge = JavaScriptBridge.get_interface("ishiGodot")
	_bridge.start(_base64(FileAccess.get_file_as_bytes(MODULE_PATH)) if not _bridge.isStarted else "")


## The sentence of the last refused call; empty if it was not refused.
func get_error() -> String:
	return _error


## True once calls are taken: the module is compiled when the page has a moment.
func is_ready() -> bool:
	if _bridge == null:
		return false
	if not _bridge.isReady:
		_error = str(_bridge.error)
	return _bridge.isReady


func describe(blob: PackedByteArray) -> String:
	return _text(_result(_bridge.describe(_base64(blob)) if is_ready() else null))


func open(options: Dictionary) -> bool:
	if _runtime != 0:
		_error = "the world is open already"
		return false
	_runtime = _whole(_result(_bridge.open(JSON.stringify(options)) if is_ready() else null))
	return _runtime != 0


func close() -> void:
	if _runtime != 0:
		_bridge.invoke(_runtime, "close")
	_runtime = 0


func add_asset(blob: PackedByteArray) -> int:
	return _whole(_call(["addAsset", _base64(blob)]))


func add_population(asset: int, agent: String, capacity: int) -> int:
	return _whole(_call(["addPopulation", asset, agent, capacity]))


func reload(asset: int, blob: PackedByteArray) -> bool:
	return _call(["reload", asset, _base64(blob)]) != null


func spawn(population: int, options: Dictionary) -> int:
	return _whole(_call(["spawn", population, _json(options)]))


func add_thing(options: Dictionary) -> int:
	return _whole(_call(["addThing", _json(options)]))


func remove(number: int) -> bool:
	return _call(["remove", number]) == true


func is_alive(number: int) -> bool:
	return _call(["isAlive", number]) == true


func set_team(number: int, team: int) -> bool:
	return _call(["setTeam", number, team]) == true


func set_profile(number: int, profile: String) -> bool:
	return _call(["setProfile", number, profile]) == true


func set_key(number: int, key: String, value: Variant) -> bool:
	return _call(["setKey", number, key, _json(value)]) == true


func get_key(number: int, key: String) -> Variant:
	return _parsed(_call(["getKey", number, key]))


func set_shared(key: String, team: int, value: Variant) -> bool:
	return _call(["setShared", key, team, _json(value)]) == true


func get_shared(key: String, team: int) -> Variant:
	return _parsed(_call(["getShared", key, team]))


func set_field(number: int, thing: String, field: String, value: Variant) -> bool:
	return _call(["setField", number, thing, field, _json(value)]) == true


func get_field(number: int, thing: String, field: String) -> Variant:
	return _parsed(_call(["getField", number, thing, field]))


## Decides for one frame. `transforms` are the place and the direction of each number that lives, in rising order. Null if it was refused.
func run_frame(microseconds: int, transforms: PackedFloat32Array) -> Variant:
	var text: Variant = _call(["runFrame", microseconds, _base64(transforms.to_byte_array())])
	if text == null:
		return null
	var commands: Array = JSON.parse_string(text)
	for command: Array in commands:
		if command[0] == "moves":
			command[1] = Marshalls.base64_to_raw(command[1]).to_float32_array()
			continue
		command[1] = int(command[1])
		match command[0]:
			"start", "update":
				command[2] = int(command[2])
				command[4] = _decoded(command[4])
			"end":
				command[2] = int(command[2])
			"event":
				command[3] = _decoded(command[3])
			"sight":
				command[2] = int(command[2])
				command[3] = int(command[3])
				command[4] = _decoded(command[4])
				command[5] = _decoded(command[5])
	return commands


func complete(token: int, given: Dictionary) -> bool:
	return _call(["complete", token, _json(given)]) == true


func fail(token: int) -> bool:
	return _call(["fail", token]) == true


func answer_sight(ticket: int, clear: bool) -> bool:
	return _call(["answerSight", ticket, clear]) == true


func post_event(event: String, target: int, team: int, fields: Dictionary) -> bool:
	return _call(["postEvent", event, target, team, _json(fields)]) == true


func make_sound(sound: String, maker: int, position: Vector3, elsewhere: bool) -> bool:
	return _call(["makeSound", sound, maker, _json(position if elsewhere else null)]) == true


func remember(number: int, memory: String, other: int) -> bool:
	return _call(["remember", number, memory, other]) == true


func forget(number: int, memory: String, other: int) -> bool:
	return _call(["forget", number, memory, other]) == true


func set_candidates(set_name: String, owner: int, team: int, members: PackedInt64Array) -> bool:
	return _call(["setCandidates", set_name, owner, team, JSON.stringify(Array(members))]) == true


func why(number: int) -> Array:
	var options: Variant = _call(["why", number])
	if options == null:
		return []
	var list: Array = JSON.parse_string(options)
	for one: Dictionary in list:
		one.candidate = int(one.candidate)
		one.rank = int(one.rank)
		if one.score == null:
			one.score = -INF
	return list


func state_hash() -> String:
	return _text(_call(["stateHash"]))


func create_grid(columns: int, rows: int, cell: float, origin: Vector3) -> bool:
	return _call(["createGrid", columns, rows, cell, origin.x, origin.y, origin.z]) == true


func set_cells(terrains: PackedByteArray) -> bool:
	return _call(["setCells", _base64(terrains)]) == true


@warning_ignore("unused_parameter")
func start_live(name: String, may_hold: bool, may_change: bool) -> String:
	_error = "a page has no sockets, so there are no viewers in a web export"
	return ""


func stop_live() -> void:
	pass


@warning_ignore("unused_parameter")
func keep_recording(seconds: float) -> bool:
	_error = "the games of a web export are not recorded"
	return false


@warning_ignore("unused_parameter")
func write_recording(path: String) -> bool:
	_error = "the games of a web export are not recorded"
	return false


func _call(arguments: Array) -> Variant:
	if _runtime == 0:
		_error = "the world is not open"
		return null
	return _result(_bridge.callv("invoke", [_runtime] + arguments))


func _result(result: Variant) -> Variant:
	_error = "" if result != null else str(_bridge.error) if _bridge != null else _error
	return result


static func _base64(bytes: PackedByteArray) -> String:
	return "" if bytes.is_empty() else Marshalls.raw_to_base64(bytes)


static func _whole(value: Variant) -> int:
	return int(value) if value != null else 0


static func _text(value: Variant) -> String:
	return value if value is String else ""


# Points as lists: JSON has no vectors.
static func _json(value: Variant) -> String:
	return JSON.stringify(_listed(value), "", false, true)


static func _listed(value: Variant) -> Variant:
	if value is Vector3:
		return [value.x, value.y, value.z]
	if value is float and not is_finite(value):
		return null if is_nan(value) else signf(value) * 1e38
	if value is Dictionary:
		var result := {}
		for key: Variant in value:
			result[key] = _listed(value[key])
		return result
	return value


# A text is a whole number, a list a point: so they come apart from other numbers.
static func _decoded(value: Variant) -> Variant:
	if value is String:
		return (value as String).to_int()
	if value is Array:
		return Vector3(value[0], value[1], value[2])
	if value is Dictionary:
		var result := {}
		for key: Variant in value:
			result[key] = int(value[key]) if key == "entity" and value[key] is float else _decoded(value[key])
		return result
	return value


static func _parsed(text: Variant) -> Variant:
	return _decoded(JSON.parse_string(text)) if text is String else null
