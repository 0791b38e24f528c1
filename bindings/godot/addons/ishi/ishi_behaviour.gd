@tool
class_name IshiBehaviour
extends Resource
## A compiled *.ishi.yaml file: what the importer makes of it.

## The compiled bytes, which the runtime loads. Empty: the file has errors, or is only included by others.
@export var blob: PackedByteArray
## The agents, keys and tasks of the file as JSON, from IshiRuntime.describe().
@export_multiline var description: String
## All files that the blob was made of, the imported one first.
@export var sources: PackedStringArray
## What the compiler reported, each with its file and line.
@export var diagnostics: PackedStringArray
## The file has errors now. The blob is of the last version that had none.
@export var is_outdated: bool

var _parsed_text: String
var _parsed: Dictionary = {}


func _described() -> Dictionary:
	if _parsed_text != description:
		_parsed_text = description
		var parsed: Variant = JSON.parse_string(description)
		_parsed = parsed if parsed is Dictionary else {}
	return _parsed


## The names of the agents in the file.
func get_agents() -> PackedStringArray:
	return PackedStringArray(_described().get("agents", []))


## The keys of a scope: "agent", "team" or "world". Each is a dictionary with name, type, of, low, high and default.
func get_keys(scope: String = "agent") -> Array:
	return _described().get("keys", []).filter(func(key: Dictionary) -> bool: return key.scope == scope)


## The members of an enum, in order.
func get_members(enumeration: String) -> PackedStringArray:
	return PackedStringArray(_described().get("enums", {}).get(enumeration, []))


## The tasks: dictionaries with name, parameters and gives.
func get_tasks() -> Array:
	return _described().get("tasks", [])


## What an agent's key is, or an empty dictionary if there is no such key.
func get_key(key: String) -> Dictionary:
	for one: Dictionary in get_keys():
		if one.name == key:
			return one
	return {}


## The name that somebody probably meant; empty if none is close.
static func closest(name: String, names: PackedStringArray) -> String:
	var best := ""
	var similarity := 0.5
	for one in names:
		if one.similarity(name) > similarity:
			similarity = one.similarity(name)
			best = one
	return best
