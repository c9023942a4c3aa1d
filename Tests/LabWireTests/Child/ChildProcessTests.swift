import Foundation
@testable import LabWire
import Locking
import Testing

@Suite("A child process")
struct ChildProcessTests {
    /// All that a command says before it hangs up.
    private static func said(_ command: String) throws -> (text: String, ending: ChildProcess.Ending) {
        let child = try ChildProcess(command)
        var bytes: [UInt8] = []
        while case .bytes(let more) = child.receive(until: System.milliseconds() + 120_000) { bytes += more }
        return (String(decoding: bytes, as: UTF8.self), child.end(patience: 120_000))
    }

    @Test("megabytes go both ways at once")
    func both() throws {
        let child = try ChildProcess("exec cat")
        let sent = (0..<(4 << 20)).map { UInt8(truncatingIfNeeded: $0 % 251) }
        child.send(sent)
        var received: [UInt8] = []
        while received.count < sent.count,
            case .bytes(let more) = child.receive(until: System.milliseconds() + 120_000)
        {
            received += more
        }
        #expect(received == sent)
        #expect(child.end(patience: 120_000) == .status(0))
        // Ended once is ended.
        #expect(child.end(patience: 0) == .ended)
    }

    @Test(
        "the way in which it ended is reported",
        arguments: [
            ("exit 3", ChildProcess.Ending.status(3), "ended with exit status 3"),
            ("kill -9 $$", .signal(9), "was killed by signal 9"),
            ("nobody-knows-this-command 2>/dev/null", .status(127), "ended with exit status 127"),
            ("perl -e 'kill 9, $$'", .signal(9), "was killed by signal 9"),
            ("perl -e 'kill 9, $$' 2>/dev/null", .signal(9), "was killed by signal 9"),
            (
                "(perl -e 'kill 9, $$') 2>/dev/null; exit $?", .status(137),
                "ended with exit status 137, as after signal 9"
            ),
            ("X=1 perl -e 'exit 7'", .status(7), "ended with exit status 7"),
            ("exec perl -e 'exit 7'", .status(7), "ended with exit status 7"),
            ("", .status(0), "ended with exit status 0"),
        ])
    func endings(command: String, ending: ChildProcess.Ending, words: String) throws {
        let result = try Self.said(command).ending
        #expect(result == ending && "\(result)" == words)
    }

    @Test("a child that closes its output and continues is ended, and so is one that ignores its closed input")
    func goesOn() throws {
        for (command, sign) in [
            ("exec >&-; exec sleep 600", ChildProcess.Received.closed),
            ("perl -e 'sleep 600 if close STDOUT'", .closed),
            ("trap '' TERM HUP INT; echo x; exec sleep 600", .bytes(Array("x\n".utf8))),
        ] {
            let child = try ChildProcess(command)
            #expect(child.receive(until: System.milliseconds() + 120_000) == sign)
            #expect(child.end(patience: 1) == .closedOutput)
            // Nobody is left to be reaped.
            #expect(kill(child.process, 0) == -1 && errno == ESRCH)
        }
    }

    @Test("writing to a child that does not read ends no process")
    func brokenPipe() throws {
        let child = try ChildProcess("exec <&-; echo deaf; exec sleep 600")
        #expect(child.receive(until: System.milliseconds() + 120_000) == .bytes(Array("deaf\n".utf8)))
        child.send([UInt8](repeating: 0x0A, count: 1 << 20))
        #expect(child.receive(until: System.milliseconds() + 1) == .silence)
        #expect(child.end(patience: 0) == .closedOutput)
    }

    @Test("standard error beyond the limit passes through, and nothing of it is lost")
    func muchError() throws {
        let (passed, count) = (Lock<[UInt8]>([]), 300_000)
        let errors = ProgramErrors { bytes in passed.with { $0 += bytes } }
        let child = try ChildProcess("head -c \(count) /dev/zero | tr '\\0' x >&2; echo done", errors: errors)
        #expect(child.receive(until: System.milliseconds() + 120_000) == .bytes(Array("done\n".utf8)))
        #expect(child.end(patience: 120_000) == .status(0))
        let kept = child.takeErrors()
        #expect(passed.with(\.count) + kept.count == count && kept.count <= 1 << 16 && !kept.isEmpty)
    }

    @Test("the last output before a fault is printed once for each kind, and all other output each time")
    func sortsOfFaults() {
        let told = Lock<[String]>([])
        let errors = ProgramErrors { bytes in told.with { $0.append(String(decoding: bytes, as: UTF8.self)) } }
        for _ in 0..<2 {
            errors.tellFault(Array("one".utf8), of: "app ended at push")
            errors.tellFault(Array("two".utf8), of: "app ended at user dismiss")
            errors.tell(Array("word".utf8))
        }
        #expect(told.with { $0 } == ["one", "two", "word", "word"])
    }

    @Test("it inherits our standard error, no pipe of another child, and no blocked signal")
    func inheritance() throws {
        let other = try ChildProcess("exec cat")
        defer { other.end(patience: 0) }
        func link(_ descriptor: Int32) throws -> String {
            try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
        }
        let said = try Self.said(
            "readlink /proc/$$/fd/2; grep SigBlk /proc/self/status; cut -d ' ' -f 5 /proc/$$/stat; echo $$; "
                + "readlink /proc/$$/fd/*")
        let lines = said.text.split(separator: "\n").map(String.init)
        #expect(try lines.first == link(2))
        #expect(lines[1].split(separator: "\t").last == "0000000000000000")
        #expect(lines[2] == lines[3], "it leads a group of its own")
        #expect(try lines.count > 6 && !lines.contains(link(other.input)) && !lines.contains(link(other.output)))
    }

    @Test("a hundred children leave no descriptor behind")
    func descriptors() async {
        // In a process of its own no other test opens any.
        await #expect(processExitsWith: .success) {
            func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
            let before = try count()
            for _ in 0..<100 { try #require(try Self.said("exit 0").ending == .status(0)) }
            try #require(try count() <= before + 2)
        }
    }

    @Test("a released child is ended")
    func letGo() throws {
        var child: ChildProcess? = try ChildProcess("exec sleep 600")
        let process = try #require(child?.process)
        child = nil
        #expect(kill(process, 0) == -1 && errno == ESRCH)
        #expect(child == nil)
    }
}
