// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Plays each file that the command line names to a fuzzer once, without libFuzzer (`.ci/fuzz --corpus`). What the fuzzer checks
/// ends the program, and then the last line is the name of the file.
public func play(_ fuzzer: (UnsafePointer<UInt8>?, Int) -> CInt) {
    for name in CommandLine.arguments.dropFirst() {
        print(name)
        fflush(nil)
        let bytes = contents(of: name)
        bytes.withUnsafeBufferPointer { _ = fuzzer($0.baseAddress, $0.count) }
    }
}

private func contents(of name: String) -> [UInt8] {
    guard let file = fopen(name, "re") else { fatalError("\(name) cannot be read: error \(errno)") }
    defer { fclose(file) }
    var result: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&piece, 1, piece.count, file)
        guard count > 0 else { return result }
        result += piece.prefix(count)
    }
}
