// SPDX-License-Identifier: Apache-2.0
import BatonAgent

// Run with `make fuzz`, or this one alone with `.ci/fuzz 60 fuzz-configuration`.

/// Any bytes as `baton.conf` and as `--set`: never a trap, every problem of the file names one of its lines, every
/// message is one line.
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
    return 0
}

private func check(_ problem: ConfigurationDiagnostic) {
    if problem.message.utf8.contains(where: { $0 < 0x20 }) { fatalError("not one line: \(problem)") }
}
