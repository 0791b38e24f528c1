@tool
class_name IshiAgent
extends IshiThing
## Decides what its parent does. Tasks that the behaviour starts call `_task_NAME(task)` of the parent, or emit task_started.

## A task begins. The parent's `_task_NAME` gets it first; this signal is for tasks without such a method.
signal task_started(task: IshiTask)
## The behaviour posts an event to the game.
signal event_emitted(event: String, fields: Dictionary)

## The compiled behaviour: drag a *.ishi.yaml file here.
@export var behaviour: IshiBehaviour:
	set(value):
		if behaviour != null and behaviour.changed.is_connected(_on_behaviour_changed):
			behaviour.changed.disconnect(_on_behaviour_changed)
		behaviour = value
		if behaviour != null:
			behaviour.changed.connect(_on_behaviour_changed)
		_on_behaviour_changed()
## Which agent of the behaviour this is.
@export var agent: String:
	set(value):
		agent = value
		update_configuration_warnings()
## The team, from 0 on.
@export_range(0, 255) var team := 0:
	set(value):
		team = value
		if number != 0 and world != null:
			world._checked(world.runtime.set_team(number, team), self)
## An importance profile of the behaviour; empty for the agent's usual one.
@export var profile: String:
	set(value):
		profile = value
		if number != 0 and world != null:
			world._checked(world.runtime.set_profile(number, profile), self)
## Moves the parent as the behaviour steers or walks. Off: `_ishi_move(heading, speed, way_point)` of the parent moves it.
@export var moves_character := true

## What the scene or the game has set before the agent was in a world, by key.
var _values: Dictionary = {}
var _tasks: Dictionary = {}
var _refused_tasks: Dictionary = {}


# --- keys

## Tells the agent something: `agent.set_key("hp", 20)`. A number out of its range is clamped when it is read. An enum takes the name of a
## member or its index, an entity takes an IshiThing, an IshiAgent, their character or null.
func set_key(key: String, value: Variant) -> bool:
	var known := behaviour.get_key(key) if behaviour != null else {}
	if behaviour != null and known.is_empty() and behaviour.description != "":
		_complain("has no key `%s`%s" % [key, _did_you_mean(key)])
		return false
	if typeof(value) == TYPE_NODE_PATH and number != 0:
		value = get_node_or_null(value) if not (value as NodePath).is_empty() else null
	var fitting: Variant = _fitting(known, key, value)
	if typeof(fitting) == TYPE_STRING:
		return false
	_values[key] = value
	if number == 0 or world == null:
		return true
	return world._checked(world.runtime.set_key(number, key, world._to_runtime(fitting)), self)


## What the agent knows: the value of a key, in base units; null if there is no such key.
func get_key(key: String) -> Variant:
	if number != 0 and world != null:
		return world._from_runtime(world.runtime.get_key(number, key))
	if _values.has(key):
		return _values[key]
	return _default(behaviour.get_key(key)) if behaviour != null else null


## The options of the agent with their scores, the best first: dictionaries with action, score, rank, is_running and candidate. The score of
## one that is out of the question is -INF.
func why() -> Array:
	if number == 0 or world == null:
		return []
	var options: Array = world.runtime.why(number)
	for option: Dictionary in options:
		option.candidate = world.get_node_of(option.candidate)
	var is_eligible := func(option: Dictionary) -> bool: return option.score > -INF
	return options.filter(is_eligible) + options.filter(func(option: Dictionary) -> bool: return not is_eligible.call(option))


## The tasks that run now.
func get_tasks() -> Array:
	return _tasks.values()


## Lets the agent remember somebody, as it is now.
func remember(memory: String, other: Node) -> bool:
	return number != 0 and world._checked(world.runtime.remember(number, memory, world.get_number_of(other)), self)


func forget(memory: String, other: Node) -> bool:
	return number != 0 and world._checked(world.runtime.forget(number, memory, world.get_number_of(other)), self)


## Tells the agent that something has happened: an event of the behaviour, with its fields by name.
func post_event(event: String, fields: Dictionary = {}) -> bool:
	return number != 0 and world._checked(world.runtime.post_event(event, number, -1, world._to_runtime(fields)), self)


# --- in the world

func _spawn_options() -> Dictionary:
	var options := super()
	options["team"] = team
	if profile != "":
		options["profile"] = profile
	return options


