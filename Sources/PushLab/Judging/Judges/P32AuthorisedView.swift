import Basics

/// Judges P32: after a sign-out, no notification of the user is read or shown.
struct AuthorisedView: Judge {
    static var property: Property { .p32 }
    static var interests: [HistoryEvent.Kind] {
        [
            .signedOut, .signedIn, .installed, .shown, .alerted, .requestSent, .answered, .answerArrived, .tapSent,
            .storeAnswered,
        ]
    }

    private var left: [Int?] = []
    /// For each device, the moment of the sign-out or, if an answer arrived after the sign-out, the moment of the
    /// latest answer. The request of this answer may have been pending at the sign-out.
    private var lastWord: [Instant?] = []
    /// The address that each device has unregistered, and the time at which the service acknowledged this.
    private var returned: [(address: HistoryEvent.TextNumber, since: UInt64, index: Int)?] = []
    /// The devices that must unregister their address. For each of them, the place at which its user signed out, and
    /// the number of faults before that.
    private var owing: [(index: Int, troubles: Int)?] = []
    /// For each device, whether it has requested a registration since it last unregistered or last had the chance to
    /// unregister.
    private var isGiven: [Bool] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.left.grow(to: file.devices.count, with: nil)
        self.lastWord.grow(to: file.devices.count, with: nil)
        self.returned.grow(to: file.devices.count, with: nil)
        self.owing.grow(to: file.devices.count, with: nil)
        self.isGiven.grow(to: file.devices.count, with: false)
        guard let device = event.actor.device ?? event.party.device else { return }
        switch event.kind {
        case .signedOut:
            self.left[device] = index
            self.lastWord[device] = event.moment
            let record = file.devices[device]
            // The sign-out itself counts as a fault too.
            let isOwing = record.hasSDK && self.isGiven[device] && file.reachability.address(of: device) != nil
            self.owing[device] = isOwing ? (index, record.troubles + 1) : nil
            self.isGiven[device] = false
        case .signedIn: self.left[device] = nil
        // A request of another installation does not count for this one.
        case .installed: if event.installedFrom != .ownBackup { self.returned[device] = nil }
        case .answered, .storeAnswered: self.answer(event, at: index, device, file)
        case .answerArrived: if self.left[device] != nil { self.lastWord[device] = event.moment }
        case .tapSent: self.tap(event, at: index, device, file, &bench)
        case .requestSent:
            switch event.request {
            case .register?: self.isGiven[device] = true
            case .unregister?: (self.isGiven[device], self.owing[device]) = (false, nil)
            default: break
            }
            guard let left = self.left[device], event.request == .fetch else { return }
            bench.judge(atRisk: true)
            // Signing out opens the app, which may read one turn later.
            guard file.isEarlier(left, than: event) else { return }
            bench.object(
                "read", [left, index],
                """
                \(file.name(device)) read at \(file.moment(index)), after its user had signed out at \
                \(file.moment(left))
                """
            )
        default:
            guard let left = self.left[device] else { return }
            bench.judge(atRisk: true)
            // A pending callback may finish, as long as it leaves nothing on the screen.
            guard self.lastWord[device] != event.moment, !file.devices[device].wakes(at: event.moment) else { return }
            bench.object(
                "shown", [left, index],
                """
                \(file.name(device)) showed \(file.name(event.subject)) at \(file.moment(index)), after its user had \
                signed out at \(file.moment(left))
                """)
        }
    }

    /// Handles an answer. A registration counts as soon as the store has written it, even if the service dies before it
    /// answers.
    private mutating func answer(_ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile) {
        let isWord = event.kind == .answered
        guard !isWord || event.status == 200, let request = file.request,
            file.reachability.counts(request, of: device)
        else { return }
        switch request.request {
        case .unregister? where isWord:
            guard let address = file.reachability.address(of: device) else { return }
            self.returned[device] = (address, file.now(event), index)
        case .register?, .subscribe?: self.returned[device] = nil
        default: break
        }
    }

    private func tap(_ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let (address, since, place) = self.returned[device], event.subject == address else { return }
        bench.judge(atRisk: true)
        // A tap that was decided before the address was unregistered may still be pending.
        guard event.decided > since else { return }
        bench.object(
            "still tapped", [place, index],
            "\(file.name(device)) got a tap after it had unregistered its token at \(file.moment(place))")
    }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.lookForKeptAddresses(at: index, file, &bench)
        for (device, record) in file.devices.enumerated() {
            guard device < self.left.count, let left = self.left[device], record.isOpened else { continue }
            bench.judge(atRisk: true)
            if let count = record.badge, count > 0 {
                bench.object(
                    "badge", [left, index],
                    """
                    the badge of \(file.name(device)) still says \(count), although its user had signed out at \
                    \(file.moment(left))
                    """)
            }
            guard let id = record.list.keys.first ?? record.tray.keys.first else { continue }
            bench.object(
                "still there", [left, index],
                "\(file.name(device)) still shows \(file.name(id)) of a user who signed out at \(file.moment(left))")
        }
    }

    /// Judges whether a device without faults unregistered its address after its user signed out.
    private mutating func lookForKeptAddresses(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for device in self.owing.indices {
            guard let (left, troubles) = self.owing[device].take(), file.devices[device].isOpened,
                !file.devices[device].isSignedIn
            else { continue }
            let isExcused = file.devices[device].troubles != troubles
            bench.judge(atRisk: !isExcused)
            guard !isExcused else { continue }
            bench.object(
                "address kept", [left, index],
                """
                \(file.name(device)) never unregistered its token, although its user had signed out at \
                \(file.moment(left))
                """)
        }
    }
}
