/// Behind a sign-out nothing of the user's is read or shown.
struct AuthorisedView: Judge {
    static var property: Property { .p32 }
    static var interests: [HistoryEvent.Kind] {
        [.signedOut, .signedIn, .shown, .alerted, .requestSent, .answered, .tapSent]
    }

    private var left: [Int?] = []
    /// The address that each device has taken back, and when the service agreed to it.
    private var returned: [(address: HistoryEvent.TextNumber, since: UInt64, index: Int)?] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.left.grow(to: file.devices.count, with: nil)
        self.returned.grow(to: file.devices.count, with: nil)
        guard let device = event.actor.device ?? event.party.device else { return }
        switch event.kind {
        case .signedOut: self.left[device] = index
        case .signedIn: self.left[device] = nil
        case .answered: self.answer(event, at: index, device, file)
        case .tapSent: self.tap(event, at: index, device, file, &bench)
        case .requestSent:
            guard let left = self.left[device], event.request == .fetch else { return }
            bench.judge(atRisk: true)
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
            bench.object(
                "shown", [left, index],
                """
                \(file.name(device)) showed \(file.name(event.subject)) at \(file.moment(index)), after its user had \
                signed out at \(file.moment(left))
                """)
        }
    }

    private mutating func answer(_ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile) {
        guard event.detail == 200, let request = file.request, !file.reachability.isOvertaken(request, device)
        else { return }
        switch request.request {
        case .unregister?:
            guard let address = file.reachability.address(of: device) else { return }
            self.returned[device] = (address, file.now(event), index)
        case .register?, .subscribe?: self.returned[device] = nil
        default: break
        }
    }

    private func tap(_ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let (address, since, place) = self.returned[device], event.subject == address else { return }
        bench.judge(atRisk: true)
        // What was decided before may still be under way.
        guard event.second > since else { return }
        bench.object(
            "still tapped", [place, index],
            "\(file.name(device)) was sent a tap, after it had taken its address back at \(file.moment(place))")
    }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for (device, record) in file.devices.enumerated() {
            guard device < self.left.count, let left = self.left[device], record.isOpened else { continue }
            bench.judge(atRisk: true)
            if let count = record.badge, count > 0 {
                bench.object(
                    "badge", [left, index],
                    """
                    the badge of \(file.name(device)) still says \(count), after its user had signed out at \
                    \(file.moment(left))
                    """)
            }
            guard let id = record.list.keys.first else { continue }
            bench.object(
                "still there", [left, index],
                "\(file.name(device)) still lists \(file.name(id)) of a user who signed out at \(file.moment(left))")
        }
    }
}
