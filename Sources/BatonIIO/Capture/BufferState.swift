// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// What a device's buffer was like before it was taken: all that libiio or we overwrite (spec/iio.md g).
///
/// Putting it back, with the buffer on last if it was on, is what keeps iio-sensor-proxy alive.
struct BufferState: Hashable, Sendable {
    /// A file below the device's folder and its text.
    struct Value: Hashable, Sendable {
        let file: String
        let text: String
    }

    /// In the order in which the kernel takes them: the length before the watermark, which it limits.
    let values: [Value]
    /// Whether the buffer was on.
    let isEnabled: Bool

    static let enable = "buffer/enable"

    init(values: [Value], isEnabled: Bool) {
        self.values = values
        self.isEnabled = isEnabled
    }

    /// Reads it.
    ///
    /// - Throws: when there is no buffer.
    init(of folder: SysfsFolder) throws(Errno) {
        isEnabled = try folder.text(Self.enable) == "1"
        let elements = folder.names(in: "scan_elements").filter { $0.hasSuffix("_en") }.map { "scan_elements/" + $0 }
        let others = [
            "buffer/length", "buffer/watermark", "trigger/current_trigger", "in_accel_sampling_frequency",
            "sampling_frequency",
        ]
        values = (elements + others).compactMap { file in
            (try? folder.text(file)).map { Value(file: file, text: $0) }
        }
    }

    /// Puts it back; the buffer must be off, and is then as it was.
    ///
    /// Only what differs is written: a driver may refuse to write what it says itself, as hid does with a rate of 0.
    ///
    /// - Returns: the files that could not be put back.
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
