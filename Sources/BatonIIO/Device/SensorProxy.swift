// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// iio-sensor-proxy, which rotates the screen. The buffer is left to it while it runs (rule IIO26).
enum SensorProxy {
    /// The kernel stores 15 bytes of a process's name.
    private static let name = "iio-sensor-prox"

    /// Whether its process can be seen in /proc. A caller that is on the system bus should look for the owner of
    /// `net.hadess.SensorProxy` instead.
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
