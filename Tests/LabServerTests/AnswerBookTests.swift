import Basics
import PushGateway
import Testing

@testable import LabServer

@Suite("Scripted answers")
struct AnswerBookTests {
    private static let now = Instant(microseconds: 1_000_000)

    private static func script(
        _ action: AnswerScript.Action = .answer, token: String? = nil, device: String? = nil, topic: String? = nil,
        id: String = "a1"
    ) -> AnswerScript {
        AnswerScript(
            id: id, target: AnswerScript.Target(token: token, device: device, topic: topic), action: action,
            from: Self.now)
    }

    private static func uses(_ book: inout AnswerBook, _ count: Int) -> [Bool] {
        (0..<count).map { _ in book.script(token: "t", device: "d1", topic: "x", at: Self.now) != nil }
    }

    @Test("a script with a count is used that often and no more")
    func count() {
        var (book, script) = (AnswerBook(), Self.script())
        script.remaining = 2
        book.add(script)
        #expect(Self.uses(&book, 4) == [true, true, false, false])
        #expect(book.scripts[0].used == 2 && book.scripts[0].remaining == 0)
    }

    @Test(
        "a script applies to its token, its device and its topic",
        arguments: [
            (AnswerScript.Target(), true), (AnswerScript.Target(token: "t"), true),
            (AnswerScript.Target(token: "u"), false), (AnswerScript.Target(device: "d1"), true),
            (AnswerScript.Target(device: "d2"), false), (AnswerScript.Target(topic: "x"), true),
            (AnswerScript.Target(token: "t", topic: "y"), false),
        ])
    func target(_ target: AnswerScript.Target, matches: Bool) {
        var book = AnswerBook()
        book.add(AnswerScript(id: "a1", target: target, action: .drop, from: Self.now))
        #expect(Self.uses(&book, 1) == [matches])
    }

    @Test("the same seed chooses the same pushes, about as many as the share")
    func probability() {
        func chosen(seed: UInt64) -> [Bool] {
            var (book, script) = (AnswerBook(), Self.script())
            (script.share, script.seed) = (250_000, seed)
            book.add(script)
            return Self.uses(&book, 1_000)
        }
        let first = chosen(seed: 7)
        #expect(first == chosen(seed: 7) && first != chosen(seed: 8))
        #expect(200...300 ~= first.count { $0 })
    }

    @Test("a script with a lag starts later")
    func lag() {
        var book = AnswerBook()
        book.add(
            AnswerScript(id: "a1", target: AnswerScript.Target(), action: .answer, from: Self.now + .seconds(1)))
        #expect(Self.uses(&book, 1) == [false])
        #expect(book.script(token: "t", device: nil, topic: nil, at: Self.now + .seconds(1)) != nil)
    }

    @Test("the latest script is tried first, and the previous one after it is used up")
    func order() {
        var (book, later) = (AnswerBook(), Self.script(id: "a2"))
        book.add(Self.script(id: "a1"))
        later.remaining = 1
        book.add(later)
        let ids = (0..<2).map { _ in book.script(token: "t", device: nil, topic: nil, at: Self.now)?.id }
        #expect(ids == ["a2", "a1"])
        #expect(book.remove("a1") && !book.remove("a1"))
    }

    @Test("every documented reason is found by its name, with its status")
    func reasons() {
        #expect(Set(Reasons.all.map(\.reason)).count == Reasons.all.count)
        #expect(Reasons.refusal("TooManyRequests")?.status == 429 && Reasons.refusal("Teapot") == nil)
        for status in [400, 403, 404, 405, 410, 413, 429, 500, 503] {
            let reason = Reasons.usual(for: status)
            #expect(reason.flatMap(Reasons.refusal)?.status == status)
        }
        #expect(Reasons.usual(for: 418) == nil)
    }
}
