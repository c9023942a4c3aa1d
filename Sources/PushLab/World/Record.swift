import Basics
import ConnectedDevices

/// The history of a world, and the mistakes in it.
struct Record {
    var history = History()
    private(set) var violations: [LabViolation] = []
    /// Why nothing happens any more.
    private(set) var failure: LabFailure?
    /// Says whether the first fault of a program ends the run: all that follows is a consequence of it.
    var endsWithFault = false
    /// The fault of a program that ended the run, and its sort.
    private(set) var fault: (sentence: String, sort: String)?
    /// Says whether nothing happens any more.
    var isOver: Bool { self.failure != nil || self.fault != nil }
    /// The bytes of each device's requests and answers, where somebody wants to know: to write them takes time.
    var traffic: [UInt64]?
    /// The history's numbers for the names that apps showed, by the numbers of the names.
    private var shownNames: [HistoryEvent.TextNumber] = []

    /// Notes that something happened which must not.
    mutating func violate(_ sentence: String, at now: Instant) {
        self.violations.append(LabViolation(sentence, at: now - LabTime.start))
    }

    /// Notes that a program under test takes no part any more. The first reason is the one that counts.
    mutating func fail(_ failure: LabFailure) { self.failure = self.failure ?? failure }

    /// Notes the fault of a program under test.
    mutating func blame(_ sentence: String, _ sort: String, at now: Instant) {
        self.violate(sentence, at: now)
        if self.endsWithFault, !self.isOver { self.fault = (sentence, sort) }
    }

    mutating func count(_ bytes: @autoclosure () -> [UInt8], of device: Int) {
        guard self.traffic != nil else { return }
        self.traffic?.grow(to: device + 1, with: 0)
        self.traffic?[device] += UInt64(bytes().count)
    }

    /// The history's number for a name. All devices of a user show the same ones.
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

    /// Whether nothing is amiss, and nobody wants to know more of it than a hash.
    var isAtRest: Bool {
        self.violations.isEmpty && self.failure == nil && self.traffic == nil && !self.history.keepsEvents
            && self.history.events.isEmpty
    }

    /// Becomes a record that was packed.
    mutating func unpack(from unpacker: inout Unpacker) {
        self.shownNames = []
        self.history = History(from: &unpacker)
    }
}
