// SPDX-License-Identifier: Apache-2.0

/// Which topics a subscription is for: a topic with wildcards. `+` is any level, `#` at the end any number of them.
///
/// (MQTT 5, chapter 4.7.1: topic wildcards.)
///
/// For example:
/// ```swift
/// let filter = TopicFilter("baton/+/available")!
/// filter.matches(Topic("baton/laptop/available")!)   // true
/// ```
package struct TopicFilter: Hashable, Sendable, CustomStringConvertible {
    /// The filter as MQTT carries it.
    package let text: String

    /// Takes a text that is a valid filter.
    ///
    /// - Returns: nil if it is empty or too long, has U+0000, or has a wildcard beside other characters or before the end.
    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= Topic.longest, !text.utf8.contains(0) else { return nil }
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        for (index, level) in levels.enumerated() {
            if level.utf8.contains(UInt8(ascii: "+")), level != "+" { return nil }
            if level.utf8.contains(UInt8(ascii: "#")), level != "#" || index != levels.count - 1 { return nil }
        }
        self.text = text
    }

    /// The filter of one topic.
    package init(_ topic: Topic) { text = topic.text }

    /// Whether a message of this topic comes by this subscription. A wildcard at the beginning does not match topics that
    /// begin with `$`, which are the broker's own.
    package func matches(_ topic: Topic) -> Bool {
        let wanted = text.split(separator: "/", omittingEmptySubsequences: false)
        let levels = topic.levels
        if topic.text.first == "$", wanted[0] == "+" || wanted[0] == "#" { return false }
        // "a/#" matches "a" too: the last level stands for any number of levels, also for none.
        for (index, want) in wanted.enumerated() {
            if want == "#" { return true }
            guard index < levels.count, want == "+" || want == levels[index] else { return false }
        }
        return wanted.count == levels.count
    }

    /// The filter itself.
    package var description: String { text }
}
