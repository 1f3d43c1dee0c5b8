// SPDX-License-Identifier: Apache-2.0

import BatonProcesses

// Sets of kinds are bits in a message: bit n stands for the kind with the raw value n.

private func mask<Kind: RawRepresentable<UInt8>>(_ kinds: some Sequence<Kind>) -> UInt32 {
    kinds.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
}

extension LinkWriter {
    /// Writes a set of kinds.
    mutating func write<Kind: RawRepresentable<UInt8>>(kinds: some Sequence<Kind>) { write(mask(kinds)) }
}

extension LinkReader {
    /// Reads a set of kinds.
    ///
    /// - Throws: `.malformed` when a bit stands for no kind.
    mutating func readKinds<Kind: RawRepresentable<UInt8> & CaseIterable & Hashable>(
        _ type: Kind.Type = Kind.self
    ) throws(LinkError) -> Set<Kind> {
        let bits = try read(UInt32.self)
        let kinds = Kind.allCases.filter { bits & 1 << UInt32($0.rawValue) != 0 }
        guard mask(kinds) == bits else { throw .malformed }
        return Set(kinds)
    }
}
