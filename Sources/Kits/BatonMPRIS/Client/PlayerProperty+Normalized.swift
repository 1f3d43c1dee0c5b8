// SPDX-License-Identifier: Apache-2.0

import BatonDBus

extension PlayerProperty {
    /// Converts a value that a player sent to the type in the specification (rule MPRIS12).
    ///
    /// - Parameter problem: called for each part that was left out or cut.
    /// - Returns: nil when the value cannot be converted.
    func normalized(_ sent: Value, problem: (PlayerProblem) -> Void) -> Value? {
        guard let value = converted(sent.unwrapped, problem) else {
            problem(.badProperty(self, signature: sent.unwrapped.signature.rawValue))
            return nil
        }
        // The conversion has cut metadata by key already.
        guard kind != .metadata else { return value }
        let size = value.approximateSize
        guard size > Metadata.maximumSize else { return value }
        problem(.propertyTooLarge(self, size: size))
        return Self.cut(value)
    }

    private func converted(_ value: Value, _ problem: (PlayerProblem) -> Void) -> Value? {
        switch kind {
        case .boolean: value.asBool.map { .boolean($0) }
        case .string: value.asString.map { .string($0) }
        case .status: value.asString.flatMap(PlaybackStatus.init(tolerant:)).map { .string($0.rawValue) }
        case .loop: value.asString.flatMap(LoopStatus.init(tolerant:)).map { .string($0.rawValue) }
        case .double: value.asDouble.flatMap { $0.isFinite ? .double($0) : nil }
        case .microseconds: value.asInt64.map { .int64(max(0, $0)) }
        case .count: value.asInt64.flatMap { UInt32(exactly: $0) }.map { .uint32($0) }
        case .strings: (value.asStringArray ?? value.asString.map { [$0] }).map { .strings($0) }
        case .paths:
            value.asStringArray.map { .array(DBusArray("o", $0.compactMap(TrackID.path).map { .objectPath($0) })) }
        case .metadata: Metadata(value) { problem(.metadata($0)) }?.value
        case .activePlaylist: Self.activePlaylist(value)
        }
    }

    /// Converts `(b(oss))`. If the Boolean is false the playlist has no meaning, and is often invalid.
    private static func activePlaylist(_ value: Value) -> Value? {
        guard case .structure(let fields) = value, fields.count == 2, let isValid = fields[0].asBool else { return nil }
        let playlist = Playlist(fields[1])
        guard playlist != nil || !isValid else { return nil }
        return .structure([.boolean(isValid), (playlist ?? Playlist(id: "/", name: "")).value])
    }

    /// Cuts a list that is too large. A string that is too large is dropped.
    private static func cut(_ value: Value) -> Value? {
        guard case .array(var array) = value else { return nil }
        var size = 0
        let end = array.elements.firstIndex {
            size += $0.approximateSize
            return size > Metadata.maximumSize
        }
        if let end { array.elements.removeSubrange(end...) }
        return .array(array)
    }
}
