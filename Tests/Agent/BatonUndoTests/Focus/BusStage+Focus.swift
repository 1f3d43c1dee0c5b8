// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport

@testable import BatonSession
@testable import BatonUndo

extension BusStage {
    /// What a provider answers within `limit`.
    @MainActor func ask(
        _ provider: any FocusProvider, _ variables: [String: String], within limit: Duration = .seconds(30)
    ) throws -> Result<FocusedApp, FocusProblem> {
        let environment = DisplayEnvironment(manager: [:], own: variables)
        return try answer { provider.ask(in: environment, by: reactor.now + limit, then: $0) }.0
    }
}
