# SPDX-License-Identifier: Apache-2.0
"""The players: how each is set up, started with three tracks, and started empty. In texts {room}, {page} and {first} stand for a folder,
an address and a file, the word {files} for the three tracks."""
import dataclasses
import shlex

import media


@dataclasses.dataclass(frozen=True)
class Player:
    name: str
    packages: str
    # The program with its arguments.
    command: str
    # What its name on the bus begins with, behind the prefix of MPRIS.
    bus: str
    # Files below the room, with their texts.
    files: dict = dataclasses.field(default_factory=dict)
    # Programs that run first, and commands that load and play the tracks when the player is on the bus.
    before: tuple = ()
    load: tuple = ()
    # What makes it come to the bus, when the program alone does not: a page that waits for a click.
    wake: str = ""
    # It has no list of tracks.
    is_single: bool = False
    # It takes a second one of the same user for a word to the first.
    is_alone: bool = False
    # It is on the bus only while a page plays.
    is_browser: bool = False

    def words(self, text, room, page):
        folder = room.folder / "music"
        tracks = [str(folder / media.name(title)) for title in media.TITLES]
        names = {"room": str(room.folder), "page": page, "first": tracks[0]}
        return [part for word in shlex.split(text) for part in (tracks if word == "{files}" else [self.filled(word, names)])]

    @staticmethod
    def filled(text, names):
        for name, value in names.items():
            text = text.replace("{" + name + "}", value)
        return text

    def prepare(self, room):
        for path, text in self.files.items():
            file = room.folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self.filled(text, {"room": str(room.folder)}))


def keyfile(text):
    """Settings of GNOME's programs."""
    return {"config/glib-2.0/settings/keyfile": text}


FIREFOX = """
user_pref("media.autoplay.default", 0);
user_pref("media.autoplay.blocking_policy", 0);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("datareporting.policy.dataSubmissionPolicyBypassNotification", true);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("termsofuse.bypassNotification", true);
user_pref("app.normandy.enabled", false);
"""
MPD = """
music_directory "{room}/music"
db_file "{room}/cache/mpd.db"
state_file "{room}/cache/mpd.state"
bind_to_address "{room}/run/mpd.socket"
audio_output {
    type "pulse"
    name "sound"
}
"""
PAROLE = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="parole" version="1.0">
  <property name="parole" type="empty">
    <property name="plugins" type="string" value="parole-mpris2.so"/>
  </property>
</channel>
"""
QMMP = """[%General]
enabled_plugins=mpris

[Output]
current_plugin=pulse
"""

ALL = (
    Player(
        "firefox", "firefox-esr", "firefox-esr --no-remote --new-instance --profile {room}/profile {page}", "firefox",
        files={"profile/user.js": FIREFOX}, is_browser=True),
    Player(
        "chromium", "chromium",
        "chromium --no-sandbox --user-data-dir={room}/profile --no-first-run --password-store=basic --disable-gpu"
        " --autoplay-policy=no-user-gesture-required {page}", "chromium", is_browser=True),
    Player(
        "epiphany", "epiphany-browser xdotool", "epiphany {page}", "epiphany", wake="xdotool mousemove 500 500 click 1",
        is_browser=True),
    Player("vlc", "vlc-bin vlc-plugin-base vlc-plugin-qt", "vlc --no-qt-privacy-ask --no-qt-error-dialogs {files}", "vlc"),
    Player("cvlc", "vlc-bin vlc-plugin-base", "cvlc {files}", "vlc"),
    Player("mpv", "mpv mpv-mpris", "mpv --no-terminal --idle --force-window --ao=pulse {files}", "mpv"),
    Player("celluloid", "celluloid", "celluloid {files}", "io.github.celluloid_player"),
    Player("totem", "totem totem-plugins", "totem {files}", "totem", files=keyfile("[org/gnome/totem]\nactive-plugins=['mpris']\n")),
    Player("parole", "parole xfconf", "parole {files}", "parole", files={"config/xfce4/xfconf/xfce-perchannel-xml/parole.xml": PAROLE}),
    Player("audacious", "audacious", "audacious {files}", "audacious"),
    Player(
        "rhythmbox", "rhythmbox rhythmbox-plugins", "rhythmbox", "rhythmbox",
        files=keyfile(
            "[org/gnome/rhythmbox/plugins]\nactive-plugins=['mpris']\n"
            "[org/gnome/rhythmbox/rhythmdb]\nlocations=['file://{room}/music']\nmonitor-library=true\n"),
        load=("rhythmbox-client --play-uri=file://{first}",)),
    Player("strawberry", "strawberry", "strawberry {files}", "strawberry"),
    Player("clementine", "clementine", "clementine {files}", "clementine"),
    Player(
        "quodlibet", "quodlibet", "quodlibet --run", "quodlibet",
        files={"config/quodlibet/config": "[plugins]\nactive_plugins = mpris\n[settings]\nscan = {room}/music\n"},
        load=("quodlibet --play",)),
    Player("lollypop", "lollypop", "lollypop {files}", "Lollypop"),
    Player("elisa", "elisa", "elisa {files}", "elisa"),
    Player("haruna", "haruna", "haruna {first}", "haruna", is_single=True),
    Player("dragonplayer", "dragonplayer", "dragon {first}", "dragonplayer", is_single=True),
    Player("smplayer", "smplayer", "smplayer {files}", "smplayer"),
    Player("sayonara", "sayonara", "sayonara {files}", "sayonara"),
    Player("pragha", "pragha", "pragha {files}", "pragha"),
    Player("qmmp", "qmmp", "qmmp {files}", "qmmp", files={"home/.qmmp/qmmprc": QMMP}, is_alone=True),
    Player(
        "cmus", "cmus", "script -qfc cmus /dev/null", "cmus", load=("cmus-remote -C 'clear -l' 'view sorted' 'add {room}/music'", "cmus-remote -p")),
    Player(
        "mpd", "mpd mpdris2 mpc", "mpDris2 --host={room}/run/mpd.socket --music-dir={room}/music", "mpd",
        files={"config/mpd/mpd.conf": MPD}, before=("mpd --no-daemon {room}/config/mpd/mpd.conf",),
        load=tuple(f"mpc --host={{room}}/run/mpd.socket {word}" for word in ("update --wait", "clear", "add /", "play"))),
)
