import PushLab
import TestSupport
import Testing

@Suite("The table of promises, in code and in its article")
struct PromiseArticleTests {
    @Test("The article has a row for each promise, in their order, word for word")
    func article() throws {
        let rows = try #require(Article("Promises", of: "PushLab")).rows(under: "## The table")
        let expected = Property.promises.map { property in
            let facts = property.facts
            return [
                property.id, facts.name, facts.promise, facts.check.rawValue, facts.threat, facts.mistake, facts.harm,
            ]
        }
        #expect(rows.count == expected.count)
        for (row, expected) in zip(rows, expected) { #expect(row == expected) }
    }

    @Test("Promises are numbered from one, without gaps, and found by their ids alone")
    func ids() {
        #expect(Property.promises.map(\.id) == (1...Property.promises.count).map { "P\($0)" })
        for property in Property.allCases { #expect(Property(id: property.id) == property) }
        let next = "P\(Property.promises.count + 1)"
        for id in ["", "P", "P0", next, "p1", "P01", " P1", "15"] { #expect(Property(id: id) == nil) }
    }

    @Test("No two promises have the same name, text or mistake")
    func distinct() {
        let facts = Property.allCases.map(\.facts)
        let count = Property.allCases.count
        #expect(Set(facts.map(\.name)).count == count)
        #expect(Set(facts.map(\.promise)).count == count)
        #expect(Set(facts.map(\.threat)).count == count)
        #expect(Set(facts.map(\.mistake)).count == count)
        #expect(Set(facts.map(\.harm)).count == count)
    }

    @Test("Texts are short, promises and mistakes are sentences, and names are not", arguments: Property.allCases)
    func texts(_ property: Property) {
        let facts = property.facts
        #expect((5...34).contains(facts.name.count))
        #expect(facts.name.first?.isUppercase == false && facts.name.last?.isLetter == true)
        for sentence in [facts.promise, facts.mistake, facts.harm] {
            #expect((20...300).contains(sentence.count))
            #expect(sentence.first?.isUppercase == true && sentence.last == ".")
            #expect(!sentence.contains("  "))
        }
        #expect((5...100).contains(facts.threat.count))
        #expect(facts.threat.first?.isUppercase == false && facts.threat.last?.isLetter == true)
    }

    @Test("The six promises about two runs")
    func relations() {
        let found = Property.allCases.filter { $0.facts.check == .secondRun }
        #expect(found == [.p10, .p11, .p20, .p21, .p25, .p34])
    }

    @Test("Every trap names a promise as the table of promises does", arguments: Trap.allCases)
    func traps(_ trap: Trap) throws {
        let words = trap.facts.property.split(separator: " ", maxSplits: 1).map(String.init)
        let property = try #require(Property(id: words[0]))
        #expect(property.facts.name.contains(words[1]))
        #expect(property.traps.contains(trap) == !trap.facts.isHarmless)
    }
}
