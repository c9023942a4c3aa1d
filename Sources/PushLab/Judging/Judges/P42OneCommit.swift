/// Judges P42: a publication is stored only once, even if its publisher repeats the request.
struct OneCommit: Judge {
    static var property: Property { .p42 }
    static var interests: [HistoryEvent.Kind] { [.publishAsked, .publishAnswerLost, .publishAnswered, .committed] }

    private struct Count {
        var asked = 0
        var stored = 0
        /// The number of lost answers since the publisher last got an answer.
        var lost = 0
        /// Whether a server under test publishes the notification.
        ///
        /// Such a server may publish something other than the requested notification.
        var isOfServer = false
    }

    private var counts = Ledger<Count>()

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        var count = self.counts[event.subject] ?? Count()
        switch event.kind {
        case .publishAsked:
            count.asked += 1
            count.isOfServer = count.isOfServer || event.party.user != nil
        case .publishAnswerLost: count.lost += 1
        case .publishAnswered:
            guard count.lost > 0 else { return }
            count.lost = 0
            bench.judge(atRisk: true)
        default:
            guard event.change == .new else { return }
            count.stored += 1
            bench.judge()
            if count.asked > 0, !count.isOfServer, count.stored > count.asked {
                bench.object(
                    "stored again", [index],
                    """
                    \(file.name(event.subject)) was published \(count.asked == 1 ? "once" : "\(count.asked) times"), \
                    but is stored \(count.stored) times
                    """)
            }
        }
        self.counts[event.subject] = count
    }
}
