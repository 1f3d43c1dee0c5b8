# SPDX-License-Identifier: Apache-2.0
"""Network namespaces with a cable each to one bridge, in the network namespace of this process."""
import pathlib
import subprocess

ADDRESS = "10.77.0.1"


def ip(*words):
    subprocess.run(["ip", *words], check=True)


def open_bridge():
    # The names of namespaces are files, which others must not see. A machine that never had a namespace has no folder for them.
    pathlib.Path("/run/netns").mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "names", "/run/netns"], check=True)
    ip("link", "set", "lo", "up")
    ip("link", "add", "bridge", "type", "bridge")
    ip("address", "add", f"{ADDRESS}/24", "dev", "bridge")
    ip("link", "set", "bridge", "up")


def add(name, number):
    """A namespace whose cable is called as it is."""
    ip("netns", "add", name)
    ip("link", "add", name, "type", "veth", "peer", "name", "cable", "netns", name)
    ip("link", "set", name, "master", "bridge", "up")
    ip("-n", name, "address", "add", f"10.77.0.{number}/24", "dev", "cable")
    ip("-n", name, "link", "set", "lo", "up")
    ip("-n", name, "link", "set", "cable", "up")


def pull(name):
    ip("link", "set", name, "down")


def plug(name):
    ip("link", "set", name, "up")
