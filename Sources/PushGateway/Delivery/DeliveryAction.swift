package import Basics

/// An action that the delivery machine requests, or a report of what happened.
package enum DeliveryAction: Hashable, Sendable {
    /// Hand the push to the app. The app is awake or is woken for the push, and answers with `appFinished`.
    case wake(AppNumber, PushNumber, AcceptedPush)
    /// Hand the push to the app as a call.
    case ring(AppNumber, PushNumber, AcceptedPush)
    /// Show the alert. It replaces an alert with the same collapse id.
    case showAlert(AppNumber, PushNumber, AcceptedPush)
    /// Hand the alert to the app in the foreground. The app decides whether to show it.
    case handAlert(AppNumber, PushNumber, AcceptedPush)
    /// Hand the push to a part of the system.
    case handToSystem(AppNumber, PushNumber, AcceptedPush)

    /// The push ended without reaching the app.
    case drop(PushNumber, DropReason)
    /// The push is stored at the service.
    case store(AppNumber, PushNumber, StoreReason)
    /// The push is held on the device.
    case hold(AppNumber, PushNumber, HoldReason)
    /// `newer` replaced `older`, because only one of them may wait.
    case replace(older: PushNumber, newer: PushNumber)

    /// The app called the handler of a push. `took` is the time since the app got the push.
    case handled(AppNumber, PushNumber, HandlingResult, took: Interval)
    /// The app in the foreground exceeded the time limit for a push. The system does not end the app for this.
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
    /// The app reported a call, as a push for a call requires.
    case reportedCall
}

/// The reason why the system ended an app.
package enum KillReason: UInt8, Hashable, Sendable, CaseIterable {
    case handlerNotCalled
    case callNotReported
}

/// The reason why a push waits at the service.
package enum StoreReason: UInt8, Hashable, Sendable, CaseIterable {
    case deviceOffline
    case powerConsiderations
}

/// The reason why a push waits on the device.
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
    /// Reports a row that a store must write or erase. A sink without a store ignores the report.
    mutating func changed(_ row: DeliveryRowChange)
}

extension DeliverySink {
    package mutating func changed(_ row: DeliveryRowChange) {}
}

extension [DeliveryAction]: DeliverySink {
    package mutating func take(_ action: consuming DeliveryAction) { self.append(action) }
}
