class_name EditorFileSystemDirectory
extends Object
## Of the editor, which no export has.

func get_file_count() -> int: return 0
func get_file(_index: int) -> String: return ""
func get_file_path(_index: int) -> String: return ""
func get_subdir_count() -> int: return 0
func get_subdir(_index: int) -> EditorFileSystemDirectory: return null
