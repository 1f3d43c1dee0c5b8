// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonMotion

/// Reads a file of the recognizer's coefficients.
enum CoefficientsFile {
    /// - Parameter path: The file; nil or empty for the coefficients of this build.
    /// - Throws: ``CommandError`` with the file's name, and the line where a line is wrong.
    static func read(_ path: String?) throws(CommandError) -> ShakeModel {
        guard let path, !path.isEmpty else { return .builtIn }
        let bytes: [UInt8]
        do throws(SmallFileError) {
            guard let read = try SmallFile.read(path, most: ShakeModel.largestFile) else {
                throw SmallFileError(message: "does not exist")
            }
            bytes = read
        } catch {
            throw CommandError("\(path) \(error.message)")
        }
        do throws(ShakeModelError) {
            return try ShakeModel(bytes: bytes)
        } catch {
            throw CommandError("\(error.line.map { "\(path):\($0)" } ?? path): \(error.message)")
        }
    }
}
