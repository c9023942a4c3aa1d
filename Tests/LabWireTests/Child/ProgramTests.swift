@testable import LabWire
import PushLab
import Testing

@Suite("Programs under test")
struct ProgramTests {
    /// A program of the shell that greets, and then is done with every event unless a case says something else.
    private static func shell(_ cases: String, greeting: String = #"{"shouldertapApp":1}"#) -> String {
        """
        read line; echo '\(greeting)'; i=0
        while read -r line; do i=$((i+1)); case "$line" in \(cases) *) ;; esac; echo "{\\"done\\":$i}"; done
        """
    }

    private static let foreground = #"*'"event":"foreground"'*)"#

    /// What came of bringing an app to the foreground.
    private static func lab(_ command: String, answerTime: Int? = nil) throws -> (Lab, LabDevice) {
        let program = AppProgram(command, answerTime: .seconds(120))
        let lab = Lab(seed: 5, app: program.inNewWorld())
        let phone = lab.user("alice").device("phone")
        try lab.advance(by: .seconds(1))
        phone.enterBackground()
        // However long a busy machine took to start it.
        if let answerTime { program.port.answerTime = answerTime }
        phone.enterForeground()
        return (lab, phone)
    }

    static let crashes: [(String, String)] = [
        ("exit 3;;", "ended with exit status 3"), ("kill -11 $$;;", "was killed by signal 11"),
        ("echo '{\"do\":\"badge\",\"count\":7}'; exit 0;;", "ended with exit status 0"),
        ("exec 1>&-; exit 4;;", "ended with exit status 4"),
    ]

    @Test("a crash is a violation with the command, how it ended, and the event", arguments: crashes)
    func crash(deed: String, ending: String) throws {
        let command = Self.shell("\(Self.foreground) \(deed)")
        let (lab, phone) = try Self.lab(command)
        let violation = try #require(lab.violations.first)
        #expect(lab.violations.count == 1)
        let name = Excerpt.of(command)
        #expect(violation.sentence == "P36: the app '\(name)' \(ending) while it came to the foreground on alice.phone")
        #expect(violation.time == .seconds(1))
        #expect(lab.trace.contains { $0.contains("alice.phone  app dies") })
        // What it did before it died is done.
        #expect(lab.trace.contains { $0.contains("badge 7") } == deed.contains("badge"))
        // It is started again when its user opens it, and dies again.
        phone.enterForeground()
        #expect(lab.violations.count == 2)
    }

    @Test("a process that ends while its child keeps the output open is judged as ended")
    func survivor() throws {
        let command = Self.shell("\(Self.foreground) sleep 600 & exit 3;;")
        let (lab, _) = try Self.lab(command)
        let sentence = try #require(lab.violations.first).sentence
        #expect(sentence.contains("ended with exit status 3 while it came to the foreground on alice.phone"))
    }

