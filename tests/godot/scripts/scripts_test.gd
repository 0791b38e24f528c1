extends Node
## Compiles every script of the add-on, prints the methods of IshiWebRuntime, and imports a file where there is no tool.

const SCRIPTS: PackedStringArray = ["plugin.gd", "importer.gd", "ishi_build.gd", "ishi_behaviour.gd", "ishi_task.gd", "ishi_thing.gd", "ishi_agent.gd", "ishi_world.gd", "web/ishi_web_runtime.gd"]


func _ready() -> void:
	for path in SCRIPTS:
		var script: GDScript = load("res://addons/ishi/" + path)
		print("%s %s" % [path, "compiles" if script != null and script.can_instantiate() else "DOES NOT COMPILE"])
	var script: GDScript = load("res://addons/ishi/web/ishi_web_runtime.gd")
	for method in script.get_script_method_list():
		if method.name.begins_with("_"):
			continue
		var arguments := PackedStringArray()
		for argument: Dictionary in method.args:
			arguments.append("%s: %s" % [argument.name, _type(argument)])
		var result := _type(method["return"]) if method["return"].type != TYPE_NIL or method["return"].usage & PROPERTY_USAGE_NIL_IS_VARIANT else "void"
		print("method %s(%s) -> %s" % [method.name, ", ".join(arguments), result])
	_import()
	_diagnostics()
	print("end")


static func _type(property: Dictionary) -> String:
	return "Variant" if property.type == TYPE_NIL else type_string(property.type)


# A page has no processes, so the tool cannot be run.
func _import() -> void:
	var importer: Object = load("res://addons/ishi/importer.gd").new()
	var file := FileAccess.open("user://one.ishi.yaml", FileAccess.WRITE)
	file.store_string("ishi: 1\n")
	file.close()
	var none: Array[String] = []
	var made: int = importer._import("user://one.ishi.yaml", "user://one", {}, none, none)
	var behaviour: Resource = load("user://one." + importer._get_save_extension())
	print("import %s: %s" % [error_string(made), "; ".join(behaviour.diagnostics)])


# The editor shows what the tool prints.
func _diagnostics() -> void:
	var build: GDScript = load("res://addons/ishi/ishi_build.gd")
	var text := FileAccess.get_file_as_string("res://diagnostics.json")
	for line: String in build.lines_of(text):
		print("diagnostic " + line)
	for source: String in build.sources_of(FileAccess.get_file_as_string("res://sources.d")):
		print("source " + source)
