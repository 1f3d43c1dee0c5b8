// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonTestSupport
import Glibc
import Testing

/// The tests of the kernel's keyboard that need no /dev/uinput. The others are in Tests/kernel and run in a guest.
@Suite("Keys in the kernel")
struct KernelKeysTests {
    private static var isThere: Bool { access("/dev/uinput", W_OK) == 0 }

    @Test("whether there may be a keyboard is told, with the reason why not")
    func probe() throws {
        let keys = try KeysChild(environment: ["PATH": XStage.path])
        switch try keys.ask({ .probe(id: $0, display: .uinput) }) {
        case .available: #expect(Self.isThere)
        case .unavailable(_, _, let reason): #expect(!Self.isThere && reason.contains("/dev/uinput"))
        case let other: Issue.record("\(String(describing: other))")
        }
    }

    @Test("what another held down the kernel has released: it is told, and needs no rights")
    func release() throws {
        let keys = try KeysChild(environment: ["PATH": XStage.path])
        let held = [HeldKey(.pressed, 29, on: .uinput), HeldKey(.pressed, 44, on: .uinput)]
        #expect(try keys.ask { .release(id: $0, keys: held) } == .done(id: 1))
        let released = keys.reports.compactMap { if case .released(_, let key) = $0 { key } else { nil } }
        #expect(released == held)
    }

    @Test("without rights nothing is pressed, nor announced", .enabled(if: !KernelKeysTests.isThere))
    func noRights() throws {
        let keys = try KeysChild(environment: ["PATH": XStage.path])
        guard case .failed(_, let reason) = try keys.ask({ .press(id: $0, KeyPress(.controlZ, on: .uinput)) }) else {
            Issue.record("pressed")
            return
        }
        #expect(reason.contains("/dev/uinput"))
        #expect(keys.reports.count == 1)
    }
}
