package import Basics
import FeedContract

/// The SDK of one device as a state machine. Events are its inputs, and actions are its outputs.
///
/// The machine is a value without references, so a copy is a snapshot and a fleet is an array. It uses no clock,
/// randomness, texts or sockets. The host provides them. Its durable state is the state that ``restarted()`` keeps.
package struct DeviceMachine: Equatable, Sendable {
    enum Phase: UInt8 {
        case created
        case running
        case stopped
    }

    enum Connection: UInt8 {
        case closed
        case opening
        case open
    }

    /// The name of the app's installation at the service.
    package internal(set) var device: Name
    /// The number of starts. It is part of each place, which is the number of a received change. If a start was never
    /// stored, the places of this start are lower than all new places.
    var starts: UInt32 = 0
    var phase = Phase.created
    var connection = Connection.closed
    /// The number of the latest received change. Such a number is called a place.
    var order: UInt64 = 0
    var accounts: [AccountRecord] = []
    var feeds: [FeedRecord] = []

    var jobs: [Job] = []
    var processings: [Processing] = []
    var lastTicket: UInt32 = 0
    var lastNumber: UInt32 = 0
    /// The time at which the host will wake the machine.
    package internal(set) var alarm: Instant?
    /// Whether the alarm is for work. False if it is only for a registration that is about to end.
    package internal(set) var isAlarmForWork = false

    package var isRunning: Bool { self.phase == .running }
    package var isStopped: Bool { self.phase == .stopped }

    /// Whether no work is in progress and no work waits for a retry.
    package var isQuiet: Bool {
        self.jobs.indices.allSatisfy { self.isHeldUp($0) } && self.processings.isEmpty
            && self.feeds.indices.allSatisfy { self.feeds[$0].retryAt == nil && self.feeds[$0].lateReadAt == nil }
    }

    /// Handles one event. The host must carry out its actions in order, before the next event.
    package mutating func handle(_ event: DeviceEvent, _ context: DeviceContext, into actions: inout [DeviceAction]) {
        guard self.phase == .running || event == .start && self.phase == .created else {
            if let call = event.call { actions.append(.completed(call, .failed(self.idleness))) }
            return
        }
        switch event {
        case .start: self.start(context, &actions)
        case .foreground: self.foreground(context, &actions)
        case .shutdown(let call): self.shutDown(call, &actions)
        case .addAccount(let call, let key): self.addAccount(key, call, &actions)
        case .removeAccount(let call, let key): self.removeAccount(key, call, &actions)
        case .register(let call, let key, let channel):
            self.enqueue(Job(.register(channel), key, call), &actions)
        case .subscribe(let call, let feed, let appId, let isQuiet):
            self.subscribe(feed, appId, isQuiet: isQuiet, call, &actions)
        case .startSync(let feed): self.startSync(feed, context.now, &actions)
        case .save(let call, let feed, let id, let generation, let read, let action):
            self.save(feed, id, generation, read, action, call, &actions)
        case .delete(let call, let feed, let id, let generation):
            self.delete(feed, id, generation, call, &actions)
        case .process(let call, let arrival): self.process(arrival, call, context, &actions)
        case .tokenProvided(let key, let token): self.tokenProvided(key, token)
        case .tokenRefused(let key): self.tokenRefused(key, &actions)
        case .tokenUnavailable(let key): self.tokenUnavailable(key, context, &actions)
        case .connected: self.connected(context, &actions)
        case .connectionFailed(let fault): self.connectionFailed(fault, context, &actions)
        case .answer(let ticket, let answer): self.answered(ticket, answer, context, &actions)
        case .lost(let ticket, let fault): self.lost(ticket, fault, context, &actions)
        case .timer: (self.alarm, self.isAlarmForWork) = (nil, false)
        }
        if self.phase == .running {
            self.doWhatIsDue(context, &actions)
            // The timer is handled last, after all events that arrived in time while the process slept.
            if case .timer = event { self.giveUpWhatIsLate(context, &actions) }
        }
        self.pump(context, &actions)
        self.setAlarm(context, &actions)
    }

    private var idleness: DeviceFailure { self.phase == .stopped ? .shutDown : .notStarted }

    private mutating func start(_ context: DeviceContext, _ actions: inout [DeviceAction]) {
        self.phase = .running
        self.countStart()
        self.order = max(self.order, UInt64(self.starts) << 32)
        for index in self.feeds.indices {
            let awaited = self.jobs.compactMap { $0.feed == self.feeds[index].number ? $0.writes : nil }
            self.feeds[index].beginAnew(awaiting: awaited, order: &self.order)
            if !awaited.isEmpty { self.beginSync(index, context.now, &actions) }
        }
        actions.append(.store)
    }

    private mutating func shutDown(_ call: CallNumber, _ actions: inout [DeviceAction]) {
        self.phase = .stopped
        // A removal has several jobs for the same call.
        for (place, job) in self.jobs.enumerated() {
            let isLast = !self.jobs[(place + 1)...].contains { $0.call == job.call }
            if isLast { Self.complete(job.call, .failed(.shutDown), &actions) }
        }
        for index in self.processings.indices where self.isLast(index) {
            Self.complete(self.processings[index].call, .failed(.shutDown), &actions)
        }
        let alarm = self.alarm
        self = self.restarted()
        self.phase = .stopped
        self.alarm = alarm
        Self.complete(call, .done, &actions)
    }

    static func complete(_ call: CallNumber, _ outcome: DeviceOutcome, _ actions: inout [DeviceAction]) {
        if call != .nobody { actions.append(.completed(call, outcome)) }
    }
}

