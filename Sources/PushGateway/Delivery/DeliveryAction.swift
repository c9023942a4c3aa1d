package import Basics

/// What the delivery machine wants done, or says was done.
package enum DeliveryAction: Hashable, Sendable {
    /// Hand the push to the app, awake or woken for it; the app answers with `appFinished`.
    case wake(AppNumber, PushNumber, AcceptedPush)
    /// Hand the push to the app as a call.
    case ring(AppNumber, PushNumber, AcceptedPush)
    /// Put the alert on the screen, in place of one with the same collapse id.
    case showAlert(AppNumber, PushNumber, AcceptedPush)
    /// Hand the alert to the app that has the screen; the app decides whether to show it.
    case handAlert(AppNumber, PushNumber, AcceptedPush)
    /// Hand the push to a part of the system.
    case handToSystem(AppNumber, PushNumber, AcceptedPush)

    /// The push is at an end without having reached the app.
    case drop(PushNumber, DropReason)
    /// Kept at the service.
    case store(AppNumber, PushNumber, StoreReason)
    /// Kept on the device.
    case hold(AppNumber, PushNumber, HoldReason)
    /// `older` gave way to `newer` where only one may wait.
    case replace(older: PushNumber, newer: PushNumber)

    /// The app called the handler of a push, so long after it got it.
    case handled(AppNumber, PushNumber, HandlingResult, took: Interval)
    /// The app that has the screen let the time for a push pass; the system does not end it for that.
    case overdue(AppNumber, PushNumber)
    case kill(AppNumber, KillReason)

    case setTimer(DeliveryTimer, at: Instant)
    case cancelTimer(DeliveryTimer)
    /// A line of the delivery log, for the push with this `apns-id`.
    case log(id: String, DeliveryLogEntry)
}

/// What an app says when it has handled a push.
package enum HandlingResult: UInt8, Hashable, Sendable, CaseIterable {
    case newData
    case noData
    case failed
    /// The answer that a call is owed.
    case reportedCall
}

/// Why the system ended an app.
package enum KillReason: UInt8, Hashable, Sendable, CaseIterable {
    case handlerNotCalled
    case callNotReported
}

/// Why a push waits at the service.
package enum StoreReason: UInt8, Hashable, Sendable, CaseIterable {
    case deviceOffline
    case powerConsiderations
}

/// Why a push waits on the device.
package enum HoldReason: UInt8, Hashable, Sendable, CaseIterable {
    case lockedSinceRestart
    case backgroundRefreshOff
    case lowPower
    case suspended
    case overBudget
}

/// Takes what a delivery machine decides.
package protocol DeliverySink {
    mutating func take(_ action: consuming DeliveryAction)
    /// A store would have to write or erase this row. A sink without a store ignores it.
    mutating func changed(_ row: DeliveryRowChange)
}

extension DeliverySink {
    package mutating func changed(_ row: DeliveryRowChange) {}
}

extension [DeliveryAction]: DeliverySink {
    package mutating func take(_ action: consuming DeliveryAction) { self.append(action) }
}
