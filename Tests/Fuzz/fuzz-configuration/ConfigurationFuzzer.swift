// SPDX-License-Identifier: Apache-2.0

import FuzzSupport

@testable import BatonSettings

// Run with `make fuzz`, or this one alone with `.ci/fuzz 60 fuzz-configuration`.

/// Any bytes as `baton.conf` and as `--set`: never a trap, every problem of the file names one of its lines, every
/// message is one line; and what was read of a file is read again from the same assignments.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzConfiguration(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    let lines = input.count { $0 == 0x0A } + 1
    for problem in Configuration.problems(in: input, source: "f") {
        guard let line = problem.place.line, (1...lines).contains(line), problem.place.column ?? 1 >= 1 else {
            fatalError("no line: \(problem)")
        }
        check(problem)
    }
    let override = String(decoding: input.prefix(1000), as: UTF8.self)
    for problem in Configuration.problems(in: [], source: "f", overrides: [override]) { check(problem) }
    checkWritten(input)
    return 0
}

private func check(_ problem: ConfigurationDiagnostic) {
    require(!problem.message.utf8.contains { $0 < 0x20 }, "not one line: \(problem)")
}

private func checkWritten(_ input: [UInt8]) {
    guard let read = try? Configuration.read(input, source: "f").configuration else { return }
    let text = ConfigurationFileReader.read(input, source: "f").assignments
        .map { "[\($0.section)]\n\($0.name)=\($0.value)\n" }.joined()
    do {
        let again = try Configuration.read(Array(text.utf8), source: "g").configuration
        require(again == read, "another configuration: \(text)")
    } catch {
        fatalError("what was read is refused: \(error.diagnostics) \(text)")
    }
}

#if PLAYED
    @main enum CorpusPlayer { static func main() { play(fuzzConfiguration) } }
#endif
