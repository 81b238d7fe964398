extends SceneTree  ## Any game by the wire: godot --script godot_board.gd -- "http://127.0.0.1:8000/t/ID#KEY"
var link := OS.get_cmdline_user_args()[0].split("#"); var line := WebSocketPeer.new(); var web := HTTPRequest.new()
var map := Control.new(); var ground := Sprite2D.new(); var things := Control.new(); var question := Label.new()
var menu := VBoxContainer.new(); var told := Label.new(); var story := []; var pieces := {}; var panels := {}
var welcome: Dictionary; var sheet: Dictionary; var now: Dictionary; var picked := []; var said := ""; var sent := 0
func _initialize() -> void:
	var scroll := ScrollContainer.new(); var aside := VBoxContainer.new(); scroll.add_child(aside)
	for it in [[root, web], [root, map], [map, ground], [map, things], [root, scroll]]: it[0].add_child(it[1])
	for node in [question, menu, told]: aside.add_child(node)
	root.min_size = Vector2i(1400, 800); scroll.position.x = 1000; scroll.size = Vector2(400, 800)
	line.inbound_buffer_size = 1 << 24; line.connect_to_url("ws" + link[0].trim_prefix("http") + "/socket")
	while line.get_ready_state() != WebSocketPeer.STATE_CLOSED:
		await process_frame; line.poll()
		if not sent and line.get_ready_state() == WebSocketPeer.STATE_OPEN:
			say("hello", {"protocol": "wargame-table/4", "table": link[0].get_file(), "key": link[1]})
		while line.get_available_packet_count(): await hear(JSON.parse_string(line.get_packet().get_string_from_utf8()))
	question.text = "The table has ended the connection. " + said
func say(kind: String, more: Dictionary) -> void:
	line.send_text(JSON.stringify(more.merged({"kind": kind, "id": str(sent)} if sent else {"kind": kind}))); sent += 1
func hear(message: Dictionary) -> void:
	welcome = message if message.kind == "welcome" else welcome; said = message.get("text", said)
	if message.kind == "update":
		now = message; picked = []; said = ""; story = story.slice(0, now.kept) + now.get("events", [])
		pieces = changed(pieces, now.get("pieces", {})); panels = changed(panels, now.get("panels", {}))
		if sheet.get("digest") != now.get("sheet", welcome.sheet): await lay(now.get("sheet", welcome.sheet))
	if sheet: show()
func changed(old: Dictionary, change: Dictionary) -> Dictionary:
	for id in change.get("gone", []): old.erase(id)
	return change.get("all", old.merged(change.get("set", {}), true))
func fetched(file: String) -> String:
	web.request("%s/sheet/%s" % [link[0], file]); return (await web.request_completed)[3].get_string_from_utf8()
func lay(digest: String) -> void:  # Godot draws no words of an SVG, so buttons on the spaces show the names of places
	sheet = JSON.parse_string(await fetched(digest + ".json")); var drawing := await fetched(digest + ".svg")
	var box := RegEx.create_from_string('viewBox="(.*?)"').search(drawing).get_string(1).split_floats(" ")
	var image := Image.new(); image.load_svg_from_string(drawing, 2); ground.position = Vector2(box[0], box[1])
	ground.texture = ImageTexture.create_from_image(image); ground.centered = false
	ground.scale = Vector2(box[2], box[3]) / ground.texture.get_size()
	map.scale = Vector2.ONE * minf(1000 / box[2], 800 / box[3]); map.position = -ground.position * map.scale
func add(parent: Node, text: String, act: Callable, x := 0.0, y := 0.0) -> Button:
	var node := Button.new(); node.text = text; node.add_theme_constant_override("outline_size", 6); parent.add_child(node)
	node.pressed.connect(act, CONNECT_DEFERRED); node.position = Vector2(x, y) - node.get_minimum_size() / 2; return node
func rows() -> Array: return picked[-1] if picked else now.get("ask", {}).get("rows", [])
func about(row: Dictionary) -> Array: return row.get("about", {}).values().reduce(joined, [])
func joined(all: Array, more: Variant) -> Array: return all + (more if more is Array else [more])
func click(thing: String) -> void:  # the rows that name it are shown; a second click plays the one that is left
	var group := rows().filter(func(row): return thing in about(row)); said = ""
	if group.size() == 1 and picked: return say("act", {"at": now.at, "action": group[0].action})
	if thing and not group: say("explain", {"what": thing, "of": "piece" if thing in pieces else "place"})
	picked = picked + [group] if group else []; show()
func show() -> void:
	for node in menu.get_children() + things.get_children(): node.queue_free()
	for row in rows(): add(menu, row.label, say.bind("act", {"at": now.at, "action": row.action}))
	if picked: add(menu, "show all again", click.bind(""))
	if now.get("undo", {}).get("may"): add(menu, "take the last choice back", say.bind("undo", {"at": now.at}))
	var lit: Array = rows().map(about).reduce(joined, [])
	for it in sheet.spaces: add(things, it.get("place", ""), click.bind(it.id), it.at[0], it.at[1]).flat = not it.id in lit
	for id in pieces: add(things, pieces[id].text, click.bind(id), pieces[id].x, pieces[id].y).flat = not id in lit
	question.text = now.get("outcome", {}).get("text", now.get("ask", {}).get("prompt", "wait")) + "\n" + said
	told.text = "\n".join(story.slice(-20).map(func(row): return row.get("text", ""))) + JSON.stringify(panels, " ")
