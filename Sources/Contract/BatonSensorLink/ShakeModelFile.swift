// SPDX-License-Identifier: Apache-2.0

import BatonFiles
public import BatonMotion

/// Reads a user's own file of the recognizer's coefficients. It is hostile input: what is not a whole file of this
/// version is refused (rule SHAKE18).
///
/// For example:
/// ```swift
/// switch ShakeModelFile.read("/home/user/shake.model") {
/// case .success(let model): print(model.checksum)
/// case .failure(let refusal): print("\(refusal.place): \(refusal.message)")
/// }
/// ```
public enum ShakeModelFile {
    /// Reads the file at `path`.
    public static func read(_ path: String) -> Result<ShakeModel, ShakeModelRefusal> {
        let bytes: [UInt8]
        do throws(SmallFileError) {
            guard let read = try SmallFile.read(path, most: ShakeModel.largestFile) else {
                return .failure(ShakeModelRefusal(place: path, message: "there is no such file"))
            }
            bytes = read
        } catch {
            return .failure(ShakeModelRefusal(place: path, message: "it \(error.message)"))
        }
        do throws(ShakeModelError) {
            return .success(try ShakeModel(bytes: bytes))
        } catch {
            let place = error.line.map { "\(path):\($0)" } ?? path
            return .failure(ShakeModelRefusal(place: place, message: error.message))
        }
    }
}

/// Why a file of coefficients is not used.
///
/// For example:
/// ```swift
/// let refusal = ShakeModelRefusal(place: "/home/user/shake.model:3", message: "the bars of low, medium and high must fall")
/// print("\(refusal.place): \(refusal.message)")
/// ```
public struct ShakeModelRefusal: Error, Hashable, Sendable {
    /// The path, and the line if one is wrong: `/home/user/shake.model:12`.
    public let place: String
    /// What is wrong, and what to do.
    public let message: String

    /// Makes a refusal.
    public init(place: String, message: String) {
        self.place = place
        self.message = message
    }
}
