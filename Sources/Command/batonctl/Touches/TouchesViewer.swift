// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonReactor
import BatonTouchReport
import BatonTouchscreen

/// Shows touches as they come: in a terminal as a moving picture, elsewhere a line for each gesture.
@MainActor
final class TouchesViewer {
    private let source: TouchesSource
    private var told = 0

    init(_ source: TouchesSource) { self.source = source }

    /// Shows the touches until the user ends it, or the recording is over.
    func show(json: Bool) throws(CommandError) {
        guard Terminal.isThere, !json else {
            return try source.run(for: nil) { [self] in tell(json: json) }
        }
        Console.enterScreen()
        defer { Console.leaveScreen() }
        draw()
        try source.run(for: nil) { [self] in draw() }
    }

    private func draw() {
        let trace = source.trace
        // The paths of the last gesture stay until the next one begins.
        if trace.paths.contains(where: { $0.isDown && $0.points.count == 1 }) { trace.forgetPaths() }
        let size = Terminal.size
        Console.draw(
            TouchesScreen.lines(trace, columns: size.columns, rows: size.rows, colored: Terminal.isColored))
    }

    private func tell(json: Bool) {
        let entries = source.trace.entries
        // The oldest entries are forgotten when there are many; what was told is then at the end.
        for entry in entries.dropFirst(min(told, entries.count)) { Console.print(json ? entry.json.text : entry.line) }
        told = entries.count
    }

    // MARK: Recording

    /// Writes the events of a panel to a file, until the user ends it or the time is over.
    static func record(_ node: String?, into path: String, force: Bool, for limit: Duration?) throws(CommandError) {
        try OutputFile.check(path, force: force)
        let source = try TouchesSource(node)
        let file = try OutputFile(path, force: force)
        var writer = TouchRecordingWriter(panel: source.trace.panel)
        var block = writer.beginning
        var count = 0
        func flush() throws(CommandError) {
            try file.write(block)
            block = ""
        }
        try source.run(
            for: limit,
            onEvent: { event in
                block += writer.line(event)
                count += 1
                guard event.isEndOfFrame else { return }
                do throws(CommandError) { try flush() } catch { source.stop(error) }
            }, onChange: {})
        Console.complain("\(count) events" + (path == "-" ? "" : " in \(path)"))
    }
}
