// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonJSON
import BatonProcesses
import BatonSession

/// sway's answer to GET_TREE, and the app that it names (sway-ipc(7)).
enum SwayTree {
    /// The length of a header in bytes: "i3-ipc", then the length of the payload and the type, 32 bits each in the
    /// machine's byte order.
    static let header = 14
    static let magic = Array("i3-ipc".utf8)
    private static let getTree: UInt32 = 4
    /// The longest payload in bytes that is read. A window takes about 1 KiB of it.
    static let longest = 4 << 20

    /// The message that requests the tree.
    static var request: [UInt8] { magic + word(0) + word(getTree) }

    /// A number in the form of the header.
    static func word(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number) { Array($0) }
    }

    /// Whether the bytes are a whole reply, a part of one, or something else.
    static func progress(_ bytes: [UInt8]) -> LocalExchange.Progress {
        guard bytes.starts(with: magic.prefix(bytes.count)) else { return .wrong("it does not begin with i3-ipc") }
        guard let length = length(bytes) else { return .partial }
        guard length <= longest else { return .wrong("its tree has over \(longest >> 20) MiB") }
        return bytes.count < header + length ? .partial : .complete
    }

    /// The payload of a complete reply of a type; nil for any other one.
    static func payload(of bytes: [UInt8], type wanted: UInt32) -> [UInt8]? {
        guard let length = length(bytes), bytes.starts(with: magic), bytes.count >= header + length else { return nil }
        let type = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: magic.count + 4, as: UInt32.self) }
        return type == wanted ? Array(bytes[header..<header + length]) : nil
    }

    private static func length(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= header else { return nil }
        return bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: magic.count, as: UInt32.self)) }
    }

    /// The app that a complete reply names.
    static func app(inReply bytes: [UInt8]) -> Result<FocusedApp, FocusProblem> {
        guard let length = length(bytes), bytes.starts(with: magic), bytes.count >= header + length else {
            return .failure(.unreadable("it broke off"))
        }
        let type = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: magic.count + 4, as: UInt32.self) }
        guard type == getTree else { return .failure(.unreadable("it is no tree")) }
        do throws(JSONError) {
            return app(inTree: try JSONReader.read(Array(bytes[header..<header + length])))
        } catch {
            return .failure(.unreadable("\(error.message) at byte \(error.offset)"))
        }
    }

    /// The app of the node that has the focus.
    static func app(inTree tree: JSONValue) -> Result<FocusedApp, FocusProblem> {
        guard case .object = tree else { return .failure(.unreadable("it is no tree")) }
        var nodes = [tree]
        var focused: JSONValue?
        /// How many windows each process has, hidden and minimized ones included.
        var windows: [UInt32: Int] = [:]
        while let node = nodes.popLast() {
            if focused == nil, node["focused"]?.asBool == true { focused = node }
            let below = (node["nodes"]?.elements ?? []) + (node["floating_nodes"]?.elements ?? [])
            if below.isEmpty, let process = node["pid"]?.asProcess { windows[process, default: 0] += 1 }
            nodes += below
        }
        guard let focused else { return .failure(.noApp(.focus(.noWindow))) }
        return app(of: focused, windows)
    }

    private static func app(of node: JSONValue, _ windows: [UInt32: Int]) -> Result<FocusedApp, FocusProblem> {
        let type = node["type"]?.asString ?? ""
        // A workspace or an output has the focus if it has no window.
        guard type == "con" || type == "floating_con" else { return .failure(.noApp(.focus(.noWindow))) }
        guard node["nodes"]?.elements.isEmpty != false else {
            return .failure(.noApp(.focus(.group)))
        }
        guard let process = node["pid"]?.asProcess else {
            return .failure(.failed(.focus(.noProcess)))
        }
        let properties = node["window_properties"]
        var app = FocusedApp(
            process: process,
            names: [
                node["app_id"]?.asString, properties?["class"]?.asString, properties?["instance"]?.asString,
            ],
            window: node["id"]?.asInteger.map(String.init) ?? "", provider: .sway)
        // sway lets the windows float that are dialogs, and those that have one size.
        app.isOnlyWindow = windows[process] == 1 && type == "con"
        return .success(app)
    }
}
