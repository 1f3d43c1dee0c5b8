// SPDX-License-Identifier: Apache-2.0

internal import BatonReactor

extension FocusedWindow {
    /// Writes it.
    func encode(into writer: inout LinkWriter) {
        writer.write(window)
        writer.write(process ?? Self.noProcess)
        writer.write(claimedProcess ?? Self.noProcess)
        for text in [instanceName, className, gtkBusName, gtkApplicationPath, gtkWindowPath] { writer.write(text) }
    }

    /// Reads it.
    init(decoding reader: inout LinkReader) throws(LinkError) {
        self.init(
            window: try reader.readText(), process: try Self.readProcess(&reader),
            claimedProcess: try Self.readProcess(&reader),
            instanceName: try reader.readText(), className: try reader.readText(), gtkBusName: try reader.readText(),
            gtkApplicationPath: try reader.readText(), gtkWindowPath: try reader.readText())
    }

    /// On the link: no process has this number.
    private static let noProcess: UInt32 = 0

    private static func readProcess(_ reader: inout LinkReader) throws(LinkError) -> UInt32? {
        let number: UInt32 = try reader.read()
        return number == noProcess ? nil : number
    }
}
