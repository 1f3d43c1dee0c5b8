# SPDX-License-Identifier: Apache-2.0
"""A real mosquitto with an empty store at each start, and clients of it."""
import os
import signal
import socket
import subprocess
import time

import waiting


class Broker:
    """`users` have the passwords that are their names; without users anybody may do anything."""

    def __init__(self, folder, address="127.0.0.1", users=(), rights=None, secure=False, further=()):
        self.folder, self.address, self.users, self.secure = folder, address, users, secure
        with socket.socket() as probe:
            probe.bind((address, 0))
            self.port = probe.getsockname()[1]
        lines = [f"listener {self.port} {address}", "persistence false", "log_dest stderr", "log_type error", "log_type warning",
                 "log_type notice", "connection_messages true", "user root", *further]
        if users:
            self.passwords(folder / "passwords")
            lines += ["allow_anonymous false", f"password_file {folder}/passwords"]
        else:
            lines += ["allow_anonymous true"]
        if rights:
            lines += [f"acl_file {rights}"]
        if secure:
            self.certify()
            lines += [f"certfile {folder}/server.crt", f"keyfile {folder}/server.key"]
        (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n")
        self.process = None
        self.start()

    def passwords(self, file):
        file.touch(0o600)
        for user in self.users:
            subprocess.run(["mosquitto_passwd", "-b", file, user, user], check=True, capture_output=True)

    def certify(self):
        """An authority of its own, and a certificate for the broker's address."""
        def openssl(*words):
            subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)
        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=authority", "-keyout", "authority.key",
                "-out", "authority.crt")
        openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=broker", "-keyout", "server.key", "-out", "server.csr")
        (self.folder / "names").write_text(f"subjectAltName = IP:{self.address}\n")
        openssl("x509", "-req", "-in", "server.csr", "-CA", "authority.crt", "-CAkey", "authority.key", "-CAcreateserial", "-days", "2",
                "-extfile", "names", "-out", "server.crt")

    @property
    def authority(self):
        return self.folder / "authority.crt"

    def start(self):
        with open(self.folder / "mosquitto.log", "ab") as log:
            self.process = subprocess.Popen(["mosquitto", "-c", self.folder / "mosquitto.conf"], stdin=subprocess.DEVNULL, stdout=log,
                                            stderr=log, start_new_session=True)
        waiting.until(self.listens, "the broker listens")

    def listens(self):
        try:
            socket.create_connection((self.address, self.port), 1).close()
        except OSError:
            return False
        return True

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(10)

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    # MARK: Clients

    def words(self, program, user=None):
        words = [program, "-h", self.address, "-p", str(self.port), "-V", "5"]
        if self.secure:
            words += ["--cafile", str(self.authority)]
        if self.users:
            words += ["-u", user or self.users[0], "-P", user or self.users[0]]
        return words

    def publish(self, topic, text, user=None, retain=False):
        """Publishes, and returns what the program says."""
        words = [*self.words("mosquitto_pub", user), "-q", "1", "-t", topic, "-m", text, *(["-r"] if retain else [])]
        done = subprocess.run(words, capture_output=True, text=True, timeout=10)
        return (done.stdout + done.stderr).strip()

    def kept(self, filter_, user=None):
        """What the broker keeps, by topic."""
        words = [*self.words("mosquitto_sub", user), "-t", filter_, "--retained-only", "-W", "1", "-F", "%t %p"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=10)
        lines = [line.partition(" ") for line in done.stdout.splitlines()]
        return {topic: payload for topic, _, payload in lines}

    def listen(self, filter_, user=None):
        return Listener([*self.words("mosquitto_sub", user), "-t", filter_, "-F", "%U %r %t %p"], self.folder)


class Listener:
    """A client that writes down what it hears, and when."""
    number = 0

    def __init__(self, words, folder):
        Listener.number += 1
        self.file = folder / f"heard-{Listener.number}"
        with open(self.file, "wb") as output:
            self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True)
        # Its subscription has no signal.
        time.sleep(0.3)

    def messages(self):
        """Each as its time, whether the broker had kept it, its topic and its text."""
        for line in self.file.read_text(errors="replace").splitlines():
            at, kept, topic, text = (line.split(" ", 3) + [""])[:4]
            yield float(at), kept == "1", topic, text

    def live(self, topic):
        return [text for _, kept, found, text in self.messages() if found == topic and not kept]

    def close(self):
        os.kill(self.process.pid, signal.SIGTERM)
        self.process.wait()
