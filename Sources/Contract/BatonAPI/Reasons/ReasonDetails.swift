// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The details of a reason, in the order of their names. There are few, so an array is smaller and faster than a dictionary.
package struct ReasonDetails: WireValue, Equatable, Sendable, ExpressibleByDictionaryLiteral {
    package static var signature: Signature { Vardict.signature }

    /// One detail.
    package struct Element: Equatable, Sendable {
        package let name: ReasonDetail
        package let value: ReasonValue
    }

    /// The details in the order of their names, each name once.
    package private(set) var elements: [Element] = []

    /// Makes no details.
    package init() {}

    /// The last value of a name counts.
    package init(dictionaryLiteral elements: (ReasonDetail, ReasonValue)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// Reads those that are known here.
    package init(_ values: [String: BatonDBus.Value]) {
        for (name, value) in values {
            if let detail = ReasonDetail(rawValue: name), let value = ReasonValue(value) { self[detail] = value }
        }
    }

    package init?(wire value: BatonDBus.Value) {
        guard let values = value.asVardict else { return nil }
        self.init(values)
    }

    package var wire: BatonDBus.Value { .vardict(pairs) }

    /// The value of a detail; nil when there is none.
    package subscript(name: ReasonDetail) -> ReasonValue? {
        get { elements.first { $0.name == name }?.value }
        set {
            elements.removeAll { $0.name == name }
            guard let newValue else { return }
            let index = elements.firstIndex { $0.name.rawValue > name.rawValue } ?? elements.endIndex
            elements.insert(Element(name: name, value: newValue), at: index)
        }
    }

    /// A detail as text; empty when there is none.
    package func text(_ detail: ReasonDetail) -> String { self[detail]?.text ?? "" }

    /// The same details with other values.
    package func mapValues(_ change: (ReasonValue) -> ReasonValue) -> ReasonDetails {
        var details = ReasonDetails()
        details.elements = elements.map { Element(name: $0.name, value: change($0.value)) }
        return details
    }

    /// The details as they are on the bus.
    package var pairs: [(String, BatonDBus.Value)] { elements.map { ($0.name.rawValue, $0.value.value) } }

    /// Whether there are none.
    package var isEmpty: Bool { elements.isEmpty }
}
