/// Nobody is told of what is in another user's feed.
struct TokenIsolation: Judge {
    static var property: Property { .p27 }
    static var interests: [HistoryEvent.Kind] { [.changeArrived] }

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let device = event.actor.device, file.feeds.count > 1 else { return }
        let own = file.devices[device].user
        let others = file.feeds.indices.filter { $0 != own && !file.feeds[$0].entries.isEmpty }
        guard !others.isEmpty else { return }
        bench.judge(atRisk: true)
        guard file.feeds[own].notifications[event.subject] == nil else { return }
        guard let owner = others.first(where: { file.feeds[$0].notifications[event.subject] != nil }) else { return }
        bench.object(
            "leak", [index],
            "\(file.name(device)) was told of \(file.name(event.subject)), which is \(file.view.users[owner])'s")
    }
}
