#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the manual pages: `pages.py BUILD FOLDER`, with the folder of the programs.

The options come from `--help` of batond, baton-mqtt and baton-settings, the groups of commands from `batonctl --help`, the keys of baton.conf from docs/configuration.md, which a test
compares with the table in BatonSettings. The commands are in commands.json beside this file, which `pages.py --commands BATONCTL` writes (`make man`): only a
developer's build of batonctl tells them (`--experimental-dump-help` of swift-argument-parser; docs/release.md), and a test compares the file with it. The rest
is in the files *.in beside this one. `make man` checks the result with `mandoc -Tlint`.
"""
import datetime
import json
import os
import re
import subprocess
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
COMMANDS = os.path.join(HERE, "commands.json")
# What the pages use of the description of a command or an argument.
USED = {"abstract", "arguments", "commandName", "completionKind", "defaultValue", "discussion", "isOptional", "isRepeating", "kind", "list", "name", "names",
        "shouldDisplay", "subcommands", "valueName", "values"}
# The page of each group of `batonctl --help`.
PAGES = {"Everyday": "everyday", "Set up and diagnose": "desktop", "Players": "player", "Shake and motion": "shakes", "Scripts": "scripts"}


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True, timeout=60).stdout


def escape(text):
    """Text as roff shows it unchanged."""
    text = text.replace("\\", "\\e")
    text = "".join(c if ord(c) < 128 else f"\\[u{ord(c):04X}]" for c in text)
    return text.replace("--", "\\-\\-")


def inline(text):
    """A paragraph of Markdown: code is bold, links lose their address."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    parts = re.split(r"`([^`]*)`", text)
    return "".join(f"\\fB{escape(part).replace('-', chr(92) + '-') if i % 2 and part.startswith('-') else escape(part)}\\fR"
                   if i % 2 else escape(part) for i, part in enumerate(parts))


def prose(text):
    """Lines for roff: each sentence begins a line, no line is long, and none begins as a request does."""
    lines = []
    for sentence in re.split(r"(?<=[.!?])\s+(?=\S)", inline(" ".join(text.split()))):
        lines += textwrap.wrap(sentence, 76, break_long_words=False, break_on_hyphens=False)
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in lines)


def sentence(text):
    return text if text[-1:] in ".:!?" else text + "."


def argument(name):
    return f"Ar {escape(name)}"


def spelled(option):
    """The names of an option as macros, the short one first."""
    names = sorted(option.get("names", []), key=lambda name: len(name["name"]) > 1)
    flags = [f"Fl {name['name']}" if name["kind"] == "short" else f"Fl \\-{name['name']}" for name in names]
    line = " , ".join(flags)
    return line + (f" {argument(option['valueName'])}" if option["kind"] == "option" else "")


def options(items):
    lines = []
    for item in items:
        if not item["shouldDisplay"] or item.get("valueName") in ("help", "version"):
            continue
        lines.append(".It " + (argument(item["valueName"]) if item["kind"] == "positional" else spelled(item)))
        text = sentence(item.get("abstract", ""))
        if item.get("discussion"):
            text += " " + sentence(item["discussion"])
        # A list of players and the like is completed by the shell, and is not part of the text.
        values = item.get("completionKind", {}).get("list", {}).get("values", [])
        if values and item["kind"] == "option" and "" not in values:
            text += f" Values: {', '.join(values)}."
        if item.get("defaultValue"):
            text += f" The default is `{item['defaultValue']}`."
        lines.append(prose(text))
    return [".Bl -tag -width Ds"] + lines + [".El"] if lines else []


def synopsis(command, path):
    """A call as lines of macros."""
    lines = [f".Nm batonctl Cm {escape(path)}"]
    if any(item["kind"] != "positional" and item["shouldDisplay"] for item in command.get("arguments", [])):
        lines.append(".Op Ar option ...")
    for item in command.get("arguments", []):
        if item["kind"] != "positional" or not item["shouldDisplay"]:
            continue
        word = argument(item["valueName"]) + (" ..." if item.get("isRepeating") else "")
        lines.append(f".Op {word}" if item["isOptional"] else f".{word}")
    return "\n".join(lines)


def described(command, path, shared):
    lines = [f".Ss {escape(path)}", prose(sentence(command.get("abstract", "")))]
    for paragraph in command.get("discussion", "").split("\n\n"):
        if paragraph.strip():
            lines += [".Pp", prose(sentence(paragraph))]
    return lines + options([item for item in command.get("arguments", []) if item not in shared])


def group_text(entries):
    """The commands of a group; options that all of them have stand once, at the end."""
    lists = [command.get("arguments", []) for command, _ in entries]
    shared = [item for item in lists[0] if len(lists) > 1 and all(item in other for other in lists)]
    lines = [line for command, path in entries for line in described(command, path, shared)]
    last = options(shared)
    return "\n".join(lines + ([".Ss Options of each of these commands"] + last if last else []))


def walk(command, prefix=""):
    """A command and those below it, each with its whole name."""
    path = f"{prefix}{command['commandName']}"
    below = [entry for entry in command.get("subcommands", []) if entry["shouldDisplay"]]
    result = [] if below else [(command, path)]
    for entry in below:
        if entry["commandName"] != "help":
            result += walk(entry, path + " ")
    return result


def groups(help_text):
    """The titles of the groups in `batonctl --help`, with the names of their commands."""
    result, title = {}, None
    for line in help_text.splitlines():
        if found := re.match(r"([A-Z ]+) SUBCOMMANDS:$", line):
            title = found[1].capitalize()
            result[title] = []
        elif title and (found := re.match(r"  ([a-z][a-z-]*)(\s|$)", line)):
            result[title].append(found[1])
    return result


def configuration():
    """The sections of docs/configuration.md as lists of keys: the keys that people set come first in their section."""
    sections, usual, section = {}, {}, None
    with open(os.path.join(HERE, "..", "configuration.md"), encoding="utf-8") as file:
        text = file.read()
    tables = "".join(re.findall(r"<!-- (?:rare )?keys: .*?-->(.*?)<!-- end of", text, re.S))
    for line in tables.splitlines():
        if line.startswith("### "):
            section = sections.setdefault(line[4:], [])
        elif line.startswith(("|---", "| key ", "| section ")):
            continue
        elif line.startswith("|"):
            cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if section is None:
                usual.setdefault(cells.pop(0).strip("`"), []).append(cells)
            else:
                section.append(cells)
        elif line.strip():
            section.append(re.sub(r" Above: .*", "", line))
    lines = []
    for name, (summary, *keys) in sections.items():
        # mandoc takes a closing bracket at the end of a title for a mistake.
        lines += [f".Ss {escape(name.strip('[]'))}", prose(summary), ".Bl -tag -width Ds"]
        for key, kind, default, allowed, meaning in usual.get(name, []) + keys:
            lines += [f".It Cm {key.strip('`')}", prose(meaning), ".Pp",
                      prose(f"Type: {kind}; default: {default}; allowed: {allowed}")]
        lines.append(".El")
    return lines


