/// Judges P43: a push service and the service give strangers the documented answers.
struct DocumentedAnswers: Judge {
    static var property: Property { .p43 }
    static var interests: [HistoryEvent.Kind] { [.oddPushAnswered, .oddPostAnswered] }

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        let isPush = event.kind == .oddPushAnswered
        let (word, documented) =
            isPush
            ? (event.oddPush.rawValue, event.oddPush.row.answer) : (event.oddPost.rawValue, event.oddPost.row.answer)
        let answer = file.name(event.subject)
        bench.judge(atRisk: true)
        guard answer != documented else { return }
        bench.object(
            word, [index],
            """
            \(isPush ? "the push service answered the unusual push" : "the service answered the unusual request") \
            '\(word)' with '\(answer)'; the documentation says '\(documented)'
            """)
    }
}
