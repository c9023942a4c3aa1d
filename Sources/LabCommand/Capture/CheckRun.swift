import Captures

/// The verb `capture check`: reports the number of entries in each capture. For each line that is not valid, it reports
/// the reason.
struct CheckRun {
    private let inputs: [RawText]
    private let desk: InputDesk

    init(_ inputs: [RawText]) {
        self.inputs = inputs
        self.desk = InputDesk(inputs)
    }

    func run() -> ExitStatus {
        self.desk.run { () throws(RunEnd) in
            for input in self.inputs { try self.check(input) }
        }
    }

    private func check(_ input: RawText) throws(RunEnd) {
        var entries = 0
        let desk = self.desk
        let before = desk.complaintCount
        let isWhole = try desk.readCapture(input) { item, _ in
            if case .entry = item { entries += 1 }
        }
        guard isWhole else { return }
        let isSound = desk.complaintCount == before
        let name = TerminalText.escaped(input == "-" ? "standard input" : input)
        let words = counted(entries, "entry", "entries")
        try desk.console.write("\(name): \(isSound ? "valid, \(words)" : "\(words), with the problems above")\n")
    }
}
