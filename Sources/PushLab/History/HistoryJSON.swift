import Basics
import ShoulderTap

/// A history as JSON lines: fixed key order, integers only, empty values omitted.
enum HistoryJSON {
    static func lines(of view: HistoryView) -> [String] {
        [Self.header] + view.events.enumerated().map { Self.line($0.offset + 1, $0.element, view) }
    }

    static var header: String {
        var writer = JSONWriter()
        writer.object { $0.member("shouldertapHistory", raw: String(History.format)) }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    static func line(_ number: Int, _ event: HistoryEvent, _ view: HistoryView) -> String {
        var writer = JSONWriter()
        let words = event.rawWords
        writer.object { writer in
            writer.member("i", raw: String(number))
            writer.member("t", raw: String((event.moment - LabTime.start).microseconds))
            writer.member("p", Trace.name(event.actor, view))
            writer.member("f", "\(event.kind)")
            if event.kind.isClaim { writer.member("claim", raw: "true") }
            if event.party != .lab { writer.member("o", Trace.name(event.party, view)) }
            if event.subject != .none { writer.member("id", view.text(event.subject)) }
            if words.detail != 0 { writer.member("d", raw: String(words.detail)) }
            if words.first != 0 { writer.member("a", raw: String(words.first)) }
            if words.second != 0 { writer.member("b", raw: String(words.second)) }
            writer.member("step", raw: String(event.cause.step))
            writer.member("hop", raw: String(event.cause.hop))
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
