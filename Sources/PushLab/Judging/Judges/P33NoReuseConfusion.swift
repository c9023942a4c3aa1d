/// What is published again under an old name is new: what was done to the old does not touch it.
struct NoReuseConfusion: Judge {
    static var property: Property { .p33 }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for (device, record) in file.devices.enumerated() where record.isCaughtUp {
            file.feeds[record.user].notifications.forEach { id, standing in
                guard let before = standing.earlier.last, standing.isWaiting else { return }
                let wasDone = before.states.isHandled || before.change == .deleted || before.change == .expired
                bench.judge(atRisk: wasDone)
                guard wasDone, !record.shows(id) else { return }
                bench.object(
                    "hidden", [before.index, standing.entry.index, index],
                    """
                    \(file.name(device)) does not show \(file.name(id)), published again after the one before it was \
                    \(before.change == .deleted ? "deleted" : before.states.words)
                    """)
            }
        }
    }
}
