@tool
class_name IshiBuild
extends RefCounted
## Runs `ishi build` for one file, and reads what the tool says.

## The project setting that holds the path of the tool.
const SETTING := "ishi/tool"

## What a run has given.
class Result:
	## The blob; empty if the file has errors or no agents.
	var blob: PackedByteArray
	## All files that it was made of, as res:// paths.
	var sources: PackedStringArray
	## What the tool reports: a file, a line, and what is wrong there.
	var lines: PackedStringArray
	var has_errors := false


## The tool: the project setting `ishi/tool`, else the variable ISHI_TOOL, else `ishi` in PATH.
static func find_tool() -> String:
	var setting: Variant = ProjectSettings.get_setting(SETTING, "")
	if setting is String and setting != "":
		return ProjectSettings.globalize_path(setting) if (setting as String).begins_with("res://") else setting
	var variable := OS.get_environment("ISHI_TOOL")
	return variable if variable != "" else "ishi"


## Compiles a file below res://.
static func run(source: String) -> Result:
	var result := Result.new()
	var tool := find_tool()
	var folder := OS.get_cache_dir().path_join("ishi_godot_%d" % OS.get_process_id())
	var output: Array = []
	var arguments := PackedStringArray(["build", ProjectSettings.globalize_path(source), "-o", folder, "--format", "json", "--depfile", "--no-cache"])
	var code := OS.execute(tool, arguments, output, true)
	var text := "".join(output)
	if code == -1:
		result.has_errors = true
		result.lines = ["%s: the tool `%s` cannot be run, so it is not compiled: set its path in the project settings under `%s`, or put it into PATH" % [source, tool, SETTING]]
		return result
	result.lines = lines_of(text)
	result.has_errors = code != 0
	if code != 0 and result.lines.is_empty():
		result.lines = ["%s: `%s` ended with code %d: %s" % [source, tool, code, text.strip_edges()]]
	var blob := folder.path_join(source.get_file().trim_suffix(".yaml"))
	if code == 0 and FileAccess.file_exists(blob):
		result.blob = FileAccess.get_file_as_bytes(blob)
		result.sources = sources_of(FileAccess.get_file_as_string(blob + ".d"))
	for made: String in [blob, blob + ".d"]:
		DirAccess.remove_absolute(made)
	DirAccess.remove_absolute(folder)
	return result


## The findings of the tool's JSON: "res://ai/guard.ishi.yaml:3:38: error[IS101]: … (did you mean `default`?)".
static func lines_of(text: String) -> PackedStringArray:
	var lines := PackedStringArray()
	var begin := text.find("{")
	if begin < 0:
		return lines
	var json := JSON.new()
	if json.parse(text.substr(begin)) != OK or not (json.data is Dictionary):
		return lines
	for finding: Dictionary in json.data.get("diagnostics", []):
		var place := "" if finding.get("file", "") == "" else project_path(finding.file) + ":"
		if finding.get("span") is Dictionary:
			place += "%d:%d:" % [finding.span.start.line, finding.span.start.column]
		var help := "" if finding.get("help", "") == "" else " (%s)" % finding.help
		lines.append("%s %s[%s]: %s%s" % [place, finding.severity, finding.code, finding.message, help])
	return lines


## The sources of a depfile, `blob: source source`, where `\ ` stands for a space.
static func sources_of(rule: String) -> PackedStringArray:
	var sources := PackedStringArray()
	var text := rule.replace("\\\r\n", " ").replace("\\\n", " ")
	var colon := text.find(": ")
	if colon < 0:
		return sources
	for source in text.substr(colon + 2).get_slice("\n", 0).replace("\\ ", "\t").split(" ", false):
		sources.append(project_path(source.replace("\t", " ").strip_edges()))
	return sources


## A path that the tool prints, relative to where the editor was started, as one below res://.
static func project_path(path: String) -> String:
	var here := DirAccess.open(".")
	if path.is_relative_path() and here != null:
		path = here.get_current_dir().path_join(path).simplify_path()
	return ProjectSettings.localize_path(path)
