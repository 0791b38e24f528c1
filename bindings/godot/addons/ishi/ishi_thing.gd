@tool
class_name IshiThing
extends Node
## Makes its parent known to the agents of an IshiWorld, as something to see, remember, avoid or flee from. It does not decide;
## that is an IshiAgent.

## The kind of thing, a name under `things` in the YAML.
@export var thing: String:
	set(value):
		thing = value
		update_configuration_warnings()

## The world that it is in; null before it enters and after it leaves.
var world: IshiWorld
## Its number in the world; 0 while it is in none. Numbers are not used again.
var number := 0


# Notifications reach this script even if one that extends it has a `_ready` of its own. When a scene is ready, its worlds are there.
func _notification(what: int) -> void:
	if Engine.is_editor_hint():
		return
	if what == NOTIFICATION_READY or (what == NOTIFICATION_ENTER_TREE and is_node_ready()):
		IshiWorld._enter(self)
	elif what == NOTIFICATION_EXIT_TREE and world != null:
		world._leave(self)


## The character: the parent, whose place and direction the runtime sees. A Node3D looks along -Z, a Node2D along +X.
func get_character() -> Node:
	return get_parent()


## Sets a field of the thing, such as how strong it is.
func set_field(field: String, value: Variant) -> bool:
	return world != null and world._checked(world.runtime.set_field(number, thing, field, world._to_runtime(value)), self)


## A field of the thing; null if there is none of that name.
func get_field(field: String) -> Variant:
	return world._from_runtime(world.runtime.get_field(number, thing, field)) if world != null and number != 0 else null


func _spawn_options() -> Dictionary:
	var options := world._place_of(self)
	options["identity"] = number
	if thing != "":
		options["thing"] = thing
	return options


# It lives in the world now.
func _begin() -> void:
	pass


# It has left the world.
func _left() -> void:
	pass


func _get_configuration_warnings() -> PackedStringArray:
	var warnings := PackedStringArray()
	var character := get_parent()
	if not (character is Node3D or character is Node2D):
		warnings.append("The parent is the character, so it has to be a Node3D or a Node2D: its place is what agents see.")
	if IshiWorld.find(self) == null:
		warnings.append("There is no IshiWorld in the scene. Agents think in one: add it anywhere in the scene.")
	return warnings
