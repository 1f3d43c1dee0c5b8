// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus
import BatonMotion

extension AgentClient {
    /// How long opening a stream may take: the sensor may have to be found and started first.
    static let streamDeadline = Duration.seconds(10)

    /// How long everything that a shake starts may take: the user may be asked.
    static let settleDeadline = Duration.seconds(600)

    /// All properties of one of the agent's interfaces.
    func properties(of interface: InterfaceName = BatonBus.application) throws(DBusError) -> [String: Value] {
        let message = Message.methodCall(
            to: BatonBus.name, path: BatonBus.path, interface: AgentClient.properties, member: "GetAll",
            noAutoStart: false)
        try message.append(.string(interface.rawValue))
        return try session.call(message, within: Self.propertyDeadline).get().arguments().first?.asVardict ?? [:]
    }

    /// Sets a property of the agent.
    func set(_ property: MemberName, _ value: Value) throws(DBusError) {
        let message = Message.methodCall(
            to: BatonBus.name, path: BatonBus.path, interface: AgentClient.properties, member: "Set",
            noAutoStart: false)
        try message.append(.string(BatonBus.application.rawValue), .string(property.rawValue), .variant(value))
        _ = try session.call(message, within: Self.propertyDeadline).get()
    }

    /// What the machine has.
    func capabilities() throws(DBusError) -> [String] {
        try properties(of: BatonBus.motion)[MotionMember.capabilities.rawValue]?.asStringArray ?? []
    }

    /// Asks for orientations until the connection is closed.
    func beginOrientation() throws(DBusError) {
        let message = Message.methodCall(
            to: BatonBus.name, path: BatonBus.path, interface: BatonBus.motion, member: MotionMember.beginOrientation,
            noAutoStart: false)
        _ = try session.call(message, within: Self.propertyDeadline).get()
    }

    /// Samples of several sensors, 100 a second of each if it has so many.
    private static func options(_ kinds: Set<SensorKind>) -> [(String, Value)] {
        let numbers = kinds.map(\.rawValue).sorted().map { Value.uint32(UInt32($0)) }
        let intervals = numbers.map { DBusDictionary.Entry($0, .uint32(10_000)) }
        return [
            (StreamKey.kinds, .array(DBusArray("u", numbers))),
            (StreamKey.intervals, .dictionary(DBusDictionary("u", "u", intervals))),
        ]
    }

    /// Opens a stream of the sensors' samples.
    func openStream(_ kinds: Set<SensorKind>) throws(DBusError) -> (pipe: UnixFileDescriptor, format: StreamFormat) {
        let message = Message.methodCall(
            to: BatonBus.name, path: BatonBus.path, interface: BatonBus.motion, member: MotionMember.openStream,
            noAutoStart: false)
        try message.append(.vardict(kinds == [.accelerometer] ? [] : Self.options(kinds)))
        let arguments = try session.call(message, within: Self.streamDeadline).get().arguments()
        guard arguments.count >= 2, case .fileDescriptor(let pipe) = arguments[0] else {
            throw DBusError(.failed, "Baton's agent gave no stream.")
        }
        return (pipe, StreamFormat(arguments[1].asVardict ?? [:]))
    }
}
