// SPDX-License-Identifier: Apache-2.0

internal import BatonReactor

/// iio-sensor-proxy, the peer that turns the screen and that the buffer is left to (spec/iio.md g).
enum SensorProxy {
    /// The kernel keeps 15 bytes of a process's name.
    private static let name = "iio-sensor-prox"

    /// Whether its process can be seen. What knows the system bus knows better (`net.hadess.SensorProxy`).
    static var isRunning: Bool {
        var isRunning = false
        ProcessFiles.forEachProcess { process, _ in
            isRunning = ProcessFiles(of: process)?.command == name
            return !isRunning
        }
        return isRunning
    }
}
