// SPDX-License-Identifier: Apache-2.0

/// Where the values of a recording stand in a line.
struct RecordingColumns {
    /// The column of the time.
    let time: Int
    /// The column that says the kind; nil where each kind has columns of its own.
    let kind: Int?
    /// The columns of x, y and z, for each kind that has some; the only ones where the line says the kind.
    let axes: [(kind: SensorKind, columns: [Int])]
    /// How many values a line has at least.
    let count: Int

    /// Reads the line that names the columns: `t_s,ax,ay,az`, more kinds beside it, or `t_s,kind,x,y,z`. Other columns are
    /// skipped.
    ///
    /// - Throws: ``RecordingError`` when some are missing.
    init(_ text: Substring, line: Int) throws(RecordingError) {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map { RecordingReader.trimmed($0) }
        func find(_ wanted: [Substring]) -> [Int] { wanted.compactMap { name in names.firstIndex { $0 == name } } }
        let hasKind = names.contains("kind")
        let wanted: [Substring] = hasKind ? ["t_s", "x", "y", "z"] : ["t_s", "ax", "ay", "az"]
        let missing = wanted.filter { !names.contains($0) }
        guard missing.isEmpty else {
            throw RecordingError(
                reason: .columns, line: line,
                message: "the columns \(missing.joined(separator: ", ")) are missing; "
                    + "a recording begins with 't_s,ax,ay,az' (seconds and m/s²)")
        }
        let found = find(wanted)
        time = found[0]
        kind = names.firstIndex { $0 == "kind" }
        var axes = [(kind: SensorKind.accelerometer, columns: Array(found.dropFirst()))]
        if !hasKind {
            for (kind, prefix) in [(SensorKind.gyroscope, "g"), (.magnetometer, "m")] {
                let columns = find(["x", "y", "z"].map { Substring(prefix + $0) })
                if columns.count == 3 { axes.append((kind, columns)) }
            }
        }
        self.axes = axes
        count = (([time] + (kind.map { [$0] } ?? []) + axes.flatMap(\.columns)).max() ?? 0) + 1
    }
}
