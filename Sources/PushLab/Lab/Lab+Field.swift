package import Basics
package import ShoulderTap
import FeedService
import NotificationFeed
import PushGateway

/// A lab that replays pushes captured in the field.
extension Lab {
    /// Keeps the service's own taps from now on instead of sending them.
    ///
    /// The replay delivers captured taps instead.
    package func takeTapsFromField() { self.world.post.keptTaps = self.world.post.keptTaps ?? [:] }

    /// Publishes immediately, without a request of a publisher.
    package func commit(_ notification: LabNotification, to user: LabUser) throws {
        self.world.beginStep()
        let published = notification.published(for: self.world.people.host, at: self.world.clock.now)
        self.world.run(.publish(self.world.people.feed(of: user.number), Publication(published, requestId: nil)))
        try self.check()
    }

    /// Runs all pending events, without opening an app.
    ///
    /// Returns false if events continue to happen until the time limit.
    package func comeToRest() throws -> Bool {
        let isQuiet = self.world.runUntilQuiet(by: self.world.clock.now.later(by: WorldClock.longestUnrest))
        try self.check()
        return isQuiet
    }

    /// The number of events in the history.
    package var eventCount: Int { self.world.record.history.count }

    /// The number of agenda events that the lab has carried out.
    package var agendaEvents: Int { self.world.clock.happened }

    /// Whether events are kept until `takeEvents()`, or only counted and hashed.
    package var keepsEvents: Bool {
        get { self.world.record.history.keepsEvents }
        set { self.world.record.history.keepsEvents = newValue }
    }

    /// Returns the events since the last call. Each event has a time, a device or the service, and a description.
    package func takeEvents() -> [FieldEvent] {
        let events = self.world.record.history.takeEvents()
        let view = self.view
        return events.map { event in
            FieldEvent(
                kind: event.kind, time: view.time(of: event),
                actor: event.actor.device.map { view.devices[$0].name } ?? Trace.name(event.actor, view),
                words: view.words(of: event))
        }
    }
}

/// One event of a replay, for reports and golden files.
package struct FieldEvent: Hashable, Sendable {
    package let kind: HistoryEvent.Kind
    /// Virtual time since the lab was opened.
    package let time: Interval
    /// The name of a device, or `service`.
    package let actor: String
    package let words: String
}

extension LabDevice {
    /// The last tap that the service wanted to send to the device. Nil before its user's feed has changed.
    package var keptTap: Tap? {
        self.lab.world.post.keptTaps?[ExactText(self.lab.world.people.installation(self.number))]
    }

    /// Delivers a payload to the device, as its push service would do: the bytes of an iOS payload, or the text of a
    /// wake on another platform.
    package func receive(_ payload: [UInt8]) throws {
        self.lab.world.beginStep()
        self.lab.world.bring(payload, to: self.number)
        try self.lab.check()
    }
}

extension World {
    /// Keeps the tap that the service wants to send, instead of sending it.
    mutating func keepTap(_ id: UInt64) {
        var kept: (device: String, tap: Tap)?
        self.atService { service, _, _, actions in
            guard let row = service.take(id, into: &actions), let tap = row.tap else { return }
            kept = (row.device, tap)
        }
        if let kept { self.post.keptTaps?[ExactText(kept.device)] = kept.tap }
    }

    fileprivate mutating func bring(_ payload: [UInt8], to device: Int) {
        let platform = self.people.devices[device].platform
        let wake = Wake(
            id: "field-\(self.clock.steps)", to: self.people.devices[device].pushToken, payload: payload,
            isUrgent: platform != .ios)
        let fate = self.fate(device, self.people.devices[device].entity)
        let sending = self.send(wake, over: platform, fate)
        switch sending.answer {
        case .accepted(let number): self.note(.tapSent(number.value), .device(device))
        case .refused(let refusal): self.note(.tapRefused(status: refusal.status), .device(device))
        }
        self.carryOut(sending)
    }
}
