// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A private dbus-daemon in a folder of its own. It does not activate services.
final class PrivateBus {
    let address: String
    let folder: String
    private let daemon: ChildProcess

    /// The environment of programs on this bus. It has nothing of the user's.
    var environment: [String: String] {
        [
            "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin",
            "DBUS_SESSION_BUS_ADDRESS": address,
            "HOME": folder,
            "XDG_CONFIG_HOME": folder + "/config",
            "XDG_STATE_HOME": folder + "/state",
            "XDG_RUNTIME_DIR": folder,
            "LC_ALL": "C.UTF-8",
        ]
    }

    init() throws(BenchError) {
        folder = try TextFile.makeFolder()
        address = "unix:path=\(folder)/bus"
        let configuration = folder + "/bus.conf"
        try TextFile.write(Self.configuration, to: configuration)
        daemon = try ChildProcess(
            [
                "dbus-daemon", "--config-file=\(configuration)", "--address=\(address)", "--nofork", "--nopidfile",
                "--print-address=1",
            ], environment: [:].merging(["PATH": "/usr/bin:/bin"]) { $1 }, readsOutput: true)
        try daemon.waitForLine(within: 5000)
    }

    deinit {
        daemon.stop()
        for name in TextFile.entries(of: folder) { unlink(folder + "/" + name) }
        // The agent keeps its files in its own folder below the state folder, and libpulse leaves one.
        for name in TextFile.entries(of: folder + "/state/baton") { unlink(folder + "/state/baton/" + name) }
        for name in ["/state/baton", "/state", "/config/baton", "/config", "/pulse", ""] { rmdir(folder + name) }
    }

    private static let configuration = """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:tmpdir=/tmp</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
          <limit name="max_match_rules_per_connection">50000</limit>
          <limit name="max_names_per_connection">50000</limit>
        </busconfig>
        """
}
