// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonHousehold
import BatonProcesses
import BatonReactor

/// Reads the picture of what plays when it changes, in a process of its own, one at a time.
final class PictureTeller {
    private let reactor: Reactor
    /// Told of the bytes of the picture; nil for none.
    private let tell: ([UInt8]?) -> Void
    private var url = ""
    private var reading: ProcessOutput?

    init(on reactor: Reactor, tell: @escaping ([UInt8]?) -> Void) {
        self.reactor = reactor
        self.tell = tell
    }

    /// Notes which picture the first player names now.
    func show(_ new: String) {
        guard new != url else { return }
        url = new
        reading?.cancel()
        reading = nil
        guard let path = FileURL.path(new) else { return tell(nil) }
        reading = ProcessOutput(
            of: ["/proc/self/exe", "--picture", path], most: Household.largestPicture, on: reactor
        ) { [weak self] bytes in
            self?.reading = nil
            self?.tell(bytes?.isEmpty == false ? bytes : nil)
        }
    }
}
