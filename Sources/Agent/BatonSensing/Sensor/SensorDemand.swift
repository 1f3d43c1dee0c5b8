// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonSensorLink
import BatonSession
import BatonSettings

/// Whether a sensor that is there is to be read, and if not, why: the user, the session and the programs that read samples decide.
@MainActor
struct SensorDemand {
    var configuration: Configuration.Shake
    let shakeSwitch: ShakeSwitch
    let streams: MotionStreams
    let claims: OrientationClaims
    let session: SessionMonitor

    /// Why samples must not be read now; nil if they may.
    var obstacle: Reason? { session.obstacleToSensors.map(Reason.session) }

    /// Why nothing is read; nil if something is.
    var reasonForOff: Reason? {
        if let obstacle { return obstacle }
        return streams.isEmpty && claims.isEmpty ? reasonForNoShakes : nil
    }

    /// Why shakes are not wanted, whether or not a client reads samples; nil if they are wanted.
    var reasonForNoShakes: Reason? {
        if !configuration.isEnabled { return .sensor(.offByConfiguration) }
        if !shakeSwitch.isOn { return .sensor(.offByUser) }
        if shakeSwitch.pausedUntil != nil { return .sensor(.paused) }
        return !configuration.withLidClosed && session.lid.isClosed == true ? .session(.lidClosed) : nil
    }

    /// What the sensor's process is to watch.
    var watches: SensorSetup.Watches {
        var watches: SensorSetup.Watches = []
        if reasonForNoShakes == nil { watches.insert(.shakes) }
        if !claims.isEmpty { watches.insert(.orientation) }
        return watches
    }
}
