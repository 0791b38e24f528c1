extends Node
## Plays the demo without drawing it, prints its states, and then draws.

const EVERY := 600
const LAST := 3600

var _world: IshiWorld


func _enter_tree() -> void:
	RenderingServer.render_loop_enabled = false
	get_tree().node_added.connect(_on_node_added)


func _on_node_added(node: Node) -> void:
	if node is IshiWorld:
		_world = node
		_world.stepped.connect(_on_stepped)


func _on_stepped() -> void:
	if _world.frame % EVERY == 0 and _world.frame <= LAST:
		print("%d %s" % [_world.frame, _world.get_state_hash()])
	if _world.frame == LAST:
		var bleats := 0
		for sheep in get_tree().current_scene.get_node("Flock").get_children():
			bleats += sheep.bleats
		print("the sheep have bleated %s" % ("often" if bleats > 20 else "%d times" % bleats))
		RenderingServer.render_loop_enabled = true
		_world.steps_by_itself = false
		await get_tree().process_frame
		await get_tree().process_frame
		print("end")
