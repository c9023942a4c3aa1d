import Basics

/// A single wake from its acceptance to its end, in a push service that stores little.
struct Letter: Hashable {
    let number: PushNumber
    let endpoint: UInt32
    let payload: [UInt8]
    /// The expiration; nil for a wake with only one attempt.
    let expiresAt: Instant?
    let collapseKey: String?
    let isUrgent: Bool
    var isLost: Bool
    /// Whether the letter waits for its device. False while a delivery attempt for the letter is about to start.
    var isWaiting = false
}

/// The wakes of one service that are in progress or waiting, numbered in the order of arrival.
struct Mail {
    var letters = Slab<Letter>()
    var nextNumber: UInt64 = 1

    mutating func number() -> PushNumber {
        defer { self.nextNumber += 1 }
        return PushNumber(self.nextNumber)
    }
}

/// A push service that keeps its wakes in `Mail`. Implementations decide when to accept a wake and which wakes wait.
protocol MailCarrier: PushTransport {
    var mail: Mail { get set }

    /// Attempts to deliver a letter. The letter must not have a timer.
    mutating func arrive(_ slot: UInt32, at now: Instant, into sink: inout some WakeSink)

    /// Removes a letter from the waiting letters of its endpoint. The letter must be waiting.
    mutating func forget(_ slot: UInt32)
}

extension MailCarrier {
    /// Sends a wake with the given fate. A copy of the wake is a separate letter.
    mutating func post(
        _ wake: Wake, to endpoint: UInt32, expiresAt: Instant?, _ fate: Fate, at now: Instant,
        into sink: inout some WakeSink
    ) -> PushNumber {
        let first = self.mail.number()
        var departures = [(number: first, arrival: now.later(by: fate.delay))]
        if let gap = fate.copyAfter {
            departures.append((self.mail.number(), now.later(by: fate.delay).later(by: gap)))
        }
        for (number, arrival) in departures {
            let slot = self.mail.letters.insert(
                Letter(
                    number: number, endpoint: endpoint, payload: wake.payload, expiresAt: expiresAt,
                    collapseKey: wake.collapseKey, isUrgent: wake.isUrgent, isLost: fate.isLost))
            if arrival > now {
                sink.take(.setTimer(self.mail.letters.arm(slot, at: arrival), at: arrival))
            } else {
                self.arrive(slot, at: now, into: &sink)
            }
        }
        return first
    }

    /// Handles a timer: a wake arrives, or a waiting wake expires.
    package mutating func timerFired(_ timer: DeliveryTimer, at now: Instant, into sink: inout some WakeSink) {
        guard let moment = self.mail.letters.moment(of: timer) else { return }
        guard moment <= now else { return sink.take(.setTimer(timer, at: moment)) }
        _ = self.mail.letters.disarm(timer.slot)
        let isWaiting = self.mail.letters.look(at: timer.slot) { $0.isWaiting }
        guard isWaiting else { return self.arrive(timer.slot, at: now, into: &sink) }
        self.drop(timer.slot, .expired, into: &sink)
    }

    package mutating func keepsUntil(_ timer: DeliveryTimer) -> Bool {
        guard self.mail.letters.moment(of: timer) != nil else { return false }
        return self.mail.letters.look(at: timer.slot) { $0.isWaiting }
    }

    /// Keeps a letter for its device. If the letter has an expiration, sets a timer for that time.
    mutating func wait(_ slot: UInt32, into sink: inout some WakeSink) {
        self.mail.letters[slot].isWaiting = true
        guard let end = self.mail.letters[slot].expiresAt else { return }
        sink.take(.setTimer(self.mail.letters.arm(slot, at: end), at: end))
    }

    /// Hands a letter over the link, where it may get lost.
    mutating func hand(_ slot: UInt32, into sink: inout some WakeSink) {
        let isLost = self.mail.letters.look(at: slot) { $0.isLost }
        guard !isLost else { return self.drop(slot, .lost, into: &sink) }
        let letter = self.free(slot, into: &sink)
        sink.take(.wake(endpoint: letter.endpoint, letter.number, letter.payload))
    }

    mutating func drop(_ slot: UInt32, _ reason: WakeLoss, into sink: inout some WakeSink) {
        let letter = self.free(slot, into: &sink)
        sink.take(.drop(letter.number, reason))
    }

    private mutating func free(_ slot: UInt32, into sink: inout some WakeSink) -> Letter {
        let isWaiting = self.mail.letters.look(at: slot) { $0.isWaiting }
        if isWaiting { self.forget(slot) }
        if let timer = self.mail.letters.disarm(slot) { sink.take(.cancelTimer(timer)) }
        return self.mail.letters.remove(slot)
    }
}