extension DeviceMachine {
    package init(device: Name) { self.init(device: device, starts: 0) }

    /// Whether ``restarted()`` would return a machine equal to `kept`. The check needs no copy. It may return false for
    /// equal states.
    package func isKept(as kept: DeviceMachine) -> Bool {
        guard kept.device == self.device, kept.starts == self.starts, kept.order == self.order,
            kept.lastNumber == self.lastNumber, kept.jobs.isEmpty, self.jobs.isEmpty,
            kept.accounts.count == self.accounts.count, kept.feeds.count == self.feeds.count
        else { return false }
        for index in self.accounts.indices {
            guard self.accounts[index].isKept(as: kept.accounts[index]) else { return false }
        }
        // The feeds are accessed in place, because passing a feed to a function would copy it.
        let (feeds, others) = (self.feeds.span, kept.feeds.span)
        for index in feeds.indices {
            guard FeedRecord.isKept(feeds[index].kept, as: others[index].kept) else { return false }
        }
        assert(self.restarted() == kept, "what is kept is something else")
        return true
    }

    /// Returns the machine that a new process finds if this state was the last one stored.
    package func restarted() -> DeviceMachine {
        var next = DeviceMachine(device: self.device)
        self.restart(into: &next)
        return next
    }

    /// Makes `next` equal to the result of ``restarted()``, and reuses the memory of `next`.
    ///
    /// `next` must be a result of ``restarted()`` from this or another machine.
    package func restart(into next: inout DeviceMachine) {
        next.device = self.device
        next.starts = self.starts
        next.order = self.order
        next.lastNumber = self.lastNumber
        var count = 0
        for index in self.accounts.indices {
            guard let account = self.accounts[index].restarted else { continue }
            if count < next.accounts.count { next.accounts[count] = account } else { next.accounts.append(account) }
            count += 1
        }
        if next.accounts.count > count { next.accounts.removeLast(next.accounts.count - count) }
        for index in self.feeds.indices {
            if index < next.feeds.count {
                next.feeds[index].restart(as: self.feeds[index].kept)
            } else {
                next.feeds.append(FeedRecord(restartOf: self.feeds[index].kept))
            }
        }
        if next.feeds.count > self.feeds.count { next.feeds.removeLast(next.feeds.count - self.feeds.count) }
        if !self.jobs.isEmpty || !next.jobs.isEmpty {
            next.jobs = self.jobs.compactMap(\.restarted)
            next.holdFirstWrites()
        }
    }
}

extension DeviceEvent {
    /// The call that this event begins, if a caller waits for that call.
    var call: CallNumber? {
        let call: CallNumber
        switch self {
        case .shutdown(let number), .addAccount(let number, _), .removeAccount(let number, _),
            .register(let number, _, _), .subscribe(let number, _, _, _), .save(let number, _, _, _, _, _),
            .delete(let number, _, _, _), .process(let number, _):
            call = number
        case .start, .foreground, .startSync, .tokenProvided, .tokenRefused, .tokenUnavailable, .connected,
            .connectionFailed, .answer, .lost, .timer:
            return nil
        }
        return call == .nobody ? nil : call
    }
}