def options_of(text):
    lines = [".Bl -tag -width Ds"]
    for found in re.finditer(r"^  (--\S.*?)(?:  +|\n {20,})(.*)$", text, re.M):
        items = []
        for name in found[1].split(", "):
            word, _, value = name.partition(" ")
            items.append(f"Fl \\-{word[2:]}" + (f" Ar {value}" if value else ""))
        lines += [".It " + " , ".join(items), prose(sentence(found[2][:1].upper() + found[2][1:]))]
    return lines + [".El"]


def page(folder, name, section, replaced):
    with open(os.path.join(HERE, f"{name}.{section}.in" if os.path.exists(os.path.join(HERE, f"{name}.{section}.in"))
                           else "group.1.in"), encoding="utf-8") as file:
        text = file.read()
    for key, value in replaced.items():
        text = text.replace(f"@{key}@", value)
    with open(os.path.join(folder, f"{name}.{section}"), "w", encoding="utf-8") as file:
        file.write(text)


def used(value):
    """The description without what the pages do not use."""
    if isinstance(value, list):
        return [used(item) for item in value]
    if isinstance(value, dict):
        return {key: used(item) for key, item in sorted(value.items()) if key in USED}
    return value


def write_commands(batonctl):
    """The commands as JSON, one on a line, so that a change of one is a change of few lines."""
    root = used(json.loads(run(batonctl, "--experimental-dump-help"))["command"])
    commands = ",\n".join(json.dumps(command, ensure_ascii=False) for command in root.pop("subcommands"))
    print(json.dumps(root, ensure_ascii=False)[:-1] + ', "subcommands": [\n' + commands + "\n]}")


def main():
    if sys.argv[1] == "--commands":
        return write_commands(sys.argv[2])
    build, folder = sys.argv[1:]
    batonctl = os.path.join(build, "batonctl")
    os.makedirs(folder, exist_ok=True)
    # The date of the source, so that two builds write the same bytes.
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or os.path.getmtime(os.path.join(HERE, "..", "configuration.md"))
    day = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
    common = {"DATE": f"{day:%B} {day.day}, {day.year}"}
    with open(COMMANDS, encoding="utf-8") as file:
        root = json.load(file)
    commands = {entry["commandName"]: entry for entry in root["subcommands"] if entry["shouldDisplay"]}
    overview = []
    for title, names in groups(run(batonctl, "--help")).items():
        entries = [found for name in names for found in walk(commands.pop(name))]
        topic = PAGES[title]
        overview += [f".Ss {title}", f"See batonctl\\-{topic}(1).", ".Bl -tag -width Ds"]
        for command, path in entries:
            overview += [f".It Cm {escape(path)}", prose(sentence(command.get("abstract", "")))]
        overview.append(".El")
        calls = [synopsis(command, path) for command, path in entries]
        page(folder, f"batonctl-{topic}", 1, common | {
            "NAME": f"batonctl-{topic}", "TITLE": f"BATONCTL-{topic.upper()}", "GROUP": title.lower(),
            "SYNOPSIS": "\n".join(calls), "COMMANDS": group_text(entries)})
    commands.pop("help", None)
    if commands:
        sys.exit(f"pages.py: these commands are in no group: {', '.join(commands)}")
    page(folder, "batonctl", 1, common | {
        "DISCUSSION": "\n.Pp\n".join(prose(part) for part in root["discussion"].split("\n\n")), "COMMANDS": "\n".join(overview)})
    for program, section in (("batond", 8), ("baton-mqtt", 8), ("baton-settings", 1)):
        text = run(os.path.join(build, program), "--help")
        page(folder, program, section, common | {"OPTIONS": "\n".join(options_of(text))})
    page(folder, "baton.conf", 5, common | {"KEYS": "\n".join(configuration())})


main()
