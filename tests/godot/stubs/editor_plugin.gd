class_name EditorPlugin
extends Node
## Of the editor, which no export has: what the add-on calls.

func add_import_plugin(_importer: EditorImportPlugin, _first_priority: bool = false) -> void: pass
func remove_import_plugin(_importer: EditorImportPlugin) -> void: pass
