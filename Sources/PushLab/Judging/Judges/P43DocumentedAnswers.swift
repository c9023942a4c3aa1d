/// Judges P43: a push service and the service give strangers the documented answers, and parts of the system behave
/// like their models.
struct DocumentedAnswers: Judge {
    static var property: Property { .p43 }
    static var interests: [HistoryEvent.Kind] { [.oddPushAnswered, .oddPostAnswered, .compared] }

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        let answer = file.name(event.subject)
        bench.judge(atRisk: true)
        switch event.kind {
        case .oddPushAnswered where answer != event.oddPush.row.answer:
            let (word, documented) = (event.oddPush.rawValue, event.oddPush.row.answer)
            bench.object(
                word, [index],
                """
                the push service answered the unusual push '\(word)' with '\(answer)'; the documentation says \
                '\(documented)'
                """)
        case .oddPostAnswered where answer != event.oddPost.row.answer:
            let (word, documented) = (event.oddPost.rawValue, event.oddPost.row.answer)
            bench.object(
                word, [index],
                """
                the service answered the unusual request '\(word)' with '\(answer)'; the documentation says \
                '\(documented)'
                """)
        case .compared where answer != ModelComparison.agreement:
            let word = event.comparedModel.rawValue
            bench.object(word, [index], "the part '\(word)' does not do the same as its model: \(answer)")
        default: break
        }
    }
}
