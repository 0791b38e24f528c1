@tool
extends EditorImportPlugin
## Makes an IshiBehaviour of each *.ishi.yaml file, and shows in the editor's output what the compiler reports.


func _get_importer_name() -> String:
	return "ishi.behaviour"


func _get_visible_name() -> String:
	return "Ishi behaviour"


# The editor knows a file by what follows the last dot of its name, so other .yaml files come here, too.
func _get_recognized_extensions() -> PackedStringArray:
	return ["yaml"]


func _get_save_extension() -> String:
	return "res"


func _get_resource_type() -> String:
	return "Resource"


func _get_priority() -> float:
	return 1.0


func _get_import_order() -> int:
	return 0


func _get_format_version() -> int:
	return 1


func _can_import_threaded() -> bool:
	return false


func _get_preset_count() -> int:
	return 1


func _get_preset_name(_preset: int) -> String:
	return "Default"


func _get_import_options(_path: String, _preset: int) -> Array[Dictionary]:
	return []


func _get_option_visibility(_path: String, _option: StringName, _options: Dictionary) -> bool:
	return true


func _import(source: String, save_path: String, _options: Dictionary, _variants: Array[String], _files: Array[String]) -> int:
	var path := "%s.%s" % [save_path, _get_save_extension()]
	var behaviour := IshiBehaviour.new()
	if source.ends_with(".ishi.yaml"):
		var result := IshiBuild.run(source)
		for line in result.lines:
			if result.has_errors:
				push_error(line)
			else:
				push_warning(line)
		behaviour.blob = result.blob
		behaviour.sources = result.sources
		behaviour.diagnostics = result.lines
		if result.has_errors:
			_keep_last(behaviour, path)
		else:
			_describe(behaviour, source)
	return ResourceSaver.save(behaviour, path)


# With errors the last good version stays, so that scenes keep their keys and games play on.
func _keep_last(behaviour: IshiBehaviour, path: String) -> void:
	var last: Resource = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE) if FileAccess.file_exists(path) else null
	if last is IshiBehaviour and not last.blob.is_empty():
		behaviour.blob = last.blob
		behaviour.description = last.description
		behaviour.sources = last.sources
		behaviour.is_outdated = true


func _describe(behaviour: IshiBehaviour, source: String) -> void:
	if behaviour.blob.is_empty():
		return
	var runtime := IshiWorld.make_runtime()
	if runtime == null:
		push_warning("%s: the extension of the add-on is not loaded, so its keys are not shown in the inspector" % source)
		return
	behaviour.description = runtime.describe(behaviour.blob)
	if behaviour.description == "":
		push_error("%s: the tool and the add-on are of different releases: %s" % [source, runtime.get_error()])
