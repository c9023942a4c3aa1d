import Basics
import ConnectedDevices
import FeedContract

/// The interface between the app and the SDK.
extension ReferenceApp {
    mutating func begin(_ call: Call, _ system: inout AppSystem, _ event: (CallNumber) -> DeviceEvent) {
        let number = self.expect(call)
        self.run(event(number), &system)
    }

    /// Returns a number for a call, and records that the app waits for the end of this call.
    mutating func expect(_ call: Call) -> CallNumber {
        self.lastCall += 1
        let number = CallNumber(self.lastCall)
        self.calls.append((number, call))
        return number
    }

    /// Whether the same call is pending already.
    func waits(for call: Call) -> Bool { self.calls.contains { $0.call == call } }

    mutating func run(_ event: DeviceEvent, _ system: inout AppSystem) {
        var actions: [DeviceAction] = []
        swap(&actions, &system.deviceActions)
        let context = system.deviceContext()
        self.machine.handle(event, context, into: &actions)
        for place in actions.indices {
            // Swapped out, which is cheaper than a copy.
            var action = DeviceAction.store
            swap(&action, &actions[place])
            self.carryOut(action, &system)
        }
        actions.removeAll(keepingCapacity: true)
        swap(&actions, &system.deviceActions)
    }

    private mutating func carryOut(_ action: consuming DeviceAction, _ system: inout AppSystem) {
        switch consume action {
        case .store: self.store(&system)
        case .connect: system.actions.append(.sdk(.connect))
        case .request(let ticket, _, let token, let request):
            let written = system.names.request(request)
            system.actions.append(.sdk(.request(ticket, token: system.names.text(token), written)))
        case .askForToken(let key): self.tokenIsWanted(for: key, &system)
        case .tokenInvalidated: break
        // The actions before this one may have moved the alarm.
        case .timer: system.actions.append(.sdk(.alarm(self.machine.alarm, isIdle: !self.machine.isAlarmForWork)))
        case .registrationStateChanged(let key):
            let state = self.machine.registrationState(of: key)
            system.actions.append(.sdk(.registrationState(state)))
            if state == .expiring || state == .expired { self.registrationAges(of: key, &system) }
        case .syncStatusChanged(let feed):
            let isSynchronized = self.machine.isSynchronized(feed)
            system.actions.append(.sdk(.syncStatus(isSynchronized: isSynchronized)))
            if isSynchronized, feed == self.feed { self.tidyTray(&system) }
        case .dataChanged(let reader):
            guard reader == self.reader || self.isLeftOver(reader) else { return }
            system.actions.append(.sdk(.dataChanged))
            if reader == self.reader { self.read(&system) } else { self.read(from: reader, &system) }
        case .completed(let number, let outcome): self.completed(number, outcome, &system)
        }
    }

    mutating func completed(_ number: CallNumber, _ outcome: DeviceOutcome, _ system: inout AppSystem) {
        guard let index = self.calls.firstIndex(where: { $0.number == number }) else { return }
        let call = self.calls.remove(at: index).call
        self.calls.letGoWhenEmpty()
        switch (call, outcome) {
        case (.account, .done): self.accountIsThere(&system)
        case (.removal, _): self.accountIsGone(&system)
        case (.account, _) where self.leaving != nil: self.accountIsGone(&system)
        // A sync fetches the changes that came before the app could be woken.
        case (.registration, .done):
            self.registrationSucceeded(&system)
            self.sync(&system)
        case (.subscription, .done):
            self.sync(&system)
            self.tellServer(&system)
        case (.push(let push), .done): system.finish(push, .newData)
        case (.push(let push), _): system.finish(push, .failed)
        case (.subscription, _) where self.has(.s3): self.believeSubscribed(&system)
        case (.account, _), (.registration, _), (.subscription, _): self.retryLater(&system)
        // The SDK reports the current state, and the app shows it.
        case (.save, _), (.delete, _): break
        }
    }

    /// Sends the server of the app the subscription id that it needs to publish.
    private func tellServer(_ system: inout AppSystem) {
        guard let feed = self.feed, let subscription = self.machine.subscription(of: feed) else { return }
        system.tellServer(subscription: system.names.text(subscription.name))
    }
}
