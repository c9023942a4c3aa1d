import Testing

@testable import PushGateway

@Suite("Tokens on the shelf")
struct TokenShelfTests {
    @Test("a token is found by all of its bytes", arguments: [0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 200, 251])
    func equality(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167) }
        var shelf = TokenShelf<Int>(limit: 4)
        #expect(shelf[bytes] == nil)
        shelf.remember(1, for: bytes)
        #expect(shelf[bytes.map { $0 }] == 1)
        for index in 0..<count {
            var other = bytes
            other[index] ^= 1
            #expect(shelf[other] == nil, "byte \(index)")
        }
        #expect(shelf[bytes + [0]] == nil && shelf[[0] + bytes] == nil && shelf[[1] + bytes] == nil)
    }

    @Test("tokens with the same end are distinguished")
    func sameEnd() {
        let end = [UInt8](repeating: 7, count: 16)
        var shelf = TokenShelf<Int>(limit: 100)
        for number in 0..<100 { shelf.remember(number, for: [UInt8(number)] + end) }
        for number in 0..<100 { #expect(shelf[[UInt8(number)] + end] == number) }
        #expect(shelf[[100] + end] == nil)
    }

    @Test("the oldest is forgotten, with the same or another end", arguments: [1, 3, 64], [true, false])
    func forgetting(_ limit: Int, _ endsAlike: Bool) {
        let token = { (number: Int) -> [UInt8] in
            let (number, rest) = (UInt8(number), [UInt8](repeating: 7, count: 40))
            return endsAlike ? [number] + rest : rest + [number]
        }
        var shelf = TokenShelf<Int>(limit: limit)
        for newest in 0..<200 {
            shelf.remember(newest, for: token(newest))
            #expect(shelf.count == min(newest + 1, limit))
            for number in 0...newest {
                #expect(shelf[token(number)] == (number > newest - limit ? number : nil), "\(number) of \(newest)")
            }
        }
        shelf.forgetAll()
        #expect(shelf.count == 0 && shelf[token(199)] == nil)
    }
}
