@testable import LabWire
import Testing

@Suite("The protocol with a child")
struct LineTalkTests {
    /// Everything that is heard, in words, and what ends it.
    private static func heard(
        _ talk: inout LineTalk, _ text: String, piece: Int = .max
    ) -> (heard: [String], babble: LineTalk.Babble?) {
        var heard: [String] = []
        var rest = Array(text.utf8)[...]
        do throws(LineTalk.Babble) {
            while !rest.isEmpty {
                talk.hear(rest.prefix(piece))
                rest = rest.dropFirst(piece)
                while let next = try talk.next() {
                    switch next {
                    case .greeting: heard.append("greeting")
                    case .action(let action): heard.append(action.word.name)
                    case .done: heard.append("done")
                    }
                }
            }
        } catch { return (heard, error) }
        return (heard, nil)
    }

    private static func greeted(
        _ language: WireLanguage = .app, _ limits: LineTalk.Limits = LineTalk.Limits()
    ) -> LineTalk {
        var talk = LineTalk(language, limits: limits)
        _ = talk.greet()
        _ = Self.heard(&talk, "{\"\(language.name)\":1}\n")
        return talk
    }

    @Test("the lab greets and asks in JSON lines, and numbers its events")
    func asks() {
        var talk = LineTalk(.app)
        #expect(String(decoding: talk.greet(), as: UTF8.self) == "{\"shouldertapApp\":1}\n")
        #expect(Self.heard(&talk, "{\"shouldertapApp\":1}\n").heard == ["greeting"])
        #expect(String(decoding: talk.ask("reset"), as: UTF8.self) == "{\"i\":1,\"event\":\"reset\"}\n")
        #expect(Self.heard(&talk, "{\"done\":1}\n").heard == ["done"])
        let line = talk.ask("timer") { $0.member("timer", number: 4) }
        #expect(String(decoding: line, as: UTF8.self) == "{\"i\":2,\"event\":\"timer\",\"timer\":4}\n")
    }

    @Test("lines are complete, however the bytes are split", arguments: [1, 2, 3, 7, 16, 1_000])
    func pieces(piece: Int) {
        var talk = Self.greeted()
        _ = talk.ask("foreground")
        let text = "{\"do\":\"hide\",\"id\":\"ä\"}\r\n{\"do\" : \"log\", \"text\" : \"\"}\n { \"done\" : 1 } \n"
        let result = Self.heard(&talk, text, piece: piece)
        #expect(result.heard == ["hide", "log", "done"] && result.babble == nil)
    }

    @Test(
        "a child with a wrong greeting is not read",
        arguments: [
            ("hello\n", "it is not JSON"), ("[]\n", "it is not a JSON object"),
            ("{\"done\":1}\n", "the first line must be {\"shouldertapApp\":1}"),
            ("{\"shouldertapBackend\":1}\n", "the first line must be {\"shouldertapApp\":1}"),
            ("{\"shouldertapApp\":2}\n", "it uses protocol version 2, but the lab uses version 1"),
            ("{\"shouldertapApp\":\"1\"}\n", "the first line must be"),
        ])
    func greeting(text: String, reason: String) {
        var talk = LineTalk(.app)
        _ = talk.greet()
        let babble = Self.heard(&talk, text).babble
        #expect(babble?.reason.hasPrefix(reason) == true && babble?.line == 1)
        #expect(babble?.excerpt == String(text.dropLast()))
    }

    private static let behindDone = "it comes after \"done\", which must be the last line of an event"

