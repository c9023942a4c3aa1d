import Basics
import FeedContract

/// The texts behind the names, kept once for all machines of a host.
///
/// Numbers are given out in the order of first use, so the same run gives the same ones.
package struct NameTable: Sendable {
    /// One less than the name has: none is no text.
    var texts = TextNumbers()
    private(set) var facts: [NotificationFacts] = []
    /// How long each of them is when it is stored: that is asked far more often than they are written.
    private var factsLengths: [Int] = []
    /// The last facts with each code.
    private var factsNumbers: [UInt64: FactsName] = [:]
    /// The facts before each that have the same code.
    private var earlierFacts: [FactsName] = []

    package init() {}

    /// How many texts and facts it keeps.
    package var count: Int { self.texts.count + self.facts.count }

    /// The name of a text, which it gets now if it has none.
    package mutating func intern(_ text: String) -> Name {
        text.isEmpty ? .none : Name(self.texts.intern(text) + 1)
    }

    /// The name of a text, if it has one.
    package func find(_ text: String) -> Name? {
        text.isEmpty ? Name.none : self.texts.find(text).map { Name($0 + 1) }
    }

    /// The name of a text that may be in no table.
    package func look(_ text: String) -> Name { self.find(text) ?? .unknown }

    /// The same for a text that is there as bytes.
    func look(_ text: Span<UInt8>) -> Name {
        text.isEmpty ? .none : self.texts.find(text).map { Name($0 + 1) } ?? .unknown
    }

    /// The text of a name that this table gave; empty for none.
    package func text(_ name: Name) -> String { name == .unknown || name.isNone ? "" : self.texts[name.number - 1] }

    /// How many bytes the text of a name has.
    func byteCount(_ name: Name) -> Int {
        name == .unknown || name.isNone ? 0 : self.texts.byteCount(name.number - 1)
    }

    /// How many bytes the text of a name has when it is stored: four more for its length.
    func storedCount(_ name: Name) -> Int { 4 + self.byteCount(name) }

    package func optionalText(_ name: Name) -> String? { name.isNone ? nil : self.text(name) }

    package mutating func intern(_ facts: NotificationFacts) -> FactsName {
        let code = NotificationFacts.code(facts.serverId, facts.content, expiration: facts.expiration)
        return self.find(code) { $0 == facts } ?? self.add(facts, code)
    }

    /// The name of what never changes about the notification that a change is of.
    @inline(__always)
    mutating func internFacts(of change: Change) -> FactsName {
        let code = NotificationFacts.code(change.serverId, change.content, expiration: change.expiration)
        return self.find(code) { $0.are(of: change) } ?? self.add(NotificationFacts(change), code)
    }

    @inline(__always)
    private func find(_ code: UInt64, where isMeant: (borrowing NotificationFacts) -> Bool) -> FactsName? {
        var name = self.factsNumbers[code] ?? .none
        while name != .none, !isMeant(self.facts.span[Int(name.number) - 1]) {
            name = self.earlierFacts[Int(name.number) - 1]
        }
        return name == .none ? nil : name
    }

    private mutating func add(_ facts: NotificationFacts, _ code: UInt64) -> FactsName {
        self.facts.append(facts)
        self.factsLengths.append(DurableWriter.length(of: facts))
        let name = FactsName(UInt32(self.facts.count))
        self.earlierFacts.append(self.factsNumbers.updateValue(name, forKey: code) ?? .none)
        return name
    }

    package func facts(_ name: FactsName) -> NotificationFacts? {
        name == .none ? nil : self.facts[Int(name.number) - 1]
    }

    /// How many bytes the facts have when they are stored.
    func storedCount(_ name: FactsName) -> Int { name == .none ? 0 : self.factsLengths[Int(name.number) - 1] }
}
