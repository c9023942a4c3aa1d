import BenchReport
import Testing

@Suite("The command line of the benchmark")
struct OptionTests {
    @Test(
        "An error says what is wrong with the command line",
        arguments: [
            ([], "name one section: parse, start, allocations, secure, lab, replay, explore, serve"),
            (["parse", "start"], "name one section: parse, start, allocations, secure, lab, replay, explore, serve"),
            (["pars"], "unknown section 'pars'; did you mean 'parse'?"),
            (["alocation"], "unknown section 'alocation'; did you mean 'allocations'?"),
            (["zzzzzzzzzz"], "unknown section 'zzzzzzzzzz'"),
            (["parse", "--jsno"], "unknown option '--jsno'; did you mean '--json'?"),
            (["parse", "--rounds"], "'--rounds' needs a whole number from 1 to 10000"),
            (["parse", "--rounds", "0"], "'--rounds' needs a whole number from 1 to 10000"),
            (["parse", "--rounds=x"], "'--rounds' needs a whole number from 1 to 10000"),
            (["parse", "--canary"], "'--canary' belongs to the section allocations"),
        ])
    func refuses(_ words: [String], _ text: String) {
        #expect(throws: BenchOptions.Complaint.self) { try BenchOptions.parse(words) }
        let complaint = #expect(throws: BenchOptions.Complaint.self) { try BenchOptions.parse(words) }
        #expect(complaint?.text == text)
    }

    @Test("Options may be before or after the section")
    func accepts() throws {
        let options = try BenchOptions.parse(["--json", "allocations", "--rounds=9", "--canary", "--quick"])
        #expect(options.sections == [.allocations])
        #expect(try BenchOptions.parse(["secure"]).sections == [.secure])
        #expect(options.isJSON && options.isCanary && options.isQuick)
        #expect(options.rounds == 9)
        #expect(try BenchOptions.parse(["parse", "--rounds", "20"]).rounds == 20)
        #expect(try BenchOptions.parse(["--help"]).isHelp)
    }

    @Test("The help fits a screen and ends with an example")
    func helps() {
        let lines = BenchOptions.help.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 40)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines.last?.hasPrefix("  swift run") == true)
    }
}
