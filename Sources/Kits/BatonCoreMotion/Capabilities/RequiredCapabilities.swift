// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// What an app needs of the machine, as it declares it in one of two forms (rules CAP1 to CAP4). Orientation and shakes need no
/// declaration.
///
/// For example:
/// ```swift
/// let required: RequiredCapabilities = ["accelerometer", "gyroscope"]
/// let optional: RequiredCapabilities = ["accelerometer": true, "gyroscope": false]
/// print(required.missing(on: ["accelerometer"]), optional.missing(on: ["accelerometer"]))
/// ```
public struct RequiredCapabilities: Hashable, Sendable, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// The capabilities that Baton knows; the words are case-sensitive.
    public static let known = Set(SensorKind.allCases.map(\.word))

    /// The exit status of a program whose capabilities are missing: EX_UNAVAILABLE.
    public static let exitStatus: Int32 = 69

    /// Whether a key with false means that the machine must *not* have it, as Apple's documentation has it today. By default
    /// it means that it is not required.
    public var isStrict = false

    /// The keys in the order of the declaration, each once, and whether each is required.
    private var entries: [Entry] = []

    private struct Entry: Hashable {
        let key: String
        let isRequired: Bool
    }

    /// Takes keys that are all required. A key that occurs twice counts once.
    public init(_ keys: [String]) {
        for key in keys { add(key, true) }
    }

    /// Takes keys that are all required.
    public init(arrayLiteral elements: String...) { self.init(elements) }

    /// Takes keys, each with whether it is required. Of a key that occurs twice the first value counts.
    public init(dictionaryLiteral elements: (String, Bool)...) {
        for (key, isRequired) in elements { add(key, isRequired) }
    }

    /// Takes an array of strings, or a dictionary of strings and Booleans, whose order is that of its keys.
    ///
    /// - Throws: ``CapabilityError`` with the entry that is neither.
    public init(propertyList: Any) throws(CapabilityError) {
        switch propertyList {
        case let array as [Any]:
            for (index, element) in array.enumerated() {
                guard let key = element as? String else {
                    throw CapabilityError(entry: "entry \(index)", wants: "a string")
                }
                add(key, true)
            }
        case let dictionary as [String: Any]:
            for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
                guard let isRequired = value as? Bool else {
                    throw CapabilityError(entry: "'\(key)'", wants: "true or false")
                }
                add(key, isRequired)
            }
        default: throw CapabilityError(entry: "the declaration", wants: "an array or a dictionary")
        }
    }

    /// The capabilities of a machine.
    public static func capabilities(of equipment: MotionEquipment) -> Set<String> {
        Set(equipment.sensors.map(\.word))
    }

    /// The keys that the machine does not meet, in the order of the declaration; empty if the app may run. A required key that
    /// is not known is not met.
    public func missing(on capabilities: Set<String>) -> [String] {
        entries.filter { entry in
            let isThere = Self.known.contains(entry.key) && capabilities.contains(entry.key)
            return entry.isRequired ? !isThere : isStrict && isThere
        }.map(\.key)
    }

    /// Checks a machine, as an app does when it starts (rule CAP5): on an error print it and exit with ``exitStatus``.
    ///
    /// - Throws: ``CapabilityError`` when a capability is missing.
    public func check(on equipment: MotionEquipment) throws(CapabilityError) {
        let missing = missing(on: Self.capabilities(of: equipment))
        guard missing.isEmpty else { throw CapabilityError(missing: missing) }
    }

    private mutating func add(_ key: String, _ isRequired: Bool) {
        guard !entries.contains(where: { $0.key == key }) else { return }
        entries.append(Entry(key: key, isRequired: isRequired))
    }
}

/// Why an app cannot run on a machine, or why its declaration cannot be read.
///
/// For example:
/// ```swift
/// let required: RequiredCapabilities = ["gyroscope"]
/// do {
///     try required.check(on: MotionEquipment(sensors: [.accelerometer]))
/// } catch {
///     print(error, error.missing)
/// }
/// ```
public struct CapabilityError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The keys that are not met; empty for a declaration that cannot be read.
    public let missing: [String]
    /// A sentence for people, on one line.
    public let description: String

    init(missing: [String]) {
        self.missing = missing
        description = "this machine lacks what the app requires: \(missing.joined(separator: ", "))"
    }

    init(entry: String, wants: String) {
        missing = []
        description = "the required capabilities cannot be read: \(entry) is not \(wants)"
    }
}
