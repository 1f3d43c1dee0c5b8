# SPDX-License-Identifier: Apache-2.0
"""The process of home.py, what it has told, and calls of its services."""
import json
import os
import pathlib
import subprocess
import threading
import time

import waiting

HOME = pathlib.Path(__file__).resolve().parent / "home.py"


class Assistant:
    def __init__(self, broker, folder, user=None):
        self.broker, self.folder, self.user = broker, folder, user
        self.calls = 0
        self.start()

    def start(self):
        """Starts it, with what it remembers of an earlier time, and waits until it has started."""
        # The state of each entity and its attributes, and when it was told; an entity that is gone is not in it.
        self.states, self.answers, self.ready = {}, {}, None
        words = [os.environ["BATON_HOME_ASSISTANT"], HOME, self.folder, self.broker.address, str(self.broker.port)]
        log = open(f"{self.folder}.log", "ab")
        self.process = subprocess.Popen([*words, *([self.user] if self.user else [])], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=log, text=True, start_new_session=True)
        log.close()
        threading.Thread(target=self.read, args=[self.process.stdout], daemon=True).start()
        waiting.until(lambda: self.ready is not None, "Home Assistant starts", 60)
        if not self.ready:
            raise AssertionError("Home Assistant has no MQTT: " + pathlib.Path(f"{self.folder}.log").read_text()[-2000:])

    def read(self, output):
        for line in output:
            row = json.loads(line)
            if "ready" in row:
                self.ready = row["ready"]
            elif "called" in row:
                self.answers[row["called"]] = row["error"]
            elif row["state"] is None:
                self.states.pop(row["entity"], None)
            else:
                self.states[row["entity"]] = (row["state"], row["attributes"], time.monotonic())

    def stop(self):
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    # MARK: What it shows and takes

    def state(self, entity):
        """The state of an entity; None if there is no such entity."""
        return self.states.get(entity, (None,))[0]

    def attributes(self, entity):
        return self.states.get(entity, (None, {}))[1]

    def call(self, service, entity, **data):
        """Calls a service, and waits for its end."""
        self.calls += 1
        number = self.calls
        self.process.stdin.write(f"{number} {service} {entity} {json.dumps(data)}\n")
        self.process.stdin.flush()
        waiting.until(lambda: number in self.answers, f"{service} of {entity}")
        if self.answers[number]:
            raise AssertionError(f"{service} of {entity}: {self.answers[number]}")
