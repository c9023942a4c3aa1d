/// Judges P8: when the world settles, the devices of one user agree on each notification that they show.
struct Convergence: Judge {
    static var property: Property { .p8 }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for user in file.feeds.indices {
            let devices = file.devices.indices.filter {
                file.devices[$0].user == user && file.devices[$0].isCaughtUp
            }
            guard let first = devices.first, !file.feeds[user].entries.isEmpty else { continue }
            for other in devices.dropFirst() { self.compare(first, other, file, at: index, &bench) }
        }
    }

    private func compare(_ first: Int, _ other: Int, _ file: CaseFile, at index: Int, _ bench: inout Bench) {
        let (one, two) = (file.devices[first], file.devices[other])
        bench.judge(atRisk: one.troubles + two.troubles > 0 && file.feeds[one.user].newEntries > 0)
        one.list.forEach { id, seen in
            guard let there = two.list[id], there.generation == seen.generation, there.states != seen.states
            else { return }
            bench.object(
                "differ", [seen.index, there.index],
                """
                \(file.name(first)) shows \(file.name(id)) as \(seen.states.words), but \(file.name(other)) shows it \
                as \(there.states.words)
                """)
        }
    }
}
