class_name EditorImportPlugin
extends RefCounted
## Of the editor, which no export has.
