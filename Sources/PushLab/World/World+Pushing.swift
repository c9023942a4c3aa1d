import Basics
import FeedContract
import FeedService
import NotificationFeed
import PushGateway
import ShoulderTap

/// The push services, as the world runs them.
extension World {
    /// The maximum time until a push's next timer for which the world waits before it settles.
    ///
    /// A push that waits longer is stored and not urgent.
    private static var longestWait: Interval { .hours(1) }

    mutating func pushReachesService(_ flight: FlightNumber) {
        guard case .push(let id, let service) = self.service.flights.land(flight) else { return }
        guard self.service.process.hears(service) else { return self.sayLastWords(id) }
        guard !self.isParted(push: id) else { return self.end(id, .unreachable) }
        var push: OutgoingPush?
        self.atService { service, _, _, actions in push = service.push(id, into: &actions) }
        if let push { self.deliver(push) { world, end in world.end(id, end) } }
    }

    private mutating func end(_ id: UInt64, _ end: PushEnd) {
        self.atService { service, now, fresh, actions in
            service.pushEnded(id, end, at: now, &fresh, into: &actions)
        }
    }

    /// Hands a push to its push service.
    ///
    /// `hear` gets the result before any of its consequences are carried out.
    mutating func deliver(_ push: OutgoingPush, hear: (inout World, PushEnd) -> Void) {
        if self.post.door != nil, push.row.channel.kind == .apns { return self.deliverThroughDoor(push, hear: hear) }
        switch push.content {
        case .alert(let alert, let payload):
            hear(&self, .accepted)
            self.deliver(alert, payload, push.row)
        case .wake(let wake): self.deliver(wake, push.row, hear: hear)
        }
    }

    private mutating func deliver(_ wake: Wake, _ row: OutboxRow, hear: (inout World, PushEnd) -> Void) {
        guard let platform = LabPlatform.allCases.first(where: { PushChannel.Kind($0) == row.channel.kind }) else {
            preconditionFailure("what has no platform has no wake")
        }
        let device = self.people.device(ofInstallation: row.device)
        let entity = self.people.entity(device, named: row.device)
        let sending = self.send(wake, over: platform, self.fate(device, entity))
        self.note(sending.answer, to: wake, over: platform, row)
        switch sending.answer {
        case .accepted: hear(&self, .accepted)
        case .refused(let refusal): hear(&self, .refused(refusal))
        }
        self.carryOut(sending)
    }

    /// Notes the answer of a push service to a tap.
    mutating func note(_ answer: SendAnswer, to wake: Wake, over platform: LabPlatform, _ row: OutboxRow) {
        switch answer {
        case .accepted(let number):
            let fault = self.record.history.keepsEvents ? WakeFault(in: wake.payload, over: platform) : nil
            let address = self.record.history.number(of: row.channel.token)
            self.note(.tapSent(number.value, fault, decided: row.created), self.receiver(of: row), address)
        case .refused(let refusal): self.noteRefusal(refusal, row)
        }
    }

    /// The receiver of a push in histories: its device, or the service for an unknown installation.
    func receiver(of row: OutboxRow) -> HistoryEvent.Actor {
        self.people.device(ofInstallation: row.device).map(HistoryEvent.Actor.device) ?? .service
    }

    private mutating func noteRefusal(_ refusal: SendRefusal, _ row: OutboxRow) {
        self.note(
            .tapRefused(status: refusal.status, since: refusal.since, decided: row.created), self.receiver(of: row),
            self.record.history.number(of: row.channel.token))
    }

    /// Hands a push to the push service of a platform.
    ///
    /// The consequences of the push are carried out after the answer has been noted.
    mutating func send(_ wake: Wake, over platform: LabPlatform, _ fate: Fate) -> Sending {
        var (actions, delivery): ([WakeAction], [DeliveryAction]) = ([], [])
        if platform == .ios {
            swap(&delivery, &self.post.wishes.delivery)
        } else {
            swap(&actions, &self.post.wishes.wakes)
        }
        let answer: SendAnswer
        switch platform {
        case .ios: answer = self.post.apple.send(wake, fate: fate, at: self.clock.now, telling: &delivery)
        case .android: answer = self.post.firebase.send(wake, fate: fate, at: self.clock.now, into: &actions)
        case .windows: answer = self.post.windows.send(wake, fate: fate, at: self.clock.now, into: &actions)
        }
        return Sending(answer: answer, platform: platform, delivery: delivery, actions: actions)
    }

    mutating func carryOut(_ sending: consuming Sending) {
        // Swapped out, because a buffer with a second owner cannot be reused.
        var (delivery, actions): ([DeliveryAction], [WakeAction]) = ([], [])
        swap(&delivery, &sending.delivery)
        swap(&actions, &sending.actions)
        if sending.platform == .ios { self.carryOut(delivery) } else { self.carryOut(actions, of: sending.platform) }
    }