# It is in the world now: what was set before is told.
func _begin() -> void:
	for key: String in _values:
		var known := behaviour.get_key(key)
		if known.is_empty():
			push_warning("%s: the scene sets the key `%s`, which %s does not have%s. Open the scene in the editor and reset the property."
					% [get_path(), key, behaviour.resource_path.get_file(), _did_you_mean(key)])
			continue
		var value: Variant = _values[key]
		if typeof(value) == TYPE_NODE_PATH:
			value = get_node_or_null(value) if not (value as NodePath).is_empty() else null
		var fitting: Variant = _fitting(known, key, value)
		if typeof(fitting) != TYPE_STRING:
			world._checked(world.runtime.set_key(number, key, world._to_runtime(fitting)), self)


func _left() -> void:
	for task: IshiTask in _tasks.values():
		task._abort(false)
	_tasks.clear()


func _start(token: int, task_name: String, parameters: Dictionary) -> void:
	var task := IshiTask.new()
	task.name = task_name
	task.agent = self
	task.parameters = world._from_runtime(parameters)
	task._token = token
	_tasks[token] = task
	task.over.connect(func() -> void: _tasks.erase(token))
	var method := "_task_" + task_name
	var character := get_character()
	if character != null and character.has_method(method):
		character.call(method, task)
	elif not task_started.get_connections().is_empty():
		task_started.emit(task)
	else:
		task.fail()
		if not _refused_tasks.has(task_name):
			_refused_tasks[task_name] = true
			_complain("starts the task `%s`, which nobody carries out, so it fails: add `func %s(task: IshiTask)` to the script of %s, or connect task_started"
					% [task_name, method, character.name if character != null else &"its parent"])


func _update(token: int, parameters: Dictionary) -> void:
	if _tasks.has(token):
		_tasks[token].parameters = world._from_runtime(parameters)
		_tasks[token].updated.emit()


func _end(token: int, reports_end: bool) -> void:
	if _tasks.has(token):
		_tasks[token]._abort(reports_end)


func _move(heading: Vector3, speed: float, way_point: Variant) -> void:
	var character := get_character()
	if character == null:
		return
	if character.has_method("_ishi_move"):
		character.call("_ishi_move", heading, speed, way_point)
	elif moves_character:
		world._move_character(character, heading, speed, way_point)


func _complain(words: String) -> void:
	push_error("%s: %s %s" % [get_path() if is_inside_tree() else NodePath(name), agent if agent != "" else "the agent", words])


func _did_you_mean(key: String) -> String:
	var names := PackedStringArray(behaviour.get_keys().map(func(one: Dictionary) -> String: return one.name))
	var closest := IshiBehaviour.closest(key, names)
	return "" if closest == "" else "; did you mean `%s`?" % closest


static func _with_article(word: String) -> String:
	return ("an " if word[0] in "aeiouA" else "a ") + word


# The value as the runtime takes it, or "" after a complaint: no key has a text as its value.
func _fitting(known: Dictionary, key: String, value: Variant) -> Variant:
	# An object that was freed has no class to ask for, so types are compared.
	var type := typeof(value)
	match known.get("type", ""):
		"number":
			if type in [TYPE_FLOAT, TYPE_INT, TYPE_BOOL]:
				return float(value)
		"integer":
			if type in [TYPE_INT, TYPE_BOOL] or (type == TYPE_FLOAT and value == floorf(value)):
				return int(value)
		"boolean":
			if type in [TYPE_BOOL, TYPE_INT]:
				return bool(value)
		"enum":
			var members := behaviour.get_members(known.of)
			if type in [TYPE_STRING, TYPE_STRING_NAME]:
				if members.has(value):
					return members.find(value)
				_complain("is given `%s` for the key `%s`, which is one of %s" % [value, key, ", ".join(members)])
				return ""
			if type == TYPE_INT:
				if value >= 0 and value < members.size():
					return value
				_complain("is given %d for the key `%s`, which has the members 0 to %d" % [value, key, members.size() - 1])
				return ""
		"point":
			if type == TYPE_VECTOR3:
				return value
			if type == TYPE_VECTOR2 and world != null:
				return world._point_of(value)
		"entity":
			# An object that was freed is nobody, as null is.
			if type == TYPE_NIL or (type == TYPE_OBJECT and not is_instance_valid(value)):
				return 0
			if type == TYPE_NODE_PATH:
				return value
			if type == TYPE_OBJECT and value is Node:
				# Its number is known when both live.
				if number == 0:
					return value
				if world.get_number_of(value) != 0:
					return world.get_number_of(value)
				_complain("is given the node %s for the key `%s`, but agents do not know it: give it an IshiThing" % [value.name, key])
				return ""
		_:
			return value
	_complain("is given %s for the key `%s`, which is %s" % [_with_article(type_string(typeof(value))), key, _with_article(known.type)])
	return ""


