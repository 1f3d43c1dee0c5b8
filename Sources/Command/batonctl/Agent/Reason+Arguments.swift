// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus

extension Reason {
    /// Reads the word and the details at the end of a reply; nil when there is no reason.
    init?(_ arguments: ArraySlice<Value>) {
        self.init(word: arguments.first, details: arguments.dropFirst().first)
    }
}
