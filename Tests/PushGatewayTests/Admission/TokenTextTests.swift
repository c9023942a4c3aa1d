import Testing

@testable import PushGateway

@Suite("Tokens as keys")
struct TokenTextTests {
    @Test("two are the same exactly when all their bytes are", arguments: [0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 200])
    func equality(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167) }
        let (one, same) = (TokenText(bytes: bytes), TokenText(bytes: bytes.map { $0 }))
        #expect(one == same && one.hashes == same.hashes)
        for index in 0..<count {
            var other = bytes
            other[index] ^= 1
            #expect(one != TokenText(bytes: other), "byte \(index)")
        }
        #expect(one != TokenText(bytes: bytes + [0]) && one != TokenText(bytes: [0] + bytes))
    }

    @Test("tokens that end alike are kept apart")
    func sameEnd() {
        let end = [UInt8](repeating: 7, count: 16)
        var cache = BoundedCache<TokenText, Int>(limit: 100)
        for number in 0..<100 { cache.remember(number, for: TokenText(bytes: [UInt8(number)] + end)) }
        for number in 0..<100 { #expect(cache[TokenText(bytes: [UInt8(number)] + end)] == number) }
        #expect(cache[TokenText(bytes: [100] + end)] == nil)
    }
}

extension TokenText {
    fileprivate var hashes: Int {
        var hasher = Hasher()
        self.hash(into: &hasher)
        return hasher.finalize()
    }
}