    static let babbles: [(String, String)] = [
        ("nonsense\n", "it is not JSON"),
        ("\n", "it is not JSON. The text is empty. Send debug output to standard error"),
        ("7\n", "it is not a JSON object"),
        ("{}\n", "it needs \"do\" with the name of an action, or \"done\""),
        ("{\"do\":7}\n", "it needs \"do\""),
        ("{\"do\":\"shwo\"}\n", "unknown action \"shwo\"; the actions are register, subscribe, fetch,"),
        ("{\"do\":\"hide\"}\n", "hide needs \"id\""), ("{\"do\":\"hide\",\"id\":null}\n", "hide needs \"id\""),
        ("{\"do\":\"hide\",\"id\":7}\n", "\"id\" of hide must be a string"),
        ("{\"do\":\"hide\",\"id\":\"\"}\n", "\"id\" of hide must be a string that is not empty"),
        ("{\"do\":\"hide\",\"id\":\"a\",\"ids\":\"b\"}\n", "unknown member \"ids\" of hide"),
        ("{\"do\":\"hide\",\"id\":\"a\",\"id\":\"b\"}\n", "the member id occurs twice"),
        ("{\"do\":\"badge\",\"count\":1.5}\n", "\"count\" of badge must be a whole number"),
        ("{\"do\":\"badge\",\"count\":9223372036854775808}\n", "\"count\" of badge must be a whole number"),
        ("{\"do\":\"timer\",\"timer\":1,\"after\":1,\"idle\":1}\n", "\"idle\" of timer must be true or false"),
        (
            "{\"do\":\"finished\",\"push\":1,\"result\":\"good\"}\n",
            "\"result\" of finished must be one of newData, noData, failed"
        ),
        ("{\"do\":\"post\",\"post\":1}\n", "unknown action \"post\""),
        ("{\"done\":2}\n", "it reports event 2 as done, but the current event is 1"),
        ("{\"done\":0}\n", "it reports event 0 as done, but the current event is 1"),
        ("{\"done\":true}\n", "\"done\" must have the number of the event and no other member"),
        ("{\"done\":1,\"do\":\"log\"}\n", "\"done\" must have the number of the event and no other member"),
    ]

    @Test(
        "a line outside of the language ends the protocol, with its number, the reason, and an excerpt",
        arguments: babbles)
    func babble(text: String, reason: String) {
        var talk = Self.greeted()
        _ = talk.ask("foreground")
        let result = Self.heard(&talk, "{\"do\":\"alert\",\"id\":\"a\"}\n" + text)
        #expect(result.heard == ["alert"])
        #expect(result.babble?.reason.hasPrefix(reason) == true, "\(result.babble?.reason ?? "nothing")")
        #expect(result.babble?.line == 3 && result.babble?.excerpt == String(text.prefix { $0 != "\n" }))
    }

    @Test("headers of a post are an object of strings", arguments: ["{\"a\":1}", "[]", "\"a\""])
    func texts(headers: String) {
        var talk = Self.greeted(.backend)
        _ = talk.ask("timer")
        let result = Self.heard(&talk, "{\"do\":\"post\",\"post\":1,\"headers\":\(headers),\"body\":\"\"}\n")
        #expect(result.babble?.reason == "\"headers\" of post must be an object of strings")
    }

    @Test("a reset is answered with done only")
    func reset() {
        var talk = Self.greeted()
        _ = talk.ask("reset")
        let babble = Self.heard(&talk, "{\"do\":\"badge\",\"count\":1}\n").babble
        #expect(babble?.reason == "it is an action, but a reset allows only \"done\"")
    }

    @Test("output between events ends the protocol")
    func unasked() {
        var talk = Self.greeted()
        let babble = Self.heard(&talk, "{\"do\":\"alert\",\"id\":\"a\"}\n").babble
        #expect(babble?.reason == Self.behindDone && babble?.line == 2)
    }

    @Test("a second done is read with the next event, before or after it begins")
    func doneTwice() {
        for isBehind in [false, true] {
            var talk = Self.greeted()
            _ = talk.ask("foreground")
            let result = Self.heard(&talk, "{\"done\":1}\n" + (isBehind ? "" : "{\"done\":1}\n"))
            #expect(result.heard == ["done"])
            var babble = result.babble
            if isBehind {
                _ = talk.ask("background")
                babble = Self.heard(&talk, "{\"done\":1}\n").babble
            }
            #expect(babble?.reason == Self.behindDone && babble?.isBehindDone == true)
            #expect(babble?.excerpt == "{\"done\":1}")
        }
    }

