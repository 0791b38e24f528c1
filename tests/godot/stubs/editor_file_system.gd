class_name EditorFileSystem
extends Node
## Of the editor, which no export has.

signal resources_reimported(resources: PackedStringArray)
func get_filesystem() -> EditorFileSystemDirectory: return null
func reimport_files(_files: PackedStringArray) -> void: resources_reimported.emit(_files)
