/// The changes that caused the pending taps, and the version up to which each woken device has read.
struct TapErrands: Sendable {
    private struct Errands {
        /// The taps that were sent to the device, each with the time at which the service decided to send it, in
        /// microseconds.
        var taps: [(push: UInt64, decided: UInt64)] = []
        /// The version up to which the device has read.
        var reach: UInt64 = 0
        /// The unanswered requests that the device sent since its user signed in.
        var asked: [(kind: RequestKind, ticket: UInt64, since: UInt64)] = []
        /// Whether the device knows that it is registered; `since` is the time of the last acknowledgement.
        ///
        /// Without a known registration and subscription, the device need not recognise its own taps.
        var isRegistered = false
        var isSubscribed = false
        var since: UInt64 = 0
    }

    private static let mostTaps = 32

    private var devices: [Errands] = []

    /// Handles an event. The event may report that a push is finished. If the device has then not read an entry for
    /// which this push was sent, returns this entry.
    mutating func see(_ event: HistoryEvent, _ file: CaseFile) -> FeedRecord.Entry? {
        self.devices.grow(to: file.devices.count, with: Errands())
        guard let device = event.actor.device ?? event.party.device else { return nil }
        switch event.kind {
        case .tapSent:
            self.devices[device].taps.append((event.push, event.decided))
            if self.devices[device].taps.count > Self.mostTaps { self.devices[device].taps.removeFirst() }
        case .requestSent:
            guard let kind = event.request, kind == .register || kind == .subscribe else { break }
            self.devices[device].asked.append((kind, event.ticket, file.now(event)))
        case .answered: self.answer(event, device, file)
        case .answerArrived: self.hear(event, device, file)
        case .finished: return self.unread(event, device, file)
        case .signedOut, .installed: self.devices[device] = Errands()
        case .launched: self.devices[device].asked = []
        default: break
        }
        return nil
    }

    private mutating func answer(_ event: HistoryEvent, _ device: Int, _ file: CaseFile) {
        guard event.status == 200, let request = file.request, file.reachability.counts(request, of: device) else {
            return
        }
        switch request.request {
        case .register?: self.devices[device].isRegistered = false
        case .subscribe?: self.devices[device].isSubscribed = false
        default: break
        }
    }

    private mutating func hear(_ event: HistoryEvent, _ device: Int, _ file: CaseFile) {
        if let page = file.devices[device].page(event.ticket), page.kind.isLast {
            self.devices[device].reach = max(self.devices[device].reach, page.to)
        }
        guard let place = self.devices[device].asked.firstIndex(where: { $0.ticket == event.ticket }) else { return }
        let (kind, _, since) = self.devices[device].asked.remove(at: place)
        // An answer that comes while a process sleeps may be lost with that process.
        guard event.status == 200, !Patience.isOver(file.now(event), since: since), file.devices[device].isAwake,
            file.devices[device].isSignedIn
        else { return }
        if kind == .register { self.devices[device].isRegistered = true }
        if kind == .subscribe { self.devices[device].isSubscribed = true }
        self.devices[device].since = file.now(event)
    }

    private func unread(_ event: HistoryEvent, _ device: Int, _ file: CaseFile) -> FeedRecord.Entry? {
        let errands = self.devices[device]
        // An app that reports a failed read has not finished early.
        guard event.result != .failed, errands.isRegistered, errands.isSubscribed,
            let tap = errands.taps.last(where: { $0.push == event.push }), tap.decided > errands.since
        else { return nil }
        let wanted = file.feed(of: device).entries(at: tap.decided).last { $0.author != device }
        return wanted.flatMap { $0.version > errands.reach ? $0 : nil }
    }
}
