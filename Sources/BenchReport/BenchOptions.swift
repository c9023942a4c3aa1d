/// The options of the command line.
package struct BenchOptions: Hashable, Sendable {
    package enum Section: String, CaseIterable, Sendable {
        case parse, start, allocations, secure, lab, replay, explore, serve
    }

    package var sections: [Section] = []
    package var isJSON = false
    package var isQuick = false
    package var isCanary = false
    package var rounds: Int?
    package var isHelp = false

    /// The reason why the command line is invalid.
    package struct Complaint: Error, Hashable, Sendable {
        package let text: String
    }

    package init() {}

    /// Parses the words after the program's name.
    package static func parse(_ words: [String]) throws(Complaint) -> BenchOptions {
        var options = BenchOptions()
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": options.isHelp = true
            case "--json": options.isJSON = true
            case "--quick": options.isQuick = true
            case "--canary": options.isCanary = true
            case "--rounds": options.rounds = try Self.rounds(rest.popFirst())
            case _ where word.hasPrefix("--rounds="): options.rounds = try Self.rounds(String(word.dropFirst(9)))
            case _ where word.hasPrefix("-"):
                throw Complaint(text: Self.unknown("option", word, among: Self.names))
            default:
                guard let section = Section(rawValue: word) else {
                    let known = Section.allCases.map(\.rawValue)
                    throw Complaint(text: Self.unknown("section", word, among: known))
                }
                options.sections.append(section)
            }
        }
        return try options.checked()
    }

    private static let names = ["--help", "--json", "--quick", "--canary", "--rounds"]

    private func checked() throws(Complaint) -> BenchOptions {
        if self.isHelp { return self }
        guard self.sections.count == 1 else {
            let known = Section.allCases.map(\.rawValue).joined(separator: ", ")
            throw Complaint(text: "name one section: \(known)")
        }
        if self.isCanary && self.sections != [.allocations] {
            throw Complaint(text: "'--canary' belongs to the section allocations")
        }
        return self
    }

    private static func rounds(_ word: String?) throws(Complaint) -> Int {
        guard let word, let rounds = Int(word), (1...10_000).contains(rounds) else {
            throw Complaint(text: "'--rounds' needs a whole number from 1 to 10000")
        }
        return rounds
    }

    private static func unknown(_ what: String, _ word: String, among known: [String]) -> String {
        let hint = Suggestion.nearest(to: word, among: known).map { "; did you mean '\($0)'?" } ?? ""
        return "unknown \(what) '\(word)'\(hint)"
    }

    /// The text of `--help`.
    package static let help = """
        usage: shouldertap-bench SECTION [--json] [--quick] [--rounds N] [--canary]

        Measures against references in the same run and prints rows of metric, value,
        unit, reference, ratio, target and met.

        sections
          parse        classify, tryParse and inspect against simdjson and Foundation
          start        the whole process of 'shouldertap --version' against a C program
          allocations  heap allocations of the same three; counts, never times
          secure       provider tokens, signatures and TLS against plain C over OpenSSL
          lab          fleets of up to a million devices against a bare agenda
          replay       captures against reading their file, flows against a fleet
          explore      worlds with all judges against the same worlds without
          serve        pushes a second of 'shouldertap serve' against nghttpd

        options
          --json       one JSON object a line instead of a table
          --quick      few rounds; times are printed but not judged, counts are
          --rounds N   measured rounds of each contender (default 15; start 60; serve 9)
          --canary     adds a contender that allocates, so that the gate must fail

        exit codes
          0 all targets met, 1 a target missed or contenders disagree, 64 usage,
          66 'shouldertap' is not built beside this program, or 'nghttpd' or 'h2load'
          is not installed, 69 a server does not start, 70 the counter miscounts

        example
          swift run -c release shouldertap-bench parse --json
        """
}
