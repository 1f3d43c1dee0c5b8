# SPDX-License-Identifier: Apache-2.0
"""What is heard: the streams that the sound server plays."""
import dataclasses
import json


@dataclasses.dataclass(frozen=True)
class Stream:
    index: int
    process: int
    output: int
    runs: bool
    volume: int
    is_muted: bool

    @classmethod
    def of(cls, entry):
        volumes = [channel.get("value_percent", "0%") for channel in entry.get("volume", {}).values()]
        process = entry.get("properties", {}).get("application.process.id", "0")
        return cls(
            entry["index"], int(process) if process.isdigit() else 0, entry.get("sink", 0), not entry.get("corked", False),
            max((int(volume.rstrip("%")) for volume in volumes), default=0), bool(entry.get("mute")))


def streams(room, without=0):
    """All streams but those of one process; None if the sound server does not answer."""
    status, text = room.run(["pactl", "-f", "json", "list", "sink-inputs"], 3)
    if status != 0:
        return None
    try:
        entries = json.loads(text or "[]")
    except ValueError:
        return None
    return [stream for stream in map(Stream.of, entries) if not without or stream.process != without]
