# SPDX-License-Identifier: Apache-2.0
"""What a screen reader sees of the window. It runs in a process of its own: the library has one bus for the life of a process.

Usage: eyes.py    reads a command on each line, as JSON, and answers each with a line of JSON

Commands: ["tree"], ["labels"], ["focused"], ["do", ROLE, NAME, ACTION], ["place", ROLE, NAME, WITHIN], ["value", ROLE, NAME, NUMBER], ["text", ROLE, NAME, TEXT]
"""
import json
import sys

import pyatspi

FLAGS = {
    "focusable": pyatspi.STATE_FOCUSABLE, "sensitive": pyatspi.STATE_SENSITIVE, "checked": pyatspi.STATE_CHECKED,
    "focused": pyatspi.STATE_FOCUSED, "selected": pyatspi.STATE_SELECTED,
}


def application():
    for candidate in pyatspi.Registry.getDesktop(0):
        if candidate is not None and candidate.name == "baton-settings":
            return candidate
    return None


def walk(node, path=(), page=None):
    """Each node with the names above it, and the number of the page that it is on: those that are not shown are in the tree too."""
    if node is None:
        return
    yield node, path, page
    for number, child in enumerate(list(node)):
        is_page = child is not None and child.name == "GtkStackPage"
        yield from walk(child, path + (node.name,), number if is_page else page)


def describe(node, path, page):
    state = node.getState()
    found = {
        "role": node.getRoleName(), "name": node.name, "description": node.description, "path": list(path), "page": page,
        "flags": [name for name, flag in FLAGS.items() if state.contains(flag)],
    }
    try:
        found["value"] = node.queryValue().currentValue
    except NotImplementedError:
        pass
    try:
        found["text"] = node.queryText().getText(0, -1)
    except NotImplementedError:
        pass
    return found


def labels(node, page=None, is_sensitive=True):
    """The texts with their places in the window, their pages, and whether what they belong to can be used."""
    if node is None:
        return
    role, state = node.getRoleName(), node.getState()
    is_sensitive = is_sensitive and (state.contains(pyatspi.STATE_SENSITIVE) or not state.contains(pyatspi.STATE_FOCUSABLE))
    if role == "label" and node.name:
        place = node.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
        yield [node.name, page, is_sensitive, place.x, place.y, place.width, place.height]
    for number, child in enumerate(list(node)):
        yield from labels(child, number if child is not None and child.name == "GtkStackPage" else page, is_sensitive)


def find(role, name, within=None):
    """The first one, or the last one within something of a name."""
    found = None
    for node, path, _ in walk(application()):
        if node.getRoleName() == role and node.name == name and (within is None or within in path):
            found = node
            if within is None:
                break
    return found


def act(node, action):
    actions = node.queryAction()
    for place in range(actions.nActions):
        if actions.getName(place) == action:
            return actions.doAction(place)
    return False


def answer(command):
    if command[0] == "tree":
        return [describe(*found) for found in walk(application())]
    if command[0] == "focused":
        return next(([node.getRoleName(), node.name] for node, _, _ in walk(application())
                     if node.getState().contains(pyatspi.STATE_FOCUSED)), None)
    if command[0] == "labels":
        return list(labels(application()))
    node = find(command[1], command[2], command[3] if command[0] == "place" and len(command) > 3 else None)
    if node is None:
        return False
    if command[0] == "do":
        return act(node, command[3])
    if command[0] == "place":
        # GTK 4.8 knows where things are in their window only, and gives nobody the focus by this bus.
        place = node.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
        frame = find("frame", "Baton").queryComponent().getExtents(pyatspi.WINDOW_COORDS)
        return [place.x, place.y, place.width, place.height, frame.width, frame.height]
    if command[0] == "value":
        node.queryValue().currentValue = command[3]
        return True
    if command[0] == "text":
        return node.queryEditableText().setTextContents(command[3])
    return False


for line in sys.stdin:
    try:
        result = answer(json.loads(line))
    # What goes away while it is looked at is looked for again.
    except Exception as error:  # noqa: BLE001
        result = {"error": repr(error)}
    print(json.dumps(result), flush=True)
