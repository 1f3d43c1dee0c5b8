// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonSession

/// One search: it asks one provider after the other, with one deadline for all. It keeps itself alive until it has
/// answered.
@MainActor
final class FocusSearch {
    private var providers: ArraySlice<any FocusProvider>
    private let environment: DisplayEnvironment
    private let deadline: Duration
    private let reactor: Reactor
    private var then: ((FocusReport) -> Void)?
    private var report = FocusReport()
    private var timer: ReactorTimer?
    /// The number of the provider that was asked last. An answer of an earlier one is ignored.
    private var round = 0

    /// How long one provider may take, so that a provider that hangs leaves time for those after it. It is half of
    /// ``FocusFinder/patience``.
    private static let share = Duration.milliseconds(200)

    init(
        _ providers: [any FocusProvider], in environment: DisplayEnvironment, by deadline: Duration, reactor: Reactor,
        then: @escaping (FocusReport) -> Void
    ) {
        self.providers = providers[...]
        self.environment = environment
        self.deadline = deadline
        self.reactor = reactor
        self.then = then
    }

    func start() {
        guard let provider = providers.popFirst() else { return finish() }
        round += 1
        let asked = round
        let leavesNoTime = providers.isEmpty || provider.isDecisive
        let limit = leavesNoTime ? deadline : min(deadline, reactor.now + Self.share)
        guard limit > reactor.now else { return take(.failure(.late), of: provider, asked) }
        timer = reactor.schedule(at: limit) { [self] in take(.failure(.late), of: provider, asked) }
        provider.ask(in: environment, by: limit) { [self] result in take(result, of: provider, asked) }
    }

    private func take(_ result: Result<FocusedApp, FocusProblem>, of provider: any FocusProvider, _ asked: Int) {
        guard asked == round, then != nil else { return }
        timer?.cancel()
        timer = nil
        switch result {
        case .success(let app):
            report.app = app
            finish()
        case .failure(let problem):
            report.findings.append(FocusReport.Finding(provider: provider.name, problem: problem))
            if problem.isFinal || (provider.isDecisive && problem.isSilence) { finish() } else { start() }
        }
    }

    private func finish() {
        let answer = then
        then = nil
        providers = []
        answer?(report)
    }
}