    @Test("the output of a world has a limit for events of any name, and another world starts at zero")
    func worlds() {
        var limits = LineTalk.Limits()
        limits.worldBytes = 3 * "{\"do\":\"badge\",\"count\":1}\n".utf8.count
        var talk = LineTalk(.app, limits: limits)
        _ = talk.greet()
        _ = Self.heard(&talk, "{\"shouldertapApp\":1}\n")
        for world in 0..<3 {
            let first = 1 + 4 * world
            _ = talk.ask("reset")
            #expect(Self.heard(&talk, "{\"done\":\(first)}\n").babble == nil)
            for event in first + 1...first + 3 {
                _ = talk.ask("foreground")
                let end = Self.heard(&talk, "{\"do\":\"badge\",\"count\":1}\n{\"done\":\(event)}\n").babble
                #expect(end == nil)
            }
        }
        _ = talk.ask("foreground")
        let babble = Self.heard(&talk, "{\"do\":\"badge\",\"count\":1}\n").babble
        #expect(babble?.reason == "the output in one world is longer than 75 bytes")
    }

    @Test("a greeting has only its version")
    func adornedGreeting() {
        var talk = LineTalk(.app)
        _ = talk.greet()
        let babble = Self.heard(&talk, "{\"shouldertapApp\":1,\"x\":2}\n").babble
        #expect(babble?.reason == "the greeting must have no member but its version")
    }

    @Test("a line, the actions and the bytes have limits, and reaching them is allowed")
    func limits() {
        var limits = LineTalk.Limits()
        #expect(limits.line == 1 << 20 && limits.actions == 10_000 && limits.bytes == 64 << 20)
        #expect(limits.worldBytes == 256 << 20)
        (limits.line, limits.actions, limits.bytes) = (40, 3, 150)
        func heard(_ text: String, piece: Int = .max) -> (heard: [String], babble: LineTalk.Babble?) {
            var talk = Self.greeted(.app, limits)
            _ = talk.ask("foreground")
            return Self.heard(&talk, text, piece: piece)
        }
        let log = { (count: Int) in "{\"do\":\"log\",\"text\":\"\(String(repeating: "x", count: count))\"}\n" }
        let short = log(1)
        #expect(heard(log(18)).heard == ["log"])
        #expect(heard(log(19)).babble?.reason == "it is longer than the limit of 40 bytes")
        // Before its end has come, if it ever does.
        #expect(heard(String(repeating: "x", count: 40)).babble == nil)
        #expect(heard(String(repeating: "x", count: 41)).babble?.reason == "it is longer than the limit of 40 bytes")
        #expect(heard(short + short + short + "{\"done\":1}\n").heard == ["log", "log", "log", "done"])
        #expect(
            heard(short + short + short + short).babble?.reason
                == "there are too many actions; the limit is 3 for one event")
        (limits.actions, limits.line) = (100, 40)
        let many = String(repeating: short, count: 6)
        #expect(heard(many, piece: 50).heard.count == 6)
        #expect(heard(many + short, piece: 50).babble?.reason == "the output for one event is longer than 150 bytes")
    }

    @Test("an excerpt is short and cannot move a cursor")
    func excerpts() {
        #expect(Excerpt.of("a\u{1B}[2Jb\u{202E}\n") == "a\u{FFFD}[2Jb\u{FFFD}\u{FFFD}")
        #expect(Excerpt.of(String(repeating: "ä", count: 80)) == String(repeating: "ä", count: 80))
        #expect(Excerpt.of(String(repeating: "ä", count: 81)) == String(repeating: "ä", count: 80) + "…")
        #expect(Excerpt.of([UInt8](repeating: 0xFF, count: 2)) == "\u{FFFD}\u{FFFD}")
        let babble = LineTalk.Babble(line: 3, reason: "it is not a JSON object", excerpt: "7")
        #expect("\(babble)" == "line 3 is invalid: it is not a JSON object. The line is: 7")
    }
}
