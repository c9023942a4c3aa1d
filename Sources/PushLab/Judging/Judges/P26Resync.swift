/// Judges P26: if a device must read everything again, it has exactly the service's notifications in the end.
///
/// The device also sends the actions of its user that it could not send before.
struct Resync: Judge {
    static var property: Property { .p26 }
    static var interests: [HistoryEvent.Kind] { [.answerArrived, .signedOut, .installed] }

    /// For each device, the place in the history of the answer that told the device to read everything again. Nil if
    /// there was no such answer since the world last settled.
    private var told: [Int?] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.told.grow(to: file.devices.count, with: nil)
        guard let device = event.actor.device else { return }
        switch event.kind {
        case .answerArrived: if event.status == 410 { self.told[device] = index }
        default: self.told[device] = nil
        }
    }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.lookForLostDeeds(at: index, file, &bench)
        for device in self.told.indices {
            let record = file.devices[device]
            guard record.isCaughtUp, let told = self.told[device].take() else { continue }
            bench.judge(atRisk: !record.heard.isEmpty)
            file.feeds[record.user].notifications.forEach { id, standing in
                let isShown = record.shows(id)
                guard isShown != standing.isWaiting, !(isShown && file.isUntold(standing.end, to: device)) else {
                    return
                }
                bench.object(
                    "not the same", [told, standing.entry.index, index],
                    """
                    the service told \(file.name(device)) at \(file.moment(told)) to read everything again, but in the \
                    end the device \(standing.isWaiting ? "does not show" : "still shows") \(file.name(id))
                    """)
            }
        }
    }

    /// Judges actions that a process did not finish, so that the next process has to finish them. These actions must
    /// have reached the service, unless another device acted.
    private func lookForLostDeeds(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for (device, record) in file.devices.enumerated() where record.hasSDK && record.isCaughtUp {
            record.unheard.forEach { id, wish in
                guard wish.isInherited, !wish.isTakenBack, !wish.isPutOff,
                    let standing = file.feeds[record.user].notifications[id],
                    standing.entry.generation == wish.generation
                else { return }
                bench.judge(atRisk: true)
                guard standing.isLive, standing.isUntouched, standing.entry.index < wish.index else { return }
                bench.object(
                    "deed lost", [wish.index, index],
                    """
                    the change of \(file.name(id)) on \(file.name(device)) at \(file.moment(wish.index)) never \
                    reached the service
                    """)
            }
        }
    }
}
