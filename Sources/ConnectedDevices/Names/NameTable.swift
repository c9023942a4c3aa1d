import Basics
import FeedContract

/// The table of texts, stored once for all machines of a host.
///
/// Numbers are assigned in the order of first use, so the same run assigns the same numbers.
package struct NameTable: Sendable {
    /// The texts. The number of a text is one less than its name, because the name zero stands for no text.
    var texts = TextNumbers()
    private(set) var facts: [NotificationFacts] = []
    /// The number of bytes that each entry of `facts` needs in stored form. The numbers are kept because they are
    /// needed far more often than the facts are written.
    private var factsLengths: [Int] = []
    /// The latest facts for each hash code.
    private var factsNumbers: [UInt64: FactsName] = [:]
    /// For each entry of `facts`, the previous facts with the same hash code.
    private var earlierFacts: [FactsName] = []

    package init() {}

    /// The number of texts and facts.
    package var count: Int { self.texts.count + self.facts.count }

    /// Returns the name of a text, adding it if needed.
    package mutating func intern(_ text: String) -> Name {
        text.isEmpty ? .none : Name(self.texts.intern(text) + 1)
    }

    /// Returns the name of a text, if it has one.
    package func find(_ text: String) -> Name? {
        text.isEmpty ? Name.none : self.texts.find(text).map { Name($0 + 1) }
    }

    /// Returns the name of a text, or ``Name/unknown`` if it is not in the table.
    package func look(_ text: String) -> Name { self.find(text) ?? .unknown }

    /// Returns the name of a text that is given as bytes.
    func look(_ text: Span<UInt8>) -> Name {
        text.isEmpty ? .none : self.texts.find(text).map { Name($0 + 1) } ?? .unknown
    }

    /// Returns the text of a name from this table. The text is empty for ``Name/none`` and ``Name/unknown``.
    package func text(_ name: Name) -> String { name == .unknown || name.isNone ? "" : self.texts[name.number - 1] }

    /// Returns the number of bytes in the text of a name.
    func byteCount(_ name: Name) -> Int {
        name == .unknown || name.isNone ? 0 : self.texts.byteCount(name.number - 1)
    }

    /// Returns the number of bytes that the text of a name needs in stored form. This includes four bytes for its
    /// length.
    func storedCount(_ name: Name) -> Int { 4 + self.byteCount(name) }

    package func optionalText(_ name: Name) -> String? { name.isNone ? nil : self.text(name) }

    package mutating func intern(_ facts: NotificationFacts) -> FactsName {
        let code = NotificationFacts.code(facts.serverId, facts.content, expiration: facts.expiration)
        return self.find(code) { $0 == facts } ?? self.add(facts, code)
    }

    /// Returns the name of the facts of the notification in a change.
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

    /// Returns the number of bytes of the stored facts.
    func storedCount(_ name: FactsName) -> Int { name == .none ? 0 : self.factsLengths[Int(name.number) - 1] }
}
