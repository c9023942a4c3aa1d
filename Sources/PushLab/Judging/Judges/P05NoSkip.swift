/// Judges P5: a page leaves nothing out.
///
/// If the latest change of a notification is in the range of the page, the page contains that notification.
struct NoSkip: Judge {
    static var property: Property { .p5 }
    static var interests: [HistoryEvent.Kind] { PageReading.endings }

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let read = file.wholePage else { return }
        let wanted = read.wanted.filter { $0.change != .deleted }
        bench.judge(atRisk: wanted.count > 1 || !wanted.isEmpty && !read.page.kind.isLast)
        guard let missed = wanted.first(where: { !read.ids.contains($0.id) }) else { return }
        bench.object(
            "skipped", [missed.index, read.page.index, index],
            """
            \(file.name(read.device)) read from version \(read.page.from) to \(read.page.to), but its pages do not \
            have version \(missed.version) of \(file.name(missed.id))
            """)
    }
}

/// Judges P6: no device moves past a deletion that it has not read.
struct NoSkippedDeletion: Judge {
    static var property: Property { .p6 }
    static var interests: [HistoryEvent.Kind] { PageReading.endings }

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let read = file.wholePage else { return }
        let wanted = read.wanted.filter { $0.change == .deleted }
        guard !wanted.isEmpty else { return }
        // A missing deletion harms only a device that still has the notification.
        let isHeld = wanted.contains { file.devices[read.device].heard[$0.id] != nil }
        bench.judge(atRisk: isHeld)
        guard let missed = wanted.first(where: { !read.ids.contains($0.id) }) else { return }
        bench.object(
            "skipped deletion", [missed.index, read.page.index, index],
            """
            \(file.name(read.device)) read from version \(read.page.from) to \(read.page.to), but its pages do not \
            have the deletion of \(file.name(missed.id))
            """)
    }
}
