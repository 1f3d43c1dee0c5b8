#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws Baton at work, as a loop of fourteen seconds: keys reach the right player, an unplugged headset pauses, a shake undoes.

Usage: docs/picture/loop.py light | dark >docs/picture/loop.svg     (`make pictures` calls it)
It is CSS in an SVG, which browsers play in an <img>. Who wants no motion sees the first scene.
"""
from drawing import WIDTH, Drawing, colour

LENGTH, FADE = 14, 0.15
KEYS, PLUG, SHAKE = (0, 5.5), (5.5, 9), (9, LENGTH)
HUB = WIDTH / 2, 168
PLAYERS, CARD = 560, (280, 76)
FIREFOX, SPOTIFY = 196, 92
picture = Drawing(300, "Keys reach the player that plays, an unplugged headset pauses it, and a shake undoes")
rules = []


def animate(frames, property_):
    """A class whose property has these values at these seconds."""
    name = f"a{len(rules)}"
    steps = "".join(f"{100 * min(max(second, 0), LENGTH) / LENGTH:.4g}%{{{property_}:{value}}}" for second, value in frames)
    rules.append(f"@keyframes {name}{{{steps}}}.{name}{{animation:{name} {LENGTH}s linear infinite}}")
    return name


def begin(*spans, **attributes):
    """A group that is seen in these spans of seconds only."""
    frames, last = [], 0
    if spans[0][0] > 0:
        frames.append((0, 0))
    for start, end in spans:
        frames += ([(start, last), (start + FADE, 1)] if start > 0 else [(0, 1)]) + ([(end - FADE, 1), (end, 0)] if end < LENGTH else [(LENGTH, 1)])
    if frames[-1][0] < LENGTH:
        frames.append((LENGTH, 0))
    picture.group(class_=animate(frames, "opacity"), opacity=1 if spans[0][0] == 0 else 0, **attributes)


def send(start, kind, from_, to, seconds=0.9):
    """A dot goes from the device through Baton to what it reaches, on a line that is seen meanwhile."""
    (x1, y1), (x2, y2), (x, y) = from_, to, HUB
    begin((start, start + seconds + 0.6))
    picture.path(f"M{x1} {y1}L{x - 36} {y}M{x + 36} {y}L{x2} {y2}", kind, 3)
    picture.end()
    half = seconds / 2
    place = lambda px, py: f"translate({px}px,{py}px)"
    frames = [(0, place(x1, y1)), (start, place(x1, y1)), (start + half * 0.8, place(x - 36, y)), (start + half * 1.2, place(x + 36, y)), (start + seconds, place(x2, y2)), (LENGTH, place(x2, y2))]
    begin((start, start + seconds + FADE))
    picture.add(f'<circle r="8" fill="{colour[kind]}" class="{animate(frames, "transform")}"/>')
    picture.end()


def player(y, name, playing, titles):
    """titles: from which second each is shown; playing: the spans in which the player plays."""
    width, height = CARD
    begin((0, SHAKE[0]))
    picture.box(PLAYERS, y, width, height)
    spans = sorted(playing)
    begin(*spans)
    picture.box(PLAYERS, y, width, height, "route-panel", "route", weight=2)
    picture.icon("play", PLAYERS + 14, y + 12, 22, "route")
    picture.end()
    edges = [0, *(second for span in spans for second in span), SHAKE[0]]
    begin(*((a, b) for a, b in zip(edges[::2], edges[1::2]) if b > a))
    picture.icon("pause", PLAYERS + 14, y + 12, 22, "soft")
    picture.end()
    picture.text(PLAYERS + 48, y + 28, name, size=16, bold=True)
    picture.box(PLAYERS + 16, y + 60, width - 32, 5, "edge", "none", 2)
    for (start, title), end in zip(titles, [second for second, _ in titles[1:]] + [SHAKE[0]]):
        begin((start, end))
        picture.text(PLAYERS + 48, y + 48, title, "soft", 14)
        # What is played of the track grows while the player plays.
        frames, share = [(0, "scaleX(.3)" if start == 0 else "scaleX(0)")], 0.3 if start == 0 else 0
        for a, b in spans:
            a, b = max(a, start), min(b, end)
            if a < b:
                frames.append((a, f"scaleX({share:.3g})"))
                share += (b - a) / 12
                frames.append((b, f"scaleX({share:.3g})"))
        frames.append((LENGTH, f"scaleX({share:.3g})"))
        picture.box(PLAYERS + 16, y + 60, width - 32, 5, "route", "none", 2, more=f' class="grow {animate(frames, "transform")}"')
        picture.end()
    picture.end()


def caption(span, words, kind):
    begin(span)
    picture.text(WIDTH / 2, 46, words, kind, 20, "middle", True)
    picture.end()


def keyboard(presses):
    begin(KEYS)
    for index, icon in enumerate(("prev", "play", "next")):
        x = 36 + index * 66
        moves = [(0, "translateY(0)")]
        for press in presses if icon == "next" else []:
            moves += [(press - 0.2, "translateY(0)"), (press, "translateY(5px)"), (press + 0.25, "translateY(0)")]
        picture.group(class_=animate([*moves, (LENGTH, "translateY(0)")], "transform"))
        picture.box(x, HUB[1] - 29, 58, 58, radius=10, weight=2)
        if icon == "prev":
            picture.icon("next", x + 43, HUB[1] - 14, 28, "soft", ' data-mirror=""')
            picture.parts[-1] = picture.parts[-1].replace("scale(1.16667)", "scale(-1.16667 1.16667)").replace(' data-mirror=""', "")
        else:
            picture.icon(icon, x + 15, HUB[1] - 14, 28, "route" if icon == "next" else "soft")
        picture.end()
    for press in presses:
        begin((press - 0.1, press + 0.9))
        picture.box(36 + 2 * 66 - 4, HUB[1] - 33, 66, 66, "none", "route", 13, 3)
        picture.end()
    picture.text(36 + 95, HUB[1] + 56, "Keyboard or headset", "soft", 14, "middle")
    picture.end()


def headphones(pulled):
    begin(PLUG)
    picture.icon("headset", 60, HUB[1] - 66, 96, "ink")
    # The laptop's edge with the jack, and the plug with its cable.
    out = animate([(0, "none"), (pulled, "none"), (pulled + 0.25, "scale(.74,1.12)"), (LENGTH, "scale(.74,1.12)")], "transform")
    picture.group(class_="pull " + out)
    picture.path(f"M80 {HUB[1] + 16}C80 {HUB[1] + 74} 120 {HUB[1] + 66} 178 {HUB[1] + 66}", "ink", 3)
    picture.box(176, HUB[1] + 60, 22, 12, "ink", "none", 3)
    picture.box(198, HUB[1] + 63.5, 14, 5, "soft", "none", 1)
    picture.end()
    picture.box(206, HUB[1] + 44, 44, 44, "panel", "soft", 5, 2)
    picture.box(206, HUB[1] + 62, 14, 8, "paper", "soft", 2, 1.5)
    picture.end()


def laptop(start, end):
    begin(SHAKE)
    frames, second, side = [(0, "translateX(0)"), (start, "translateX(0)")], start, 1
    while second + 0.12 < end:
        second += 0.12
        frames.append((second, f"translateX({14 * side}px) rotate({2 * side}deg)"))
        side = -side
    frames += [(end, "translateX(0)"), (LENGTH, "translateX(0)")]
    picture.group(class_="spin " + animate(frames, "transform"))
    picture.box(66, HUB[1] - 52, 132, 84, "panel", "ink", 8, 3)
    picture.path(f"M44 {HUB[1] + 42}H220", "ink", 8, more=' stroke-linecap="round"')
    picture.path(f"M84 {HUB[1] - 28}h64M84 {HUB[1] - 10}h82M84 {HUB[1] + 8}h48", "soft", 4, more=' stroke-linecap="round"')
    picture.end()
    begin((start, end))
    picture.path(f"M30 {HUB[1] - 40}q-12 20 0 40M16 {HUB[1] - 48}q-16 28 0 56M234 {HUB[1] - 40}q12 20 0 40M248 {HUB[1] - 48}q16 28 0 56", "undo", 3,
                 more=' stroke-linecap="round"')
    picture.end()
    picture.end()


def editor(gone, asked, back):
    x, y, width, height = PLAYERS - 20, 88, 300, 190
    begin(SHAKE)
    picture.box(x, y, width, height, "paper", "edge", 8, 2)
    picture.path(f"M{x} {y + 32}H{x + width}", "edge")
    picture.text(x + width / 2, y + 21, "shopping.txt", "soft", 13, "middle", True)
    for line, words in enumerate(("Saturday", "bread, olive oil, two lemons")):
        picture.text(x + 16, y + 60 + line * 24, words, size=15)
    # The last line is marked, and deleted by mistake.
    begin((gone - 0.6, gone), (back, back + 0.7))
    picture.box(x + 12, y + 92, 226, 24, "undo-panel", "none", 3)
    picture.end()
    begin((SHAKE[0], gone), (back, LENGTH))
    picture.text(x + 16, y + 108, "coffee for the whole weekend", size=15)
    picture.end()
    begin((asked, back + 0.1))
    picture.box(x + 34, y + 122, 250, 58, "panel", "undo", 10, 2)
    picture.icon("undo", x + 46, y + 138, 26, "ink")
    picture.text(x + 84, y + 147, "Undo?", size=15, bold=True)
    picture.text(x + 84, y + 167, "In gedit", "soft", 13)
    picture.box(x + 196, y + 136, 76, 30, "undo", "none", 6)
    picture.text(x + 234, y + 156, "Undo", "on", 14, "middle", True)
    picture.end()
    place = lambda px, py: f"translate({px}px,{py}px)"
    far, near = place(x + 150, y + 200), place(x + 240, y + 156)
    begin((asked + 0.1, back + 0.4))
    path = animate([(0, far), (asked + 0.1, far), (back - 0.2, near), (LENGTH, near)], "transform")
    picture.add(f'<path class="{path}" d="M0 0V20L5 15.500 8.500 23 12 21.500 8.500 14.500H15Z" fill="#fff" stroke="#000" stroke-width="1.3"/>')
    picture.end()
    picture.end()


caption(KEYS, "Play, pause and next go to the player you are listening to", "route")
caption(PLUG, "Headphones unplugged? The music pauses", "stop")
caption(SHAKE, "Shake your laptop to undo", "undo")
keyboard((0.8, 3.6))
headphones(6.3)
laptop(10.3, 11.3)
player(SPOTIFY, "Spotify", [(2.7, 7.3)], [(0, "Nina Simone – Feeling Good"), (4.5, "Nina Simone – Sinnerman")])
player(FIREFOX, "Firefox", [(0, 2.7)], [(0, "Jazz live, part 1"), (1.7, "Jazz live, part 2")])
editor(9.9, 11.7, 12.9)
first, second = (PLAYERS, SPOTIFY + CARD[1] / 2), (PLAYERS, FIREFOX + CARD[1] / 2)
send(0.8, "route", (230, HUB[1]), second)
send(3.6, "route", (230, HUB[1]), first)
send(6.4, "stop", (256, HUB[1] + 66), first)
send(10.7, "undo", (262, HUB[1]), (PLAYERS - 20, HUB[1]))
picture.baton(HUB[0] - 36, HUB[1] - 36, 72)
picture.text(HUB[0], HUB[1] + 58, "Baton", size=16, anchor="middle", bold=True)
picture.style = ("".join(rules) + ".grow{transform-box:fill-box;transform-origin:left;transform:scaleX(.3)}.pull{transform-box:fill-box;transform-origin:0 0}.spin{transform-box:fill-box;transform-origin:center}"
                 "@media (prefers-reduced-motion:reduce){*{animation:none!important}}")
picture.write()
