// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport

extension MotionApp {
    /// One on a stage with batond.
    convenience init(on stage: AgentStage) throws { self.init(try stage.connect(), reactor: stage.reactor) }
}
