class_name EditorInterface
extends RefCounted
## Of the editor, which no export has.

static func get_resource_filesystem() -> EditorFileSystem: return null
