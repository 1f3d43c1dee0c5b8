// SPDX-License-Identifier: Apache-2.0

/// An entry of systemd's hardware database that tells all programs how a sensor lies in the device (rule SIGN11).
///
/// `60-sensor.rules` of systemd looks a sensor up as `sensor:LABEL:modalias:PARENT:DMI`, without `LABEL:` for a sensor
/// that has none.
package struct HardwareDatabaseEntry: Equatable, Sendable {
    /// The file for the entries of an administrator, which systemd's own file names.
    package static let file = "/etc/udev/hwdb.d/61-sensor-local.hwdb"

    /// What the sensor and the machine are recognized by.
    package let match: String
    /// The mount matrix in the kernel's form.
    package let matrix: String

    /// The text of the entry.
    package var lines: [String] { [match, " ACCEL_MOUNT_MATRIX=\(matrix)"] }

    /// - Parameters:
    ///   - label: The sensor's label, or what systemd's rules take for one; empty if it has none.
    ///   - modalias: That of the sensor's parent, such as `acpi:KIOX000A:KIOX000A:`.
    ///   - dmi: That of the machine, such as `dmi:bvnACME:…:svnACME:pnTablet10:…`.
    ///   - matrix: Nine numbers, row by row.
    /// - Returns: nil when one of the first three has a blank or what is not ASCII, or the machine names neither its vendor
    ///   and product nor those of its board.
    package init?(label: String, modalias: String, dmi: String, matrix: [Double]) {
        let isWord = { (text: String) in text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
        guard !modalias.isEmpty, isWord(label), isWord(modalias), isWord(dmi), let machine = Self.machine(dmi) else {
            return nil
        }
        let name = label.isEmpty ? "" : "\(label):"
        match = Self.literal("sensor:\(name)modalias:\(modalias)") + ":dmi:*:" + Self.literal(machine) + ":*"
        self.matrix = AxesCorrection.text(matrix)
    }

    /// The vendor and the product; a firmware that is updated changes other parts of the text. Two parts stand next to each
    /// other in it.
    private static func machine(_ dmi: String) -> String? {
        let parts = dmi.split(separator: ":")
        for (vendor, product) in [("svn", "pn"), ("rvn", "rn")] {
            for (one, other) in zip(parts, parts.dropFirst()) where one.hasPrefix(vendor) && other.hasPrefix(product) {
                if one.count > vendor.count, other.count > product.count { return "\(one):\(other)" }
            }
        }
        return nil
    }

    /// What udev leaves as it is in the text that it looks up, beside letters and digits: for any other character, such as a parenthesis,
    /// it puts an underscore there (udev_replace_chars of systemd 252).
    private static let kept = "#+-.:=@_/$%,"

    /// The text, with a pattern for any character in place of what udev replaces or the database takes for a pattern.
    private static func literal(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || kept.contains($0)) ? $0 : "?" })
    }
}
