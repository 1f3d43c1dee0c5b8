// SPDX-License-Identifier: Apache-2.0

/// The standard library's `firstRange(of:)`, `ranges(of:)` and `replacing(_:with:)` link its regular expressions, a megabyte of
/// each program that uses one. These compare by characters as those do.
extension StringProtocol {
    /// The first place of another text in this one; nil if it is nowhere in it, or is empty.
    package func firstPlace(of part: some StringProtocol) -> Range<Index>? {
        guard let first = part.first else { return nil }
        var start = startIndex
        while let found = self[start...].firstIndex(of: first) {
            if self[found...].starts(with: part) { return found..<index(found, offsetBy: part.count) }
            start = index(after: found)
        }
        return nil
    }

    /// The places at which another text stands in this one, in order, none over another.
    package func places(of part: some StringProtocol) -> [Range<Index>] {
        var places: [Range<Index>] = []
        var start = startIndex
        while let place = self[start...].firstPlace(of: part) {
            places.append(place)
            start = place.upperBound
        }
        return places
    }

    /// This text with another one in each place of a part.
    package func replacing(placesOf part: some StringProtocol, with other: some StringProtocol) -> String {
        var (result, start) = ("", startIndex)
        for place in places(of: part) {
            result += self[start..<place.lowerBound]
            result += other
            start = place.upperBound
        }
        return result + self[start...]
    }
}
