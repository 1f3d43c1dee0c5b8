# SPDX-License-Identifier: Apache-2.0
"""Whether what a suite downloads could be had now."""
import os
import re
import subprocess
import urllib.error
import urllib.request

DEFAULT = "http://deb.debian.org/debian/dists/bookworm/InRelease"
PATIENCE = 8


def output(*words):
    try:
        return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def address():
    """The first that apt would fetch: each suite with a need of the network fetches packages, or the addresses of anybody."""
    mirror = os.environ.get("DEBIAN_MIRROR")
    if mirror:
        return mirror
    found = re.search(r"'(https?://[^']+)'", output("apt-get", "--print-uris", "update"))
    return found[1] if found else DEFAULT


def proxies():
    """The way of apt's own configuration, else that of the environment, which apt takes too."""
    found = {
        kind.lower(): proxy for kind, proxy in re.findall(r'^Acquire::(https?)::Proxy "([^"]+)"', output("apt-config", "dump"), re.M | re.I)
        if proxy != "DIRECT"}
    return urllib.request.getproxies() | found


def is_there():
    opener = urllib.request.build_opener(urllib.request.ProxyHandler(proxies()))
    try:
        opener.open(urllib.request.Request(address(), method="HEAD"), timeout=PATIENCE).close()
    except urllib.error.HTTPError as error:
        # A proxy that reaches nobody says so with one of these.
        return error.code not in (502, 503, 504)
    except (OSError, ValueError):
        return False
    return True
