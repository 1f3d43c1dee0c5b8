// SPDX-License-Identifier: Apache-2.0

import BatonJSON
import BatonProcesses
package import BatonReactor
package import BatonSession

/// The configuration that a running sway or i3 has read, as it says itself (sway-ipc(7), GET_VERSION and GET_CONFIG).
package struct SwayConfiguration: Sendable, Equatable {
    /// The file; it need not be the usual one (`sway -c FILE`).
    package let file: String
    /// Its text when it was read.
    package let text: String

    private static let getVersion: UInt32 = 7
    private static let getConfig: UInt32 = 9

    /// Asks the compositor of a display.
    ///
    /// - Parameter then: called with nil if there is none, or if it does not answer in time.
    @MainActor
    package static func ask(
        in environment: DisplayEnvironment, by deadline: Duration, reactor: Reactor,
        then: @escaping (SwayConfiguration?) -> Void
    ) {
        guard let path = environment["SWAYSOCK"] ?? environment["I3SOCK"] else { return then(nil) }
        ask(path, getVersion, by: deadline, reactor) { version in
            guard let file = version?["loaded_config_file_name"]?.asString else { return then(nil) }
            ask(path, getConfig, by: deadline, reactor) { answer in
                then(answer?["config"]?.asString.map { SwayConfiguration(file: file, text: $0) })
            }
        }
    }

    private static func ask(
        _ path: String, _ type: UInt32, by deadline: Duration, _ reactor: Reactor,
        then: @escaping (JSONValue?) -> Void
    ) {
        let request = SwayTree.magic + SwayTree.word(0) + SwayTree.word(type)
        LocalExchange.ask(
            path, request, longest: SwayTree.header + SwayTree.longest, by: deadline, reactor: reactor,
            judge: SwayTree.progress
        ) { result in
            guard let bytes = try? result.get(), let payload = SwayTree.payload(of: bytes, type: type) else {
                return then(nil)
            }
            then(try? JSONReader.read(payload))
        }
    }
}
