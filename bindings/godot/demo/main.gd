extends Node3D
## A meadow with sixty sheep and a dog. After half a minute it rains.

const SHEEP := preload("res://sheep.tscn")

## How many sheep there are.
@export var flock := 60

@onready var world: IshiWorld = $IshiWorld


func _ready() -> void:
	# Three rows in the middle.
	for i in flock:
		var sheep: Node3D = SHEEP.instantiate()
		@warning_ignore("integer_division")
		sheep.position = Vector3(i % 20 - 9.5, 0, 3 * (i / 20) - 4)
		sheep.name = "Sheep%d" % i
		var agent: IshiAgent = sheep.get_node("IshiAgent")
		agent.set_key("wool", (i % 4) * 0.25)
		# Every third sheep follows the one before it.
		if i % 3 == 1:
			agent.set_key("lead", $Flock.get_child(i - 1))
		$Flock.add_child(sheep)
	world.stepped.connect(_on_stepped)


func _on_stepped() -> void:
	if world.frame == 1800:
		world.set_shared_key("weather", 1)
