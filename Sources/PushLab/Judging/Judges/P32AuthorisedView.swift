/// Behind a sign-out nothing of the user's is read or shown.
struct AuthorisedView: Judge {
    static var property: Property { .p32 }
    static var interests: [HistoryEvent.Kind] { [.signedOut, .signedIn, .shown, .alerted, .requestSent] }

    private var left: [Int?] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.left.grow(to: file.devices.count, with: nil)
        guard let device = event.actor.device else { return }
        switch event.kind {
        case .signedOut: self.left[device] = index
        case .signedIn: self.left[device] = nil
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

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for (device, record) in file.devices.enumerated() {
            guard device < self.left.count, let left = self.left[device], record.isOpened else { continue }
            bench.judge(atRisk: true)
            guard let id = record.list.keys.first else { continue }
            bench.object(
                "still there", [left, index],
                "\(file.name(device)) still lists \(file.name(id)) of a user who signed out at \(file.moment(left))")
        }
    }
}
