/// Judges P35: a change is first committed, then tapped, read over a connection and shown.
///
/// Only then is the push finished.
struct FlowOrder: Judge {
    static var property: Property { .p35 }
    static var interests: [HistoryEvent.Kind] {
        [
            .tapSent, .connected, .connectFailed, .killed, .crashed, .requestSent, .requestLost, .requestArrived,
            .changeArrived, .shown, .finished, .pushArrived, .launched, .signedOut, .installed, .answered,
            .answerArrived,
        ]
    }

    private struct Flow {
        var isConnected = false
        /// Requests that were sent without a connection and are not known to be lost.
        ///
        /// A request of an earlier process may have the same number and may arrive.
        var strays: [UInt64] = []
        var hasStrayed = false
        /// The changes of reads that began after the push.
        var brought = Ledger<DeviceRecord.Heard>()
        var pushes = 0
        /// Pushes that are not taps of the service.
        ///
        /// An app need not wait for anything before it finishes them.
        var strange: Set<UInt64> = []

        mutating func forgetPushes() {
            self.pushes = 0
            self.brought = Ledger()
        }
    }

    private var flows: [Flow] = []
    private var errands = TapErrands()

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.flows.grow(to: file.devices.count, with: Flow())
        guard let device = event.actor.device ?? event.party.device else { return }
        if let unread = self.errands.see(event, file) {
            bench.object(
                "not read", [unread.index, index],
                """
                push \(event.push) woke the app on \(file.name(device)) for \(file.name(unread.id)), but the app \
                completed the push without reading that notification
                """)
        }
        switch event.kind {
        case .connected: self.flows[device].isConnected = true
        case .connectFailed: self.flows[device] = Flow(strange: self.flows[device].strange)
        case .killed, .crashed: self.flows[device] = Flow()
        // The push that starts a process comes before the launch.
        case .launched: self.flows[device].isConnected = false
        case .signedOut, .installed: self.flows[device].forgetPushes()
        case .requestSent where !self.flows[device].isConnected:
            self.flows[device].strays.append(event.ticket)
            self.flows[device].hasStrayed = true
        case .requestLost: self.flows[device].strays.removeAll { $0 == event.ticket }
        case .requestArrived: self.arrive(event, at: index, device, file, &bench)
        case .tapSent: self.tap(event, at: index, device, file, &bench)
        case .pushArrived where event.isStrange: self.flows[device].strange.insert(event.push)
        case .pushArrived: self.flows[device].pushes += 1
        case .changeArrived where file.devices[device].isAddressed: self.read(event, at: index, device)
        case .shown: self.flows[device].brought[event.subject] = nil
        case .finished: self.finish(event, at: index, device, file, &bench)
        default: break
        }
    }

    private func arrive(
        _ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        bench.judge(atRisk: self.flows[device].hasStrayed)
        guard self.flows[device].strays.contains(event.ticket) else { return }
        bench.object("no connection", [index], "a request arrived, but \(file.name(device)) had no connection")
    }

    private func tap(_ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench) {
        // After the first change, it is unknown which change caused the tap.
        bench.judge(atRisk: file.feed(of: device).entries.count <= 1)
        guard file.feed(of: device).entries.isEmpty else { return }
        bench.object("nothing there", [index], "\(file.name(device)) got a tap before anything was committed")
    }

    private mutating func read(_ event: HistoryEvent, at index: Int, _ device: Int) {
        guard self.flows[device].pushes > 0, let change = event.change else { return }
        let heard = DeviceRecord.Heard(
            version: event.version, generation: event.generation, change: change, states: event.states,
            index: index)
        self.flows[device].brought[event.subject] = heard.isLive && !heard.states.isHandled ? heard : nil
    }

    private mutating func finish(
        _ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        guard self.flows[device].strange.remove(event.push) == nil else { return }
        let strange = self.flows[device].strange
        bench.judge(atRisk: !self.flows[device].brought.isEmpty)
        defer {
            let left = file.devices[device].owed.count(where: { !strange.contains($0.push) })
            if left <= 1 { self.flows[device].forgetPushes() }
        }
        // An app that reports a failed read has not finished early.
        guard event.result != .failed else { return }
        self.flows[device].brought.forEach { id, heard in
            let seen = file.devices[device].list[id]
            // An app need not show a notification that its user has handled.
            guard file.feeds[file.devices[device].user].notifications[id]?.entry.version == heard.version,
                file.devices[device].hasApplied(heard.index), file.devices[device].tray[id] == nil,
                !file.devices[device].hasWish(for: id),
                seen.map({ $0.generation < heard.generation }) ?? true
            else { return }
            bench.object(
                "done too early", [heard.index, index],
                """
                the app on \(file.name(device)) read \(file.name(id)) at \(file.moment(heard.index)), but completed \
                push \(event.push) before it showed the notification
                """)
        }
    }
}