    @Test(
        "invalid output is a violation too, with the line and an excerpt, and ends the process",
        arguments: [
            ("echo oops;;", "line 5 is invalid: it is not JSON. ", ". The line is: oops"),
            ("echo '{\"do\":\"dance\"}';;", "unknown action \"dance\"", ". The line is: {\"do\":\"dance\"}"),
            ("echo '{\"done\":99}';;", "it reports event 99 as done, but the current event is 5", ""),
            ("while :; do echo '{\"do\":\"askForToken\"}'; done;;", "line 10005 is invalid", ""),
            ("head -c 1100000 /dev/zero | tr '\\0' x;;", "it is longer than the limit of 1048576 bytes", "xxx…"),
        ])
    func babble(deed: String, reason: String, excerpt: String) throws {
        let (lab, _) = try Self.lab(Self.shell("\(Self.foreground) \(deed)"))
        let sentence = try #require(lab.violations.first).sentence
        #expect(
            sentence.contains(" wrote invalid output and was stopped while it came to the foreground on alice.phone: "))
        #expect(sentence.contains(reason) && sentence.hasSuffix(excerpt), "\(sentence)")
        #expect(lab.trace.contains { $0.contains("alice.phone  app dies") })
    }

    @Test("a second done is attributed to the previous event, at any time")
    func doneTwice() throws {
        let work = "head -c 20000000 /dev/zero | cksum >/dev/null"
        let told = try [":", work].map { between in
            let (lab, phone) = try Self.lab(
                Self.shell("\(Self.foreground) echo \"{\\\"done\\\":$i}\"; \(between);;"))
            #expect(lab.violations.isEmpty)
            phone.enterBackground()
            let sentence = try #require(lab.violations.first).sentence
            #expect(sentence.contains(" while it came to the foreground on alice.phone: "), "\(sentence)")
            let reason = "it comes after \"done\", which must be the last line of an event"
            #expect(sentence.hasSuffix("\(reason). The line is: {\"done\":5}"), "\(sentence)")
            return lab.fingerprint
        }
        #expect(Set(told).count == 1)
    }

    @Test(
        "the end of a process after the last event of a world does not affect the next",
        arguments: ["exit 3", ":"])
    func betweenWorlds(end: String) throws {
        let command = Self.shell("*'\"event\":\"background\"'*) echo \"{\\\"done\\\":$i}\"; \(end);;")
        let program = AppProgram(command, answerTime: .seconds(120))
        for _ in 0..<3 {
            let lab = Lab(seed: 5, app: program.inNewWorld())
            let phone = lab.user("alice").device("phone")
            try lab.advance(by: .seconds(1))
            #expect(lab.violations.isEmpty)
            phone.enterBackground()
        }
    }

    @Test(
        "one that is silent is told what was awaited, and what it began to say",
        arguments: [(#"printf '{"done"';"#, #"; its last line is incomplete: {"done""#), ("", "")])
    func awaited(begun: String, told: String) throws {
        let (lab, _) = try Self.lab(Self.shell("\(Self.foreground) \(begun) sleep 600;;"), answerTime: 1_000)
        let failure = #expect(throws: LabFailure.self) { try lab.settle() }
        let words = #"it must write {"done":5} on its own line and flush its output"# + told
        #expect(failure?.description.hasSuffix(words) == true, "\(failure?.description ?? "")")
    }

    @Test("a program that writes without end times out, however much it writes")
    func endless() throws {
        let words = "echo '{\"do\":\"askForToken\"}'; head -c 20000000 /dev/zero | cksum >/dev/null"
        let (lab, _) = try Self.lab(Self.shell("\(Self.foreground) while :; do \(words); done;;"), answerTime: 3_000)
        let failure = #expect(throws: LabFailure.self) { try lab.settle() }
        let sentence = " did not finish within 3000 ms of real time while it came to the foreground"
        #expect(failure?.description.contains(sentence) == true, "\(failure?.description ?? "")")
    }

    @Test("a program that closes its output and continues is ended")
    func closesOutput() throws {
        let command = Self.shell("\(Self.foreground) exec 1>&-; sleep 600;;")
        let (lab, _) = try Self.lab(command, answerTime: 5_000)
        let sentence = try #require(lab.violations.first).sentence
        #expect(sentence.contains("closed its output but kept running while it came to the foreground"))
    }

    @Test("silence ends the run with a failure that names the program and the event, in all later calls too")
    func silence() throws {
        let command = Self.shell("\(Self.foreground) sleep 600;;")
        let (lab, phone) = try Self.lab(command, answerTime: 50)
        let silence = "wrote nothing for 50 ms of real time while it came to the foreground"
        let words = "the app '\(Excerpt.of(command))' \(silence)"
        for call in [{ try lab.settle() }, { try lab.advance(by: .seconds(1)) }, { try lab.expect(true) }] {
            let failure = #expect(throws: LabFailure.self) { try call() }
            #expect(failure?.description.hasPrefix(words) == true)
        }
        phone.enterForeground()
        #expect(lab.violations == [])
    }

    @Test("a program may have less time for an answer than for its greeting")
    func afterGreeting() throws {
        let command = Self.shell("\(Self.foreground) sleep 600;;")
        let program = AppProgram(command, answerTime: .seconds(120))
        let lab = Lab(seed: 5, app: program.inNewWorld())
        let phone = lab.user("alice").device("phone")
        try lab.advance(by: .seconds(1))
        phone.enterBackground()
        program.answerTimeAfterGreeting = .milliseconds(50)
        #expect(program.answerTimeAfterGreeting == .milliseconds(50))
        phone.enterForeground()
        let failure = #expect(throws: LabFailure.self) { try lab.settle() }
        #expect(failure?.description.contains("wrote nothing for 50 ms of real time") == true)
    }

    @Test(
        "a program that does not greet cannot take part",
        arguments: [
            ("true", "ended with exit status 0 while it started"),
            ("nobody-knows-this-command 2>/dev/null", "ended with exit status 127 while it started"),
            ("read line; echo hello; cat", "line 1 is invalid: it is not JSON"),
            ("read line; echo '{\"shouldertapApp\":2}'; cat", "it uses protocol version 2, but the lab uses version 1"),
        ])
    func greeting(command: String, words: String) throws {
        let program = AppProgram(command, answerTime: .seconds(120))
        let lab = Lab(seed: 5, app: program.inNewWorld())
        _ = lab.user("alice").device("phone")
        let failure = #expect(throws: LabFailure.self) { try lab.settle() }
        let text = try #require(failure).description
        #expect(text.hasPrefix("the app '\(Excerpt.of(command))' ") && text.contains(words), "\(text)")
        #expect(lab.violations == [])
    }

    @Test("each world starts with a reset, and apps of an earlier world cannot be used")
    func worlds() throws {
        let counting = Self.shell(
            "*'\"event\":\"reset\"'*) n=$((n+1));; *'\"event\":\"launched\"'*) "
                + "echo \"{\\\"do\\\":\\\"badge\\\",\\\"count\\\":$n}\";;")
        let program = AppProgram(counting, answerTime: .seconds(120))
        let labs = (1...3).map { number in
            let lab = Lab(seed: 5, app: program.inNewWorld())
            _ = lab.user("alice").device("phone")
            #expect(lab.trace.contains { $0.contains("badge \(number)") })
            return lab
        }
        let failure = #expect(throws: LabFailure.self) { try labs[1].advance(by: .seconds(1)) }
        #expect(failure?.description.contains("is in use by another lab") == true)
        try labs[2].advance(by: .seconds(1))
    }

    @Test("a server that crashes is restarted with what it stored, and a silent one ends the run")
    func server() throws {
        let cases = """
            *'"event":"started"'*'"stored":"kept"'*) echo '{"do":"log","text":"I am back"}';; \
            *'"event":"started"'*) echo '{"do":"store","text":"kept"}';; *'"id":"fatal"'*) exit 9;; \
            *'"id":"slow"'*) sleep 600;;
            """
        let command = Self.shell(cases, greeting: #"{"shouldertapBackend":1}"#)
        let program = BackendProgram(command, answerTime: .seconds(120))
        let lab = Lab(seed: 5, backend: program.inNewWorld())
        let alice = lab.user("alice")
        try lab.publish(.raw("x", id: "fatal"), to: alice)
        try lab.settle()
        #expect(lab.trace.contains { $0.contains("says: I am back") })
        let name = Excerpt.of(command)
        #expect(
            lab.violations.map(\.sentence) == [
                "P36: the server '\(name)' ended with exit status 9 while it was asked to publish fatal"
            ])
        program.port.answerTime = 50
        let failure = #expect(throws: LabFailure.self) { try lab.publish(.raw("x", id: "slow"), to: alice) }
        #expect(failure?.description.contains("wrote nothing for 50 ms of real time while it was asked") == true)
    }
}
