// SPDX-License-Identifier: Apache-2.0

import SystemPackage

/// The state of a device's buffer before it was taken: all files that libiio or Baton overwrite (rules IIO24 to IIO26).
///
/// iio-sensor-proxy needs it restored, with the buffer switched on last if it was on (rule IIO25).
struct BufferState: Hashable, Sendable {
    /// A file in the device's folder, and its text.
    struct Value: Hashable, Sendable {
        let file: String
        let text: String
    }

    /// In the order in which they are written. The length comes before the watermark, because it limits the watermark.
    let values: [Value]
    /// Whether the buffer was on.
    let isEnabled: Bool

    static let enable = "buffer/enable"

    init(values: [Value], isEnabled: Bool) {
        self.values = values
        self.isEnabled = isEnabled
    }

    /// Reads the state.
    ///
    /// - Throws: when the device has no buffer.
    init(of folder: SysfsFolder) throws(Errno) {
        isEnabled = try folder.text(Self.enable) == "1"
        let elements = folder.names(in: "scan_elements").filter { $0.hasSuffix("_en") }.map { "scan_elements/" + $0 }
        let others = [
            "buffer/length", "buffer/watermark", "trigger/current_trigger", "in_accel_sampling_frequency",
            "in_anglvel_sampling_frequency", "in_magn_sampling_frequency", "sampling_frequency",
        ]
        values = (elements + others).compactMap { file in
            (try? folder.text(file)).map { Value(file: file, text: $0) }
        }
    }

    /// Restores the state. The buffer must be off before.
    ///
    /// Only values that differ are written, because a driver may refuse its own value, as hid refuses a rate of 0.
    ///
    /// - Returns: the files that could not be written.
    func restore(to folder: SysfsFolder) -> [String] {
        var failed: [String] = []
        for value in values where (try? folder.text(value.file)) != value.text {
            if value.file.hasSuffix("sampling_frequency"), (Double(value.text) ?? 0) <= 0 { continue }
            do {
                try folder.write(value.text, to: value.file)
            } catch {
                failed.append(value.file)
            }
        }
        if isEnabled, (try? folder.text(Self.enable)) != "1" {
            do {
                try folder.write("1", to: Self.enable)
            } catch {
                failed.append(Self.enable)
            }
        }
        return failed
    }
}
