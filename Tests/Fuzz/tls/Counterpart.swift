import SecureTransport

/// The honest side of a conversation.
protocol Counterpart: ~Copyable {
    mutating func receive(_ bytes: ArraySlice<UInt8>)
    mutating func takeUnsent() -> [UInt8]
    mutating func speak(_ bytes: [UInt8])
    mutating func close()
    var isOpen: Bool { get }
}

/// One that lives: it answers whatever it is told.
extension Witness: Counterpart {}

/// One that is deaf: it sends what a living one has once sent to an honest victim, which costs nothing.
///
/// It never fails, so a victim that goes on after an attack gets more to read of it than of one that lives.
struct RecordedCounterpart: Counterpart {
    /// What was taken from it at each turn, be it nothing.
    private var flights: [[UInt8]].SubSequence

    init(_ flights: [[UInt8]]) { self.flights = flights[...] }

    mutating func takeUnsent() -> [UInt8] { self.flights.popFirst() ?? [] }

    func receive(_ bytes: ArraySlice<UInt8>) {}
    func speak(_ bytes: [UInt8]) {}
    func close() {}
    var isOpen: Bool { true }
}

/// One that lives and is recorded.
struct RecordingCounterpart: Counterpart, ~Copyable {
    private(set) var witness: Witness
    private(set) var flights: [[UInt8]] = []

    init(_ witness: consuming Witness) { self.witness = witness }

    mutating func takeUnsent() -> [UInt8] {
        self.flights.append(self.witness.takeUnsent())
        return self.flights[self.flights.count - 1]
    }

    mutating func receive(_ bytes: ArraySlice<UInt8>) { self.witness.receive(bytes) }
    mutating func speak(_ bytes: [UInt8]) { self.witness.speak(bytes) }
    mutating func close() { self.witness.close() }
    var isOpen: Bool { self.witness.isOpen }
}
