// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
import FuzzSupport

@testable import BatonSession
@testable import BatonUndo

/// sway's answer: what is complete is read, what is not is waited for, and no more than there may be of it.
func checkSway(_ bytes: [UInt8]) {
    let progress = SwayTree.progress(bytes)
    let result = SwayTree.app(inReply: bytes)
    if case .success(let app) = result {
        guard case .complete = progress else { fatalError("an app of an answer that is not complete") }
        check(app)
    }
    // Bytes that come in two parts are the same answer, or none in both cases.
    let half = SwayTree.progress(Array(bytes.prefix(bytes.count / 2)))
    if case .wrong = half, case .complete = progress {
        fatalError("half of an answer is wrong, and all is not")
    }
    let framed = Array("i3-ipc".utf8) + SwayTree.word(UInt32(bytes.count)) + SwayTree.word(4) + bytes
    if case .success(let app) = SwayTree.app(inReply: framed) { check(app) }
}

/// Hyprland's answer.
func checkHyprland(_ bytes: [UInt8]) {
    if case .success(let app) = HyprlandFocus.app(inReply: bytes) { check(app) }
}

private func check(_ app: FocusedApp) {
    require(app.process.map { (1...UInt32(Int32.max)).contains($0) } == true, "no process: \(app)")
    require(app.names.joined().unicodeScalars.allSatisfy { $0.value >= 0x20 }, "not clean: \(app)")
    require(app.window.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "not clean: \(app)")
    require(app.names.allSatisfy { $0.unicodeScalars.count <= FocusText.longest }, "too long: \(app)")
    _ = AppList.denies(app)
    _ = AppList.redoChord(in: app)
}
