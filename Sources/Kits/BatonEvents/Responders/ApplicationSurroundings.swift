// SPDX-License-Identifier: Apache-2.0

/// What joins an application with the desktop around it. It is told what the application wants (rule APP1).
@MainActor
package protocol ApplicationSurroundings: AnyObject {
    /// Remote-control events are received from now on, or not any more, or a subtype was enabled or disabled.
    func remoteControlChanged()
    /// A responder of the key window became first responder, or asked again to be it.
    func firstResponderBecame(_ responder: Responder)
}
