package import FeedContract
package import ShoulderTap

extension NameTable {
    /// Converts an answer of the service for a machine.
    package mutating func intern(_ answer: FeedAnswer) -> DeviceAnswer {
        switch answer {
        case .page(let page):
            var changes: [DeviceChange] = []
            changes.reserveCapacity(page.changes.count)
            // The changes are accessed in place, because passing a change to a function would copy it.
            let span = page.changes.span
            for place in span.indices { changes.append(self.intern(span[place])) }
            return .page(
                DevicePage(changes: changes, next: page.next, position: page.position, isFull: page.isFull))
        case .saved(let result): return .saved(version: result.succeeded ? result.version ?? 0 : nil)
        case .subscribed(let answer): return .subscribed(self.intern(answer.subscription), answer.expiration)
        case .registered(let answer): return .registered(answer.expiration)
        case .done: return .done
        case .refused(let refusal) where refusal.code == .overtaken:
            return .overtaken(by: refusal.serial ?? 0)
        case .refused(let refusal): return .refused(refusal.code, retryAfter: refusal.retryAfter)
        }
    }

    @inline(__always)
    private mutating func intern(_ change: Change) -> DeviceChange {
        DeviceChange(
            id: self.intern(change.id), facts: self.internFacts(of: change), kind: change.kind,
            readState: change.readState, userActionState: change.userActionState, generation: change.generation,
            version: change.version, time: change.time)
    }

    /// Converts a machine's request for the service.
    package func request(_ request: DeviceRequest) -> FeedRequest {
        switch request {
        case .fetch(let host, let subscription, let cursor, let limit, let days):
            return .fetch(
                FetchRequest(
                    host: self.text(host), subscription: self.optionalText(subscription), cursor: cursor,
                    limit: limit, days: days))
        case .save(let host, let subscription, let id, let generation, let read, let action):
            return .save(
                SaveRequest(
                    host: self.text(host), subscription: self.optionalText(subscription), id: self.text(id),
                    generation: generation, readState: read, userActionState: action))
        case .delete(let host, let subscription, let id, let generation):
            return .delete(
                DeleteRequest(
                    host: self.text(host), subscription: self.optionalText(subscription), id: self.text(id),
                    generation: generation))
        case .subscribe(let host, let device, let app, let serial, let isQuiet):
            return .subscribe(
                SubscribeRequest(
                    host: self.text(host), device: self.text(device), appId: self.text(app), serial: serial,
                    isQuiet: isQuiet))
        case .unsubscribe(let host, let subscription, let serial):
            return .unsubscribe(
                UnsubscribeRequest(
                    host: self.text(host), subscription: self.text(subscription), serial: serial))
        case .register(let device, let channel, let serial):
            return .register(
                RegisterRequest(
                    device: self.text(device), channel: PushChannel(channel.kind, token: self.text(channel.token)),
                    appId: self.text(channel.appId), appDisplayName: self.text(channel.displayName),
                    serial: serial))
        case .unregister(let device, let serial):
            return .unregister(UnregisterRequest(device: self.text(device), serial: serial))
        }
    }

    /// Converts the target of a tap. Texts that are not in this table become ``Name/unknown``.
    package func arrival(of tap: Tap) -> TapArrival {
        let bytes = tap.bytes.span
        // Unescaped texts are looked up as bytes, without creating a string.
        let host = tap.hostPlace.map { self.look(bytes.extracting($0)) } ?? tap.host.map(self.look)
        let subscription =
            tap.subscriptionPlace.map { self.look(bytes.extracting($0)) } ?? tap.subscription.map(self.look)
        let head =
            if let place = tap.headPlace {
                FeedPosition(digits: bytes.extracting(place))
            } else {
                tap.head.flatMap(FeedPosition.init(text:))
            }
        return TapArrival(host: host, subscription: subscription, head: head)
    }
}
