// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The options of `Begin`. What is nil is left out.
package struct LeaseOptions: Equatable, Sendable {
    /// Whether what is paused may go on at the end; true when left out.
    package var resumes: Bool?
    /// The only players that are paused.
    package var players: [String]?
    /// When it ends by itself.
    package var seconds: UInt32?
    /// Whether the answer waits until the players have paused; false when left out.
    package var waits: Bool?
    /// Whether players are lowered instead of paused; false when left out.
    package var lowers: Bool?

    package static var playersName: String { "players" }

    package init(
        resumes: Bool? = nil, players: [String]? = nil, seconds: UInt32? = nil, waits: Bool? = nil,
        lowers: Bool? = nil
    ) {
        self.resumes = resumes
        self.players = players
        self.seconds = seconds
        self.waits = waits
        self.lowers = lowers
    }

    /// Reads those that are known here.
    ///
    /// - Throws: `InvalidArgs`, naming the option, when one has another type.
    package init(_ options: Vardict) throws(DBusError) {
        resumes = try options.option("resume")
        players = try options.option(Self.playersName)
        // A number of any type, as shells send them.
        if let value = options["seconds"] {
            guard let number = value.asInt64 else { throw Vardict.wrongType("seconds", UInt32.signature) }
            seconds = UInt32(clamping: number)
        }
        waits = try options.option("wait")
        lowers = try options.option("lower")
    }

    package var wire: Vardict {
        Vardict([
            ("resume", resumes?.wire), (Self.playersName, players?.wire), ("seconds", seconds?.wire),
            ("wait", waits?.wire), ("lower", lowers?.wire),
        ])
    }
}
