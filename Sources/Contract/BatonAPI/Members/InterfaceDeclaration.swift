// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The declaration of one of Baton's own D-Bus interfaces: the members are static properties, which are made when they are
/// asked for, because the agent needs them only while it exports its object.
///
/// dbus/*.xml, the tables of docs/dbus-api.md and of SECURITY.md, what the agent serves and what callers send are made from it.
package protocol InterfaceDeclaration {
    static var name: InterfaceName { get }
    /// What the interface is for, in a few words.
    static var summary: String { get }
    /// The comment at the head of its XML file.
    static var introduction: String { get }
    /// The object that has it; nil for the interface of objects that apps export.
    static var path: ObjectPath? { get }
    /// The members, in the order of the XML file.
    static var members: [MemberDescription] { get }
}

extension InterfaceDeclaration {
    package static var path: ObjectPath? { BatonBus.path }

    // A tuple of one field is not the field, so each side has two forms.

    /// Declares a method.
    ///
    /// - Parameters:
    ///   - page: what stands behind the sentence in docs/dbus-api.md.
    ///   - isAnswered: whether the caller waits for an answer.
    @_disfavoredOverload
    static func method<each Part: WireValue, each Result: WireValue>(
        _ name: MemberName, for callers: Callers = .unconfined, _ meaning: String, page: String = "",
        isAnswered: Bool = true, takes argument: repeat Field<each Part>, returns result: repeat Field<each Result>
    ) -> MethodDeclaration<(repeat each Part), (repeat each Result)> {
        make(
            name, callers, meaning, page, isAnswered, FieldList(repeat each argument), FieldList(repeat each result))
    }

    /// Declares a method with one argument.
    static func method<each Result: WireValue, Arguments: WireValue>(
        _ name: MemberName, for callers: Callers = .unconfined, _ meaning: String, page: String = "",
        isAnswered: Bool = true, takes argument: Field<Arguments>, returns result: repeat Field<each Result>
    ) -> MethodDeclaration<Arguments, (repeat each Result)> {
        make(name, callers, meaning, page, isAnswered, FieldList(argument), FieldList(repeat each result))
    }

    /// Declares a method with one result.
    static func method<each Part: WireValue, Results: WireValue>(
        _ name: MemberName, for callers: Callers = .unconfined, _ meaning: String, page: String = "",
        isAnswered: Bool = true, takes argument: repeat Field<each Part>, returns result: Field<Results>
    ) -> MethodDeclaration<(repeat each Part), Results> {
        make(name, callers, meaning, page, isAnswered, FieldList(repeat each argument), FieldList(result))
    }

    /// Declares a method with one argument and one result.
    static func method<Arguments: WireValue, Results: WireValue>(
        _ name: MemberName, for callers: Callers = .unconfined, _ meaning: String, page: String = "",
        isAnswered: Bool = true, takes argument: Field<Arguments>, returns result: Field<Results>
    ) -> MethodDeclaration<Arguments, Results> {
        make(name, callers, meaning, page, isAnswered, FieldList(argument), FieldList(result))
    }

    private static func make<Arguments, Results>(
        _ name: MemberName, _ callers: Callers, _ meaning: String, _ page: String, _ isAnswered: Bool,
        _ arguments: FieldList<Arguments>, _ results: FieldList<Results>
    ) -> MethodDeclaration<Arguments, Results> {
        let kind = MemberDescription.Kind.method(
            takes: arguments.descriptions, returns: results.descriptions, isAnswered: isAnswered)
        return MethodDeclaration(
            description: MemberDescription(
                interface: Self.name, name: name, kind: kind, callers: callers, meaning: meaning, page: page),
            arguments: arguments, results: results)
    }

    /// Declares a signal.
    static func signal<each Part: WireValue>(
        _ name: MemberName, _ meaning: String, page: String = "", has argument: repeat Field<each Part>
    ) -> SignalDeclaration<(repeat each Part)> {
        let arguments = FieldList(repeat each argument)
        return SignalDeclaration(
            description: MemberDescription(
                interface: Self.name, name: name, kind: .signal(arguments.descriptions), callers: .unconfined,
                meaning: meaning, page: page),
            arguments: arguments)
    }

    /// Declares a property.
    ///
    /// - Parameters:
    ///   - change: what PropertiesChanged says about it. A signal reaches every program that may listen to the name, in a
    ///     sandbox or not. So a property that not every program may read is signalled without its value.
    ///   - writers: who may set it; nil when nobody may.
    static func property<Content: WireValue>(
        _ name: MemberName, for callers: Callers = .unconfined, _ meaning: String, page: String = "",
        change: Property.Change = .invalidates, writers: Callers? = nil
    ) -> PropertyDeclaration<Content> {
        PropertyDeclaration(
            description: MemberDescription(
                interface: Self.name, name: name, kind: .property(Content.signature, change, writers: writers),
                callers: callers, meaning: meaning, page: page))
    }
}
