import Locking
import Testing

@testable import LabWire

@Suite("A process that answers messages")
struct CompanionTests {
    private static func companion(_ command: String, _ told: Lock<[UInt8]>? = nil) throws -> Companion {
        try #require(Companion(command, errors: ProgramErrors { bytes in told?.with { $0 += bytes } }))
    }

    /// What comes of a wait that is not over before something comes.
    private static func reply(of companion: Companion) -> Companion.Reply {
        for _ in 0..<1_000 {
            let reply = companion.receive(patience: 1_000)
            if case .silence = reply { continue }
            return reply
        }
        return .silence
    }

    @Test("a message arrives complete, with any length", arguments: [0, 1, 5, 70_000])
    func echo(_ count: Int) throws {
        let companion = try Self.companion("exec cat")
        let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        for _ in 0..<3 { companion.send(message) }
        for _ in 0..<3 {
            guard case .message(let bytes) = Self.reply(of: companion) else { throw Lost() }
            #expect(bytes == message)
        }
        companion.hangUp()
        guard case .ended(let ending) = Self.reply(of: companion) else { throw Lost() }
        #expect(ending.cause == .status(0) && ending.lastWords.isEmpty)
    }

    private struct Lost: Error {}

    @Test("an end by a signal is reported with the last output, and other ends with their status")
    func ends() throws {
        let killed = try Self.companion("echo why >&2; kill -ILL $$; sleep 600")
        guard case .ended(let ending) = Self.reply(of: killed) else { throw Lost() }
        #expect(ending.cause == .signal(4) && ending.lastWords == Array("why\n".utf8))
        guard case .ended(let left) = Self.reply(of: try Self.companion("exit 3")) else { throw Lost() }
        #expect(left.cause == .status(3))
    }

    @Test("output before an answer passes through after the process is silent, or at its end")
    func words() throws {
        let told = Lock<[UInt8]>([])
        let companion = try Self.companion("echo word >&2; printf '\\001\\000\\000\\000x'; cat", told)
        guard case .message(let bytes) = Self.reply(of: companion) else { throw Lost() }
        #expect(bytes == Array("x".utf8))
        companion.hangUp()
        guard case .ended(let ending) = Self.reply(of: companion) else { throw Lost() }
        #expect(told.with { $0 } + ending.lastWords == Array("word\n".utf8))
    }

    @Test("a crash report that arrives with an answer is the last output")
    func report() throws {
        let told = Lock<[UInt8]>([])
        let companion = try Self.companion("echo why >&2; printf '\\001\\000\\000\\000x'; kill -ILL $$", told)
        guard case .message = Self.reply(of: companion) else { throw Lost() }
        guard case .ended(let ending) = Self.reply(of: companion) else { throw Lost() }
        #expect(ending.lastWords == Array("why\n".utf8) && told.with { $0.isEmpty })
    }
}
