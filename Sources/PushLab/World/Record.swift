import Basics
import ConnectedDevices

/// The history of a world, and its violations.
struct Record {
    var history = History()
    private(set) var violations: [LabViolation] = []
    /// The reason why the run cannot continue.
    private(set) var failure: LabFailure?
    /// Whether the first fault of a program ends the run.
    ///
    /// Everything after that fault is a consequence of it.
    var endsWithFault = false
    /// The fault of a program that ended the run, and its kind.
    private(set) var fault: (sentence: String, sort: String)?
    /// Whether the run is over.
    var isOver: Bool { self.failure != nil || self.fault != nil }
    /// The number of bytes of each device's requests and answers. It is nil when traffic is not measured, because
    /// encoding takes time.
    var traffic: [UInt64]?
    /// For each name that apps showed, the number that the history uses for the text of the name. The index is the
    /// number of the name.
    private var shownNames: [HistoryEvent.TextNumber] = []

    /// Records a violation.
    mutating func violate(_ sentence: String, at now: Instant) {
        self.violations.append(LabViolation(sentence, at: now - LabTime.start))
    }

    /// Records that a program under test has stopped for good.
    ///
    /// Keeps only the first failure.
    mutating func fail(_ failure: LabFailure) { self.failure = self.failure ?? failure }

    /// Records the fault of a program under test.
    mutating func blame(_ sentence: String, _ sort: String, at now: Instant) {
        self.violate(sentence, at: now)
        if self.endsWithFault, !self.isOver { self.fault = (sentence, sort) }
    }

    mutating func count(_ bytes: @autoclosure () -> [UInt8], of device: Int) {
        guard self.traffic != nil else { return }
        self.traffic?.grow(to: device + 1, with: 0)
        self.traffic?[device] += UInt64(bytes().count)
    }

    /// Returns the number that the history uses for the text of a name.
    ///
    /// All devices of a user show the same names.
    mutating func number(of name: Name, in names: NameTable) -> HistoryEvent.TextNumber {
        let place = Int(name.number)
        if place < self.shownNames.count, self.shownNames[place] != .none {
            let known = self.shownNames[place]
            assert(self.history.text(known).isExactly(names.text(name)), "the names have moved")
            return known
        }
        let number = self.history.number(of: names.text(name))
        self.shownNames.grow(to: place + 1, with: .none)
        self.shownNames[place] = number
        return number
    }

    /// Whether there is no violation or failure, and only the hash of the history is kept.
    var isAtRest: Bool {
        self.violations.isEmpty && self.failure == nil && self.traffic == nil && !self.history.keepsEvents
            && self.history.events.isEmpty
    }

    /// Restores a packed record.
    mutating func unpack(from unpacker: inout Unpacker) {
        self.shownNames = []
        self.history = History(from: &unpacker)
    }
}