    /// The fate of a tap on its way to a device.
    ///
    /// An alert that the system shows is no tap.
    mutating func fate(_ device: Int?, _ entity: UInt64) -> Fate {
        var fate = Fate(delay: self.clock.roll(.tapDelay, entity).within(self.weather.delays.tapping))
        if self.weather.mayStrike(self.weather.network.tapsLostPercent) {
            let loss = self.clock.roll(.tapLoss, entity)
            fate.isLost = self.strikes(self.weather.network.tapsLostPercent, loss, device, .loseTap)
        }
        if self.weather.mayStrike(self.weather.network.tapsDoubledPercent),
            self.strikes(
                self.weather.network.tapsDoubledPercent, self.clock.roll(.tapCopy, entity), device, .doubleTap)
        {
            fate.copyAfter = self.clock.roll(.tapCopy, entity, n: 0x100).within(self.weather.delays.tapping)
        }
        guard let device else { return fate }
        if self.takesFault(\.tapsToLose, device) { fate.isLost = true }
        if self.takesFault(\.tapsToDouble, device) { fate.copyAfter = .milliseconds(200) }
        if let pause = self.takesNext(\.tapRepeats, device) { fate.copyAfter = pause }
        fate.delay = fate.delay + (self.takesNext(\.tapDelays, device) ?? .zero)
        self.vary(&fate, device)
        return fate
    }

    mutating func deliveryTimerRings(_ platform: LabPlatform, _ timer: DeliveryTimer) {
        _ = self.post.timers[platform.index].take(timer)
        switch platform {
        case .ios: self.atApple { $0.timerFired(timer, at: $1, into: &$2) }
        case .android: self.atFirebase { $0.timerFired(timer, at: $1, into: &$2) }
        case .windows: self.atWindows { $0.timerFired(timer, at: $1, into: &$2) }
        }
    }

    private mutating func setTimer(_ timer: DeliveryTimer, _ platform: LabPlatform, at moment: Instant) {
        let isUrgent = moment - self.clock.now <= Self.longestWait && !self.post.keeps(timer, platform)
        let handle = self.clock.plan(.delivery(platform, timer), at: moment, isUrgent: isUrgent)
        if let former = self.post.timers[platform.index].keep(handle, for: timer) { self.clock.callOff(former) }
    }

    private mutating func cancelTimer(_ timer: DeliveryTimer, _ platform: LabPlatform) {
        if let handle = self.post.timers[platform.index].take(timer) { self.clock.callOff(handle) }
    }

    /// Carries out the actions of the push services for Android and Windows.
    mutating func carryOut(_ actions: consuming [WakeAction], of platform: LabPlatform) {
        for place in actions.indices {
            switch actions[place] {
            case .wake(let endpoint, let number, let payload):
                let device = self.post.owner(Int(endpoint), on: platform)
                self.pushArrives(device, number.value, payload)
            case .drop(let number, let loss):
                self.note(.tapDropped(number.value, loss, by: platform), .service)
            case .setTimer(let timer, let moment): self.setTimer(timer, platform, at: moment)
            case .cancelTimer(let timer): self.cancelTimer(timer, platform)
            }
        }
        actions.removeAll(keepingCapacity: true)
        swap(&actions, &self.post.wishes.wakes)
    }

    /// Carries out the actions of Apple's service and of the system on its devices.
    mutating func carryOut(_ actions: consuming [DeliveryAction]) {
        // Timers come first. An app may finish a push as soon as it is woken, which cancels the deadline timer of that
        // push.
        for place in actions.indices {
            if case .setTimer(let timer, let moment) = actions[place] { self.setTimer(timer, .ios, at: moment) }
        }
        for place in actions.indices {
            switch actions[place] {
            case .wake(let app, let number, let push):
                self.pushArrives(
                    self.owner(of: app), number.value, push.payload,
                    isStrange: push.isFromOutside && Tap.tryParse(push.payload) == nil)
            case .ring(let app, let number, _): self.foreignShows(self.owner(of: app), app, number, isCall: true)
            case .showAlert(let app, let number, let push) where push.isFromOutside,
                .handAlert(let app, let number, let push) where push.isFromOutside:
                self.foreignShows(self.owner(of: app), app, number, isCall: false)
            case .showAlert(let app, _, let push): self.alertArrives(self.owner(of: app), push)
            case .handAlert(let app, _, let push): self.alertArrives(self.owner(of: app), push, isInFront: true)
            case .cancelTimer(let timer): self.cancelTimer(timer, .ios)
            case .handToSystem, .handled, .replace, .log, .setTimer: break
            case .drop(let number, let reason):
                self.note(.tapDropped(number.value, .apple(reason), by: .ios), .service)
            case .store(let app, let number, _): self.note(.tapStored(number.value), .device(self.owner(of: app)))
            case .hold(let app, let number, _): self.note(.tapHeld(number.value), .device(self.owner(of: app)))
            case .overdue(let app, let number): self.overdue(self.owner(of: app), number.value)
            case .kill(let app, _): self.end(self.owner(of: app), .killed(bySystem: true))
            }
        }
        actions.removeAll(keepingCapacity: true)
        swap(&actions, &self.post.wishes.delivery)
    }

    private func owner(of app: AppNumber) -> Int { self.post.owner(Int(app.value), on: .ios) }
}

/// The answer of a push service to a push, and its actions.
struct Sending {
    let answer: SendAnswer
    let platform: LabPlatform
    var delivery: [DeliveryAction]
    var actions: [WakeAction]
}
