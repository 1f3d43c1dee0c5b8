// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Glibc
import Testing

@testable import BatonIIO

@Suite struct RecoveryNoteTests {
    private let state = BufferState(values: [.init(file: "buffer/length", text: "2")], isEnabled: true)

    @Test("IIO27: what was noted of a device is read again, and of no other device")
    func readsAgain() {
        let folder = TemporaryFolder()
        let note = RecoveryNote(file: folder.path + "/note")
        note.write(state, of: "/sys/a")
        #expect(note.read(of: "/sys/a", present: state) == state)
        #expect(note.read(of: "/sys/b", present: state) == nil)
        note.remove()
        #expect(note.read(of: "/sys/a", present: state) == nil)
    }

    @Test("IIO27: a link in the note's place is not followed")
    func link() {
        let folder = TemporaryFolder()
        RecoveryNote(file: folder.path + "/other").write(state, of: "/sys/a")
        #expect(symlink(folder.path + "/other", folder.path + "/note") == 0)
        #expect(RecoveryNote(file: folder.path + "/note").read(of: "/sys/a", present: state) == nil)
    }

    @Test("IIO27: of a note that is too long nothing is taken, so that no value is cut in the middle")
    func tooLong() {
        let folder = TemporaryFolder()
        let note = RecoveryNote(file: folder.path + "/note")
        note.write(
            BufferState(
                values: [.init(file: "buffer/length", text: String(repeating: "2", count: 20000))], isEnabled: true),
            of: "/sys/a")
        #expect(note.read(of: "/sys/a", present: state) == nil)
    }
}