# --- in the inspector

func _on_behaviour_changed() -> void:
	if behaviour != null and agent == "" and behaviour.get_agents().size() == 1:
		agent = behaviour.get_agents()[0]
	notify_property_list_changed()
	update_configuration_warnings()


func _validate_property(property: Dictionary) -> void:
	if property.name == "agent" and behaviour != null and not behaviour.get_agents().is_empty():
		property.hint = PROPERTY_HINT_ENUM_SUGGESTION
		property.hint_string = ",".join(behaviour.get_agents())


# Keys are properties below "keys/". Only those that the scene sets are saved.
func _get_property_list() -> Array[Dictionary]:
	var list: Array[Dictionary] = []
	var names := {}
	for key: Dictionary in behaviour.get_keys() if behaviour != null else []:
		names[key.name] = true
		var property := {"name": "keys/" + key.name, "usage": PROPERTY_USAGE_EDITOR, "hint": PROPERTY_HINT_NONE, "hint_string": ""}
		if _values.has(key.name):
			property.usage |= PROPERTY_USAGE_STORAGE
		match key.type:
			"number", "integer":
				property.type = TYPE_FLOAT if key.type == "number" else TYPE_INT
				if key.high - key.low < 1e6:
					property.hint = PROPERTY_HINT_RANGE
					property.hint_string = "%s,%s,%s" % [key.low, key.high, 0.001 if key.type == "number" else 1]
			"boolean":
				property.type = TYPE_BOOL
			"enum":
				property.type = TYPE_INT
				property.hint = PROPERTY_HINT_ENUM
				property.hint_string = ",".join(behaviour.get_members(key.of))
			"point":
				property.type = TYPE_VECTOR3
			"entity":
				property.type = TYPE_NODE_PATH
		list.append(property)
	# A key that is gone stays in the scene until somebody resets it.
	for key: String in _values:
		if not names.has(key):
			list.append({"name": "keys/" + key, "type": typeof(_values[key]), "usage": PROPERTY_USAGE_DEFAULT, "hint": PROPERTY_HINT_NONE, "hint_string": ""})
	return list


func _set(property: StringName, value: Variant) -> bool:
	if not property.begins_with("keys/"):
		return false
	var key := property.trim_prefix("keys/")
	if value == null:
		_values.erase(key)
		notify_property_list_changed()
	elif number != 0:
		set_key(key, value)
	else:
		var was_set := _values.has(key)
		_values[key] = value
		if not was_set:
			notify_property_list_changed()
	update_configuration_warnings()
	return true


func _get(property: StringName) -> Variant:
	return get_key(property.trim_prefix("keys/")) if property.begins_with("keys/") else null


func _property_can_revert(property: StringName) -> bool:
	return property.begins_with("keys/")


func _property_get_revert(property: StringName) -> Variant:
	return _default(behaviour.get_key(property.trim_prefix("keys/"))) if property.begins_with("keys/") and behaviour != null else null


static func _default(key: Dictionary) -> Variant:
	match key.get("type", ""):
		"number": return float(key.default)
		"integer", "enum": return int(key.default)
		"boolean": return bool(key.default)
		"point": return IshiWorld.NOWHERE if key.default[0] >= 1e6 else Vector3(key.default[0], key.default[1], -key.default[2])
		"entity": return NodePath()
	return null


func _get_configuration_warnings() -> PackedStringArray:
	var warnings := super()
	if behaviour == null:
		warnings.append("It has no behaviour, so it decides nothing: drag a *.ishi.yaml file to `behaviour`.")
		return warnings
	var file := behaviour.resource_path.get_file()
	if behaviour.is_outdated:
		warnings.append("%s has errors; its last good version is used. %s" % [file, behaviour.diagnostics[0] if not behaviour.diagnostics.is_empty() else ""])
	elif behaviour.blob.is_empty():
		warnings.append("%s is not compiled: %s" % [file, behaviour.diagnostics[0] if not behaviour.diagnostics.is_empty() else "it has no agents"])
	if not behaviour.get_agents().is_empty() and not behaviour.get_agents().has(agent):
		warnings.append("%s has no agent `%s`: it has %s." % [file, agent, ", ".join(behaviour.get_agents())])
	for key: String in _values:
		if behaviour.description != "" and behaviour.get_key(key).is_empty():
			warnings.append("The scene sets the key `%s`, which %s does not have%s. Reset keys/%s to drop it." % [key, file, _did_you_mean(key), key])
	return warnings
