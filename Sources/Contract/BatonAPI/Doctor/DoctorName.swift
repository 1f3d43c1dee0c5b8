// SPDX-License-Identifier: Apache-2.0

/// The names of rows of `Doctor` that both sides know. A row of a route, an input or a provider of the focus has
/// the name of that.
package enum DoctorName {
    package static let agent = "batond"
    package static let program = "program"
    package static let unit = "unit"
    package static let activation = "activation"
    package static let configuration = "configuration"
    package static let choices = "choices"
    package static let priority = "priority"
    package static let undo = "undo"
    package static let keysHelper = "baton-keys"
    package static let sensorHelper = "baton-sensor"
    package static let audioHelper = "baton-audio"
    /// The programs that batond starts.
    package static let helpers = [keysHelper, sensorHelper, audioHelper]
    package static let bus = "bus"
    package static let state = "state"
    package static let display = "display"
    package static let awake = "awake"
    package static let accelerometer = "accelerometer"
    package static let buffer = "buffer"
    package static let sensitivity = "sensitivity"
    package static let model = "model"
    package static let daemon = "daemon"
    package static let mpris = "mpris"
    package static let bluetooth = "bluetooth"
    package static let headset = "headset"
    package static let mediaKeys = "media-keys"
    package static let soundServer = "sound-server"
    package static let streams = "streams"
    package static let volumes = "volumes"
    package static let others = "other-programs"
    package static let broker = "broker"
    package static let machines = "baton-mqtt"
}
