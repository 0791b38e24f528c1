@tool
extends EditorPlugin
## The add-on in the editor: imports *.ishi.yaml files, and those again that include one which has changed.

const Importer := preload("res://addons/ishi/importer.gd")

var _importer: EditorImportPlugin


func _enter_tree() -> void:
	if not ProjectSettings.has_setting(IshiBuild.SETTING):
		ProjectSettings.set_setting(IshiBuild.SETTING, "")
	ProjectSettings.set_initial_value(IshiBuild.SETTING, "")
	ProjectSettings.add_property_info({"name": IshiBuild.SETTING, "type": TYPE_STRING, "hint": PROPERTY_HINT_GLOBAL_FILE})
	_importer = Importer.new()
	add_import_plugin(_importer)
	EditorInterface.get_resource_filesystem().resources_reimported.connect(_on_reimported)


func _exit_tree() -> void:
	EditorInterface.get_resource_filesystem().resources_reimported.disconnect(_on_reimported)
	remove_import_plugin(_importer)
	_importer = null


# A behaviour is made of the files that it includes, too.
func _on_reimported(changed: PackedStringArray) -> void:
	var again := PackedStringArray()
	for path in _behaviours(EditorInterface.get_resource_filesystem().get_filesystem()):
		if changed.has(path):
			continue
		var behaviour := load(path) as IshiBehaviour
		if behaviour != null and Array(behaviour.sources).any(func(source: String) -> bool: return changed.has(source)):
			again.append(path)
	if not again.is_empty():
		# Not within the import that has just ended.
		EditorInterface.get_resource_filesystem().reimport_files.call_deferred(again)


func _behaviours(folder: EditorFileSystemDirectory) -> PackedStringArray:
	var found := PackedStringArray()
	for i in folder.get_file_count():
		if folder.get_file(i).ends_with(".ishi.yaml"):
			found.append(folder.get_file_path(i))
	for i in folder.get_subdir_count():
		found.append_array(_behaviours(folder.get_subdir(i)))
	return found
