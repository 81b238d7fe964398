extends "godot_board.gd"
## Plays the recipe for thirty choices as a person at its window does, and prints what was done as one line of JSON.
const CHOICES := 30
const PATIENCE := 60_000  # milliseconds without anything new
const OTHERS := ["show all again", "take the last choice back"]
var counts := {"choices": 0, "by_map": 0, "explained": 0, "undone": 0}
var random := RandomNumberGenerator.new()


func _initialize() -> void:
	random.seed = hash(OS.get_cmdline_user_args()[1])
	super()
	while counts.choices < CHOICES and not now.has("outcome"):
		if not await until(func() -> bool: return menu.get_child_count() > 0 and rows() or now.has("outcome")):
			push_error("nothing to choose: " + question.text)
			quit(1)
			return
		if not now.has("outcome"):
			await choose()
	counts.over = int(now.has("outcome"))
	print(JSON.stringify(counts))
	quit()


func choose() -> void:
	var at: String = now.at
	var lit: Array = rows().map(about).reduce(joined, [])
	var dark: Array = sheet.spaces.filter(func(space: Dictionary) -> bool: return space.id not in lit)
	if dark:
		await touch(dark[random.randi() % dark.size()])
		await until(func() -> bool: return said != "" or picked.size() > 0, 3000)
		counts.explained += int(said != "")
	for again in range(4):
		lit = rows().map(about).reduce(joined, [])
		var choices: Array = sheet.spaces.filter(func(space: Dictionary) -> bool: return space.id in lit)
		if counts.choices % 2 == 0 or now.at != at or not choices:
			break
		var before := picked.size()
		await touch(choices[random.randi() % choices.size()])
		await until(func() -> bool: return now.at != at or picked.size() != before or said != "", 3000)
	var by_map: bool = now.at != at
	if not by_map:
		var presses := menu.get_children().filter(func(node: Button) -> bool: return node.text not in OTHERS)
		presses[random.randi() % presses.size()].pressed.emit()
	if not await until(func() -> bool: return now.at != at):
		push_error("stuck at " + question.text)
		quit(1)
	counts.choices += 1
	counts.by_map += int(by_map)
	var undo := menu.get_children().filter(func(node: Button) -> bool: return node.text == OTHERS[1])
	if undo and counts.choices % 7 == 3:
		at = now.at
		undo[0].pressed.emit()
		counts.undone += int(await until(func() -> bool: return now.at != at, 3000))


## Press and release the mouse on a space of the map.
func touch(space: Dictionary) -> void:
	var event := InputEventMouseButton.new()
	event.button_index = MOUSE_BUTTON_LEFT
	event.position = map.get_global_transform() * Vector2(space.at[0], space.at[1])
	for pressed in [true, false]:
		event = event.duplicate()
		event.pressed = pressed
		root.push_input(event)
		await process_frame


## Whether something has become true within some milliseconds, and a frame has been drawn since.
func until(happened: Callable, patience := PATIENCE) -> bool:
	var end := Time.get_ticks_msec() + patience
	while not happened.call() and Time.get_ticks_msec() < end:
		await process_frame
	await process_frame
	return happened.call()
