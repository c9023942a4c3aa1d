/// Judges P41: the service commits what a request asks for, and changes nothing else.
struct AsAsked: Judge {
    static var property: Property { .p41 }
    static var interests: [HistoryEvent.Kind] { [.committed] }

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let user = event.party.user, let request = file.request, request.subject == event.subject,
            let before = file.feeds[user].notifications[event.subject]
        else { return }
        let events = [before.entry.index, index]
        let name = file.name(event.subject)
        switch (event.change, request.request) {
        case (.updated, .save):
            let (asked, was, now) = (request.wishes, before.entry.states, event.states)
            // If a save leaves out a field, it must not change the field. An unwanted change is visible only if the
            // field no longer has its initial value.
            bench.judge(atRisk: asked.isRead == nil ? was.isRead : asked.action == nil && was.action != .none)
            guard asked.isGranted(by: now) else {
                return bench.object("another state", events, "\(name) is \(now.words), but no request asked for that")
            }
            let isRest =
                (asked.isRead != nil || was.isRead == now.isRead) && (asked.action != nil || was.action == now.action)
            guard isRest else {
                return bench.object(
                    "more than asked", events,
                    "\(name) was \(was.words) and is now \(now.words): a request changed a field that it did not name")
            }
            self.judgeLife(event, before, events, name, &bench)
        case (.deleted, .delete):
            bench.judge(atRisk: !before.earlier.isEmpty)
            self.judgeLife(event, before, events, name, &bench)
        case (.updated, let kind?), (.deleted, let kind?):
            // Only saves and deletes may change states.
            guard kind == .save || kind == .delete else { return }
            bench.object(
                "another change", events,
                "the request was a \(kind.word) of \(name), but the service committed a different change")
        default: break
        }
    }

    /// Judges that a change applies to the current generation, and never to a notification that has ended.
    private func judgeLife(
        _ event: HistoryEvent, _ before: FeedRecord.Standing, _ events: [Int], _ name: String, _ bench: inout Bench
    ) {
        guard before.isLive, before.entry.generation == event.generation else {
            return bench.object("over", events, "\(name) was changed after it had ended")
        }
    }
}

extension RequestKind {
    fileprivate var word: String { self == .delete ? "deletion" : "save" }
}
