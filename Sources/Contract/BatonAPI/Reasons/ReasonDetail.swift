// SPDX-License-Identifier: Apache-2.0

/// The names of a reason's details. docs/dbus-api.md tells which code has which.
package enum ReasonDetail: String, CaseIterable, Sendable {
    /// `s`: the name of the device.
    case device
    /// `s`: how the sensor is read: `poll`, `buffer` or `replay`.
    case mode
    /// `d`: samples a second.
    case rate
    /// `d`: samples a second while nothing moves.
    case restRate = "rest-rate"
    /// `s`: `low`, `medium` or `high`: how gentle a motion is recognized as a shake.
    case sensitivity
    /// `d`: how much higher than that of the sensitivity the bar is.
    case raise
    /// `s`: the kind of device, a word of `FormFactor`.
    case formFactor = "form-factor"
    /// `u`: DMI's chassis type.
    case chassis
    /// `s`: the place of the sensor, as `display` or `base`.
    case location
    /// `s`: the sign that the sensor's driver gives to gravity, `hid` or `kernel`.
    case sign
    /// `s`: how the sign was found: `configured`, `name`, `hub`, `matrix` or `chip`.
    case signEvidence = "sign-evidence"
    /// `s`: `disagree` when the gyroscope turns in another way than gravity does in the axes of the accelerometer.
    case axes
    /// `s`: `questions-unanswered` while shakes ask nothing, because the last questions were not answered.
    case silence
    /// `s`: what another program said.
    case message
    /// `s`: the app's name.
    case app
    /// `s`: what the app is, a word of `DeniedKind`.
    case kind
    /// `s`: `undo` or `redo`.
    case operation
    /// `s`: the route that it is about; a code has it whenever a route was tried.
    case route
    /// `a(sa{sv})`: the reasons of all routes.
    case routes
    /// `s`: the variables of the environment, with spaces between them.
    case variable
    /// `s`: the path of a file.
    case path
    /// `s`: names of apps, with commas between them.
    case apps
    /// `u`: how many.
    case count
    /// `s`: `session` or `accessibility`.
    case bus
    /// `s`: the service that was asked, by its bus name or a short name.
    case service
    /// `s`: names of keys, with commas between them.
    case keys
    /// `s`: files of shared libraries, such as `libiio.so.0`, with commas between them.
    case libraries
    /// `s`: the desktop: a word of `MediaKeysDesktop`, or its own name in a row of the doctor.
    case desktop
    /// `s`: the title of a shortcut.
    case shortcut
    /// `u`: the number of a process.
    case process
    /// `s`: the name of a program.
    case program
    /// `s`: the version of a program.
    case version
    /// `s`: a place in the configuration.
    case place
    /// `s`: the name of the Wayland display.
    case wayland
    /// `s`: the name of the X11 display.
    case x11
    /// `s`: the name of a Wayland display that does not exist any more.
    case gone
}
