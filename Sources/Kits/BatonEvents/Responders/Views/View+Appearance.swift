// SPDX-License-Identifier: Apache-2.0

/// What views and controllers are told when views enter and leave windows (rules R12 and R13).
extension View {
    /// Tells the controllers in this view that it is about to enter or leave a window.
    ///
    /// - Returns: those controllers, for ``didMove(with:)``; none if the window stays the same.
    func willMove(to destination: Window?) -> [ViewController] {
        guard window !== destination else { return [] }
        let controllers = hierarchy.compactMap(\.viewController)
        for controller in controllers { controller.willMove(isEntering: destination != nil) }
        return controllers
    }

    /// Tells what is in this view where it is now. A callback may have moved any of it, so that each is told what is so when its
    /// turn comes.
    ///
    /// - Parameter controllers: those that were told that it is about to move.
    func didMove(with controllers: [ViewController]) {
        if toldWindow !== window { for view in hierarchy { view.tellWindow() } }
        for controller in controllers { controller.settleAppearance() }
    }

    private func tellWindow() {
        let window = window
        guard toldWindow !== window else { return }
        toldWindow = window
        didMoveToWindow()
    }

    /// This view and all that is in it, each before what it contains.
    var hierarchy: [View] {
        var views: [View] = [self]
        var index = 0
        while index < views.count {
            views.append(contentsOf: views[index].subviews)
            index += 1
        }
        return views
    }
}

/// How far a controller's view is in a window.
enum Appearance {
    case disappeared, appearing, appeared, disappearing
}

extension ViewController {
    fileprivate func willMove(isEntering: Bool) {
        if isEntering, appearance == .disappeared {
            willAppear()
        } else if !isEntering, appearance == .appeared {
            willDisappear()
        }
    }

    /// Calls what is missing until the controller knows whether its view is in a window.
    fileprivate func settleAppearance() {
        while true {
            switch (appearance, view.window != nil) {
            case (.disappeared, true), (.disappearing, true): willAppear()
            case (.appearing, false), (.appeared, false): willDisappear()
            case (.appearing, true):
                appearance = .appeared
                viewDidAppear(false)
            case (.disappearing, false):
                appearance = .disappeared
                viewDidDisappear(false)
            case (.appeared, true), (.disappeared, false): return
            }
        }
    }

    private func willAppear() {
        appearance = .appearing
        loadIfNeeded()
        // It may have been moved while it was loaded.
        if appearance == .appearing { viewWillAppear(false) }
    }

    private func willDisappear() {
        appearance = .disappearing
        viewWillDisappear(false)
    }
}
