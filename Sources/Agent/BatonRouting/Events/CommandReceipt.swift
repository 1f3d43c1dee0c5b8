// SPDX-License-Identifier: Apache-2.0

/// What is noted of the responder that gets an event, for a caller that waits for the effect. Each kind of responder that notes
/// something has a class of its own.
@MainActor
package class CommandReceipt {
    package init() {}
}
