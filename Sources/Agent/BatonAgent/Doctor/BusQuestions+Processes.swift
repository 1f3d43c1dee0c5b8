// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor

extension BusQuestions {
    /// The most connections asked about; more than a session or a system has.
    private static var most: Int { 512 }

    /// Asks for the processes of all connections to the bus, one for each connection that answers in time. They are not sorted, and
    /// a process with two connections is there twice.
    @MainActor
    func processes(by deadline: Duration, then: @escaping ([UInt32]) -> Void) {
        askBus("ListNames", [], by: deadline) { result in
            let names = ((try? result.get())?.first?.asStringArray ?? []).filter { $0.hasPrefix(":") }
            Gathering.all(
                names.prefix(Self.most).compactMap { try? BusName($0) },
                ask: { (name: BusName, then: @escaping (UInt32?) -> Void) in
                    process(of: name, by: deadline, then: then)
                }
            ) { then($0.compactMap(\.self)) }
        }
    }
}
