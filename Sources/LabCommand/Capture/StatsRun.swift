import Captures

/// The verb `capture stats`: one set of statistics over all captures.
final class StatsRun {
    private let inputs: [RawText]
    private let json: Bool
    private let desk: InputDesk
    private var statistics = CaptureStatistics()

    init(_ inputs: [RawText], json: Bool) {
        self.inputs = inputs
        self.json = json
        self.desk = InputDesk(inputs)
    }

    func run() -> ExitStatus {
        self.desk.run { () throws(RunEnd) in
            do throws(RunEnd) {
                for input in self.inputs { try self.take(input) }
            } catch {
                // After an interrupt, the results so far are shown.
                guard case .interrupted = error else { throw error }
                try self.show()
                try self.desk.console.complain("interrupted: these figures cover only what was read so far")
                throw error
            }
            try self.show()
        }
    }

    private func take(_ input: RawText) throws(RunEnd) {
        self.statistics.takeHeader()
        let before = self.desk.complaintCount
        try self.desk.readCapture(input) { item, _ in
            switch item {
            case .header: self.statistics.takeHeader()
            case .entry(let entry): self.statistics.take(entry)
            case .finding: break
            }
        }
        for _ in before..<self.desk.complaintCount { self.statistics.takeUnreadable() }
    }

    private func show() throws(RunEnd) {
        self.statistics.finish()
        if self.json {
            try self.desk.console.write(StatisticsJSON.render(self.statistics))
        } else {
            try self.desk.console.write(StatisticsText.render(self.statistics))
        }
        try self.desk.console.flush()
    }
}
