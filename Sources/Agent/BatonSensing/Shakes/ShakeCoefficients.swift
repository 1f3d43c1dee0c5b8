// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
import BatonMotion
import BatonSensorLink

/// The file of coefficients that the configuration names: whether it can be used (rule SHAKE18).
///
/// `baton-sensor` reads it again. It is read here so that `batonctl doctor` can tell about it at any time, and so that a
/// reload notices another content at the same path.
package struct ShakeCoefficients: Equatable, Sendable {
    /// The path of the file in use; empty for the coefficients of the build.
    package let path: String
    /// The checksum of the file in use; 0 for the coefficients of the build.
    let checksum: UInt32
    /// Which are in use, and why.
    package let reason: Reason

    /// Reads the file at `path`; an empty path means the coefficients of the build.
    init(path: String) {
        guard !path.isEmpty else {
            self.init(path: "", checksum: 0, reason: .shake(.builtIn))
            return
        }
        switch ShakeModelFile.read(path) {
        case .success(let model):
            self.init(path: path, checksum: model.checksum, reason: .shake(.ownModel, [.path: .text(path)]))
        case .failure(let refusal):
            self.init(
                path: "", checksum: 0,
                reason: .shake(
                    .refusedModel,
                    [.path: .text(path), .place: .text(refusal.place), .message: .text(refusal.message)]))
        }
    }

    private init(path: String, checksum: UInt32, reason: Reason) {
        self.path = path
        self.checksum = checksum
        self.reason = reason
    }
}
