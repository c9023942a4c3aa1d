package import Basics
package import ShoulderTap
import FeedService
import NotificationFeed
import PushGateway

/// A lab into which pushes are brought that were captured in the field.
extension Lab {
    /// From now on the service's own taps are not sent: those of the field stand in their place.
    package func takeTapsFromField() { self.world.keptTaps = self.world.keptTaps ?? [:] }

    /// Publishes at this very moment, as if it had happened behind the scenes.
    package func commit(_ notification: LabNotification, to user: LabUser) throws {
        self.world.beginStep()
        let published = notification.published(for: self.world.host, at: self.world.now)
        self.world.run(.publish(self.world.feed(of: user.number), Publication(published, requestId: nil)))
        try self.check()
    }

    /// Lets happen what is under way, and opens nothing for it. False when that does not end.
    package func comeToRest() throws -> Bool {
        let isQuiet = self.world.runUntilQuiet(by: self.world.now.later(by: Settling.limit))
        try self.check()
        return isQuiet
    }

    /// How many events there were.
    package var eventCount: Int { self.world.history.count }

    /// How many occurrences the lab had to carry out.
    package var agendaEvents: Int { self.world.happened }

    /// Whether events are kept until somebody takes them, or only counted and hashed.
    package var keepsEvents: Bool {
        get { self.world.history.keepsEvents }
        set { self.world.history.keepsEvents = newValue }
    }

    /// What has happened since this was asked last: when, to whom, and what.
    package func takeEvents() -> [FieldEvent] {
        self.world.history.takeEvents().map { event in
            FieldEvent(
                kind: event.kind, time: event.moment - World.start,
                actor: event.actor.device.map { self.world.devices[$0].name } ?? Trace.name(event.actor, self.world),
                words: Trace.words(event, self.world.history.text(event.subject)))
        }
    }
}

/// One event of a replay, for people and golden files.
package struct FieldEvent: Hashable, Sendable {
    package let kind: HistoryEvent.Kind
    /// Virtual time since the lab was opened.
    package let time: Interval
    /// A device by its own name, or `service`.
    package let actor: String
    package let words: String
}

extension LabDevice {
    /// The last tap that the service would have sent to the device; nil before its user's feed has changed.
    package var keptTap: Tap? { self.lab.world.keptTaps?[ExactText(self.lab.world.installation(self.number))] }

    /// Sends the device a payload as its push service would: the bytes of an iOS payload, the text of a wake elsewhere.
    package func receive(_ payload: [UInt8]) throws {
        self.lab.world.beginStep()
        self.lab.world.bring(payload, to: self.number)
        try self.lab.check()
    }
}

extension World {
    /// Keeps what the service wants to send, instead of sending it.
    mutating func keepTap(_ id: UInt64) {
        var kept: (device: String, tap: Tap)?
        self.atService { service, _, _, actions in
            guard let row = service.take(id, into: &actions), let tap = row.tap else { return }
            kept = (row.device, tap)
        }
        if let kept { self.keptTaps?[ExactText(kept.device)] = kept.tap }
    }

    fileprivate mutating func bring(_ payload: [UInt8], to device: Int) {
        let platform = self.devices[device].platform
        let wake = Wake(
            id: "field-\(self.steps)", to: self.devices[device].pushToken, payload: payload, isUrgent: platform != .ios)
        let fate = self.fate(device, self.devices[device].entity)
        let sending = self.send(wake, over: platform, fate)
        switch sending.answer {
        case .accepted(let number): self.note(.tapSent(number.value), .device(device))
        case .refused(let refusal): self.note(.tapRefused(status: refusal.status), .device(device))
        }
        self.carryOut(sending)
    }
}
