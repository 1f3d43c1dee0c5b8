// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// iio-sensor-proxy, the peer that turns the screen and that the buffer is left to (spec/iio.md g).
enum SensorProxy {
    /// The kernel keeps 15 bytes of a process's name.
    private static let name = "iio-sensor-prox"

    /// Whether its process can be seen. What knows the system bus knows better (`net.hadess.SensorProxy`).
    static var isRunning: Bool {
        guard let directory = opendir("/proc") else { return false }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let first = name.utf8.first, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(first) else { continue }
            if (try? SysfsFolder(path: "/proc/" + name).text("comm")) == Self.name { return true }
        }
        return false
    }
}
