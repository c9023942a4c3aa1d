package import Basics

/// An action that the delivery machine requests, or a report of what happened.
package enum DeliveryAction: Hashable, Sendable {
    /// Hand the push to the app, which is awake or woken for it. The app answers with `appFinished`.
    case wake(AppNumber, PushNumber, AcceptedPush)
    /// Hand the push to the app as a call.
    case ring(AppNumber, PushNumber, AcceptedPush)
    /// Show the alert, replacing one with the same collapse id.
    case showAlert(AppNumber, PushNumber, AcceptedPush)
    /// Hand the alert to the app in the foreground, which decides whether to show it.
    case handAlert(AppNumber, PushNumber, AcceptedPush)
    /// Hand the push to a part of the system.
    case handToSystem(AppNumber, PushNumber, AcceptedPush)

    /// The push ended without reaching the app.
    case drop(PushNumber, DropReason)
    /// The push is stored at the service.
    case store(AppNumber, PushNumber, StoreReason)
    /// The push is held on the device.
    case hold(AppNumber, PushNumber, HoldReason)
    /// `newer` replaced `older`, where only one may wait.
    case replace(older: PushNumber, newer: PushNumber)

    /// The app called the handler of a push; `took` is the time since it got the push.
    case handled(AppNumber, PushNumber, HandlingResult, took: Interval)
    /// The app in the foreground exceeded the time for a push. The system does not end it for that.
    case overdue(AppNumber, PushNumber)
    case kill(AppNumber, KillReason)

    case setTimer(DeliveryTimer, at: Instant)
    case cancelTimer(DeliveryTimer)
    /// A line of the delivery log, for the push with this `apns-id`.
    case log(id: String, DeliveryLogEntry)
}

/// The result that an app reports when it has handled a push.
package enum HandlingResult: UInt8, Hashable, Sendable, CaseIterable {
    case newData
    case noData
    case failed
    /// The result that a call requires.
    case reportedCall
}

/// The reason for which the system ended an app.
package enum KillReason: UInt8, Hashable, Sendable, CaseIterable {
    case handlerNotCalled
    case callNotReported
}

/// The reason for which a push waits at the service.
package enum StoreReason: UInt8, Hashable, Sendable, CaseIterable {
    case deviceOffline
    case powerConsiderations
}

/// The reason for which a push waits on the device.
package enum HoldReason: UInt8, Hashable, Sendable, CaseIterable {
    case lockedSinceRestart
    case backgroundRefreshOff
    case lowPower
    case suspended
    case overBudget
}

/// A receiver of the actions of a delivery machine.
package protocol DeliverySink {
    mutating func take(_ action: consuming DeliveryAction)
    /// Reports a row that a store has to write or erase; a sink without a store ignores it.
    mutating func changed(_ row: DeliveryRowChange)
}

extension DeliverySink {
    package mutating func changed(_ row: DeliveryRowChange) {}
}

extension [DeliveryAction]: DeliverySink {
    package mutating func take(_ action: consuming DeliveryAction) { self.append(action) }
}
