// SPDX-License-Identifier: Apache-2.0

/// Serves org.freedesktop.DBus.Properties from the descriptions of the interfaces.
extension ExportedObject {
    func receiveProperties(_ message: Message) throws(DBusError) {
        if message.isMethodCall(InterfaceName.properties, "Get"), message.hasSignature("ss") {
            let (interface, property) = try self.property(message.arguments())
            try interface.gate?()
            try checked(checks[.read(interface.name, property.name)], message) { [self] () throws(DBusError) in
                try answer(message) { () throws(DBusError) in [.variant(try read(property))] }
            }
        } else if message.isMethodCall(InterfaceName.properties, "GetAll"), message.hasSignature("s") {
            try answerAll(message)
        } else if message.isMethodCall(InterfaceName.properties, "Set"), message.hasSignature("ssv") {
            try set(message)
        } else {
            throw DBusError(.unknownMethod, "there is no method '\(name(message))' with these arguments")
        }
    }

    /// Answers GetAll with the properties that the caller may read.
    private func answerAll(_ message: Message) throws(DBusError) {
        guard let interface = try interface(message.arguments().first?.asString ?? "") else {
            return try answer(message) { [.vardict([])] }
        }
        try interface.gate?()
        let isOpen = { [checks] (property: Property) in checks[.read(interface.name, property.name)] == nil }
        let shut = interface.properties.filter { !isOpen($0) }
        guard !shut.isEmpty else { return try answer(message) { [values(of: interface.properties)] } }
        connection?.unansweredCalls += 1
        permitted(shut, of: interface, message) { [self, link] permitted in
            link?.connection?.unansweredCalls -= 1
            let names = Set(permitted.map(\.name))
            let properties = interface.properties.filter { isOpen($0) || names.contains($0.name) }
            do throws(DBusError) {
                try answer(message) { [values(of: properties)] }
            } catch {
                link?.connection?.answer(.error(to: message, error), to: message)
            }
        }
    }

    /// Checks which of the properties the caller may read, one after the other.
    private func permitted(
        _ properties: [Property], of interface: Interface, _ message: Message, found: [Property] = [],
        then: @escaping ([Property]) -> Void
    ) {
        guard let property = properties.first, let check = checks[.read(interface.name, property.name)] else {
            return then(found)
        }
        check(message) { [self] refusal in
            permitted(
                Array(properties.dropFirst()), of: interface, message,
                found: refusal == nil ? found + [property] : found,
                then: then)
        }
    }

    /// The values as a dictionary, without those that cannot be read or sent.
    private func values(of properties: [Property]) -> Value {
        var result: [(String, Value)] = []
        for property in properties {
            if let value = try? read(property) { result.append((property.name.rawValue, value)) }
        }
        return vardict(result)
    }

    /// The value of a property, checked against its declared type.
    func read(_ property: Property) throws(DBusError) -> Value {
        let value = try property.get()
        guard value.isOfType(property.signature) else {
            let error = DBusError(
                .failed,
                "property '\(property.name)' is of type '\(property.signature)', its value of '\(value.signatureText)'")
            connection?.onError?(error)
            throw error
        }
        return value
    }

    /// Properties as a dictionary, without those that D-Bus cannot carry, so that one of them does not hide the others.
    func vardict(_ pairs: [(String, Value)]) -> Value {
        let all = Value.vardict(pairs)
        do {
            _ = try all.byteCount()
            return all
        } catch {
            connection?.onError?(error)
            return .vardict(pairs.filter { (try? Value.vardict([$0]).byteCount()) != nil })
        }
    }

    private func set(_ message: Message) throws(DBusError) {
        let arguments = try message.arguments()
        let (interface, property) = try self.property(arguments)
        guard let set = property.set else {
            throw DBusError(.propertyReadOnly, "property '\(property.name)' cannot be set")
        }
        try interface.gate?()
        let value = arguments[2].unwrapped
        guard value.isOfType(property.signature) else {
            throw DBusError(
                .invalidArguments,
                "property '\(property.name)' is of type '\(property.signature)', not '\(value.signature)'")
        }
        try checked(checks[.write(interface.name, property.name)], message) { [self] () throws(DBusError) in
            set(value, Invocation(message, arguments: arguments, outputSignature: "", connection: connection))
        }
    }

    private func property(_ arguments: [Value]) throws(DBusError) -> (Interface, Property) {
        let name = arguments[1].asString ?? ""
        guard let interface = try interface(arguments[0].asString ?? "") else {
            throw DBusError(.unknownProperty, "the interface has no properties")
        }
        for property in interface.properties where property.name.rawValue == name { return (interface, property) }
        throw DBusError(.unknownProperty, "interface '\(interface.name)' has no property '\(name)'")
    }

    /// The interface of a name; nil for the standard interfaces, which have no properties.
    private func interface(_ name: String) throws(DBusError) -> Interface? {
        for interface in interfaces where interface.name.rawValue == name { return interface }
        if name.hasPrefix("org.freedesktop.DBus.") { return nil }
        throw DBusError(.unknownInterface, "this object has no interface '\(name)'")
    }
}
