import Testing

@testable import PushLab

@Suite("Values by the numbers of texts")
struct LedgerTests {
    /// Small numbers, numbers that begin at one place of the table, and the greatest.
    static let keys = (1...40).map { UInt32($0) } + (1...40).map { $0 << 20 } + [.max, .max - 1]

    @Test("Entries are found, changed and removed as in a dictionary, in the order of insertion")
    func order() {
        var (ledger, order) = (Ledger<Int>(), [UInt32]())
        var model: [UInt32: Int] = [:]
        for (round, key) in (Self.keys + Self.keys.reversed() + Self.keys).enumerated() {
            let number = HistoryEvent.TextNumber(key)
            let value = round % 3 == 2 ? nil : round
            if value == nil { order.removeAll { $0 == key } } else if model[key] == nil { order.append(key) }
            model[key] = value
            ledger[number] = value
            #expect(ledger[number] == value && ledger.isEmpty == model.isEmpty)
            #expect(ledger.keys.map(\.number) == order && ledger.values == order.compactMap { model[$0] })
        }
        for key in Self.keys { #expect(ledger[HistoryEvent.TextNumber(key)] == model[key]) }
        #expect(ledger[HistoryEvent.TextNumber(77_777)] == nil)
    }

    @Test("The newest entry may be removed and added again, and all others stay")
    func newest() {
        var (ledger, kept) = (Ledger<Int>(), [UInt32]())
        for (round, key) in Self.keys.enumerated() {
            ledger[HistoryEvent.TextNumber(key)] = round
            if round % 2 == 0 { kept.append(key) } else { ledger[HistoryEvent.TextNumber(key)] = nil }
            for (place, key) in kept.enumerated() { #expect(ledger[HistoryEvent.TextNumber(key)] == place * 2) }
            #expect(ledger.keys.map(\.number) == kept)
        }
        for key in kept.reversed() { ledger[HistoryEvent.TextNumber(key)] = nil }
        #expect(ledger.isEmpty && kept.allSatisfy { ledger[HistoryEvent.TextNumber($0)] == nil })
    }
}
