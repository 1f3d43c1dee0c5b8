// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus

/// What is known of the agent's properties, read by their declarations: `state[ApplicationInterface.pinned]`. What was not asked
/// for, what an older agent lacks, and what has another type is nil.
///
/// A value is decoded when it is read: a program that ends with one answer wants few.
package struct AgentState: Sendable, Equatable {
    // Not a dictionary by interface: the runtime would look for that key's conformance to Hashable in the whole program, which is
    // a part that can be measured of a short command of batonctl.
    private var application: [String: Value] = [:]
    private var motion: [String: Value] = [:]
    private var interruptions: [String: Value] = [:]

    package init() {}

    /// The state that an answer to GetAll tells of.
    package init(_ interface: AgentInterface, _ properties: [String: Value]) { set(interface, to: properties) }

    /// The value of a property.
    package subscript<Content: WireValue>(property: PropertyDeclaration<Content>) -> Content? {
        AgentInterface.allCases.first { $0.name == property.description.interface }
            .flatMap { property.value(in: self[$0]) }
    }

    /// The reason that two properties tell: its word, and its details.
    package subscript(
        word: PropertyDeclaration<String>, details details: PropertyDeclaration<Reason.Details>
    ) -> Reason? {
        self[word].flatMap { Reason(word: $0, details: self[details] ?? [:]) }
    }

    /// Takes the properties of an interface in the place of those before.
    package mutating func set(_ interface: AgentInterface, to properties: [String: Value]) {
        switch interface {
        case .application: application = properties
        case .motion: motion = properties
        case .interruptions: interruptions = properties
        }
    }

    private subscript(interface: AgentInterface) -> [String: Value] {
        switch interface {
        case .application: application
        case .motion: motion
        case .interruptions: interruptions
        }
    }
}
