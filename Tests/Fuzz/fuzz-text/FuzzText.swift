// SPDX-License-Identifier: Apache-2.0

import BatonTemplate
import FuzzSupport

// Run with `make fuzz`, or this one alone with `.ci/fuzz 60 fuzz-text`.

/// Any bytes as a text from outside: files of the kernel, the desktop and Baton's own, variables and arguments, names, answers of
/// other programs, and what is shown of all that. The first byte says which.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzText(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzBytes(bytes, count)
    switch input.choice(20) {
    case 0: checkShown(input.rest())
    case 1: checkLogLine(&input)
    case 2: checkMessage(input.rest())
    case 3: checkDescription(input.rest())
    case 4: checkDesktopFile(&input)
    case 5: checkProcess(input.rest())
    case 6: checkState(input.rest())
    case 7: checkRecord(input.rest())
    case 8: checkAttributes(input.rest())
    case 9: checkRecoveryNote(&input)
    case 10: checkKeys(input.rest())
    case 11: checkDevice(&input)
    case 12: checkArguments(input.rest())
    case 13: checkEnvironment(&input)
    case 14: checkFocus(&input)
    case 15: checkConfigurationWords(input.rest())
    case 16: checkNames(&input)
    case 17: checkTemplate(&input)
    case 18: checkTyped(input.rest())
    default: checkDisplayTexts(input.rest())
    }
    return 0
}

/// JSON of another program, also of one at a broker.
private func checkMessage(_ bytes: [UInt8]) {
    checkJSON(bytes)
    checkHousehold(bytes)
}

#if PLAYED
    @main enum CorpusPlayer { static func main() { play(fuzzText) } }
#endif
