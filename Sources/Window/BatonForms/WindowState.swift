// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonClient
package import BatonDoctor
package import BatonMachinesLink
package import BatonPages
package import BatonSettings

/// All that the pages show, as it is known: pages are made of it and of nothing else.
///
/// For example:
/// ```swift
/// var state = WindowState()
/// state.condition = .absent("Baton is not running. Start it: systemctl --user start batond")
/// let form = Form.stops(state)
/// ```
package struct WindowState: Equatable, Sendable {
    /// Whether Baton answers.
    package var condition = AgentCondition.unknown
    /// What it tells of itself; what an older one does not tell is nil there.
    package var agent = AgentState()
    /// The configuration file as it is on the disk.
    package var configuration = ConfigurationView()
    /// The page of what gets the next press.
    package var now = NowPage.unknown
    /// The page of what works here.
    package var health = HealthPage.unknown
    /// Headsets and keys; nil until they were asked for.
    package var inputs: [InputReport]?
    /// The Bluetooth headsets that are connected, as batond's doctor tells.
    package var headsets: [String] = []
    /// The press that has come last while the page of the buttons was open; nil before the first.
    package var press: ArrivedPress?
    /// Whether the media keys reach Baton; nil until the doctor was asked.
    package var mediaKeys: PromiseFinding?
    /// Whether the set-up has changed the desktop's media keys, so that the change can be taken back.
    package var keysAreBound = false
    /// Whether Baton starts at each login.
    package var login = LoginStart.unknown
    /// The programs that listen to a microphone now.
    package var recorders: [String] = []
    /// The hooks; nil until they were asked for.
    package var hooks: [HookReport]?
    /// The machines of the household; nil if there is none.
    package var hosts: [HostReport]?
    /// Whether the broker has told of them before, and does not now.
    package var hostsAreOld = false
    /// Why the broker tells nothing of them; nil if it does, or was not asked.
    package var broker: BrokerReport?
    /// What batonctl says; nil if it does nothing.
    package var conversation: Conversation?
    /// The instant, in µs of CLOCK_MONOTONIC, by which times are told.
    package var instant: UInt64 = 0

    /// Makes a state in which nothing is known.
    package init() {}

    /// Whether Baton answers, so that what it is asked is done.
    package var isPresent: Bool { condition == .answering }
}

/// The configuration file as it is on the disk.
package struct ConfigurationView: Equatable, Sendable {
    /// What holds by the file: the defaults where there is none, or where it has errors.
    package var settings = Configuration()
    /// Its path; nil if there is none.
    package var path: String?
    /// What is wrong in it, from the first line to the last.
    package var problems: [ConfigurationDiagnostic] = []
    /// Why it cannot be written; nil if it can.
    package var obstacle: String?

    /// Makes a view of no file.
    package init() {}

    /// Whether batond refuses it. It is not written then.
    package var isRefused: Bool { problems.contains { $0.severity == .error } }
    /// Whether a broker is set up, so that there may be other machines.
    package var hasBroker: Bool { settings.mqtt.broker != nil }
    /// Whether keys can be written.
    package var isWritable: Bool { !isRefused && obstacle == nil }
}
