// SPDX-License-Identifier: Apache-2.0

import FuzzSupport

// Run with `make fuzz`, or this one alone with `.ci/fuzz 60 fuzz-player`.

/// Any bytes as a course of events: what players tell of themselves, how they come and go, seek buttons that are held, and keys
/// of a headset. The first byte says which.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPlayer(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let taken = FuzzBytes(bytes, count)
    MainActor.assumeIsolated {
        var input = taken
        switch input.choice(5) {
        case 0: PlayerCourse().run(&input)
        case 1: checkTimes(&input)
        case 2: OrderCourse().run(&input)
        case 3: SeekCourse().run(&input)
        default: KeyCourse().run(&input)
        }
    }
    return 0
}

#if PLAYED
    @main enum CorpusPlayer { static func main() { play(fuzzPlayer) } }
#endif
