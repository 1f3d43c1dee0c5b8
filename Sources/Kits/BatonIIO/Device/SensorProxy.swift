// SPDX-License-Identifier: Apache-2.0

import BatonProcesses

/// iio-sensor-proxy, which rotates the screen. The buffer is left to it while it runs (rule IIO26).
enum SensorProxy {
    /// The kernel stores 15 bytes of a process's name.
    private static let name = "iio-sensor-prox"

    /// Whether its process can be seen in /proc. A caller that is on the system bus should look for the owner of
    /// `net.hadess.SensorProxy` instead.
    static var isRunning: Bool {
        var isRunning = false
        ProcessFiles.forEachProcess { process, _ in
            isRunning = ProcessFiles(of: process)?.command == name
            return !isRunning
        }
        return isRunning
    }
}
