# SPDX-License-Identifier: Apache-2.0
"""The tracks that players get: quiet tones with titles, made anew for each run."""
import http.server
import pathlib
import subprocess
import sys
import threading

TITLES = ("Alpha", "Bravo", "Charlie")
OPENED = "Opened"
SECONDS = 60


def make(folder):
    """Files of a minute. FLAC, because players jump about in it exactly."""
    folder = pathlib.Path(folder)
    for number, title in enumerate((*TITLES, OPENED), 1):
        tags = [f"TITLE={title}", "ARTIST=Tones", "ALBUM=Minutes", f"TRACKNUMBER={number}"]
        # ffmpeg writes the table of places that jumps need.
        command = ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"sine=frequency={220 + 55 * number}:duration={SECONDS}:sample_rate=44100"]
        for tag in tags:
            command += ["-metadata", tag]
        subprocess.run([*command, "-af", "volume=0.05", str(folder / f"{number}-{title}.flac")], check=True, stdin=subprocess.DEVNULL, timeout=60)


def name(title):
    return f"{[*TITLES, OPENED].index(title) + 1}-{title}.flac"


class Pages(http.server.SimpleHTTPRequestHandler):
    """The page with a media session, and its tracks."""

    def __init__(self, *arguments):
        super().__init__(*arguments, directory=self.folder)

    def log_message(self, *_):
        pass


def serve(folder):
    """Serves the folder to browsers of this machine, as long as this process lives; returns the address of the page."""
    Pages.folder = str(folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/page.html"


if __name__ == "__main__":
    make(sys.argv[1])
