import Testing

@testable import PushGateway

@Suite("Small parts of admission")
struct SmallPartsTests {
    @Test("a cache keeps the newest and forgets the oldest")
    func cache() {
        var cache = BoundedCache<Int, Int>(limit: 3)
        for key in 0..<10 {
            cache.remember(key * 2, for: key)
            #expect(cache.count == min(key + 1, 3))
        }
        #expect([6, 7, 8, 9].map { cache[$0] } == [nil, 14, 16, 18])
        cache.remember(1, for: 7)
        #expect(cache[7] == 1)
        #expect(cache.count == 3)
        cache.remember(20, for: 10)
        #expect(cache[7] == nil, "a new value does not make an entry younger")
        cache.forgetAll()
        #expect(cache.count == 0)
        #expect(cache[10] == nil)
    }

    @Test(
        "an id is canonical in 8-4-4-4-12 hex digits",
        arguments: [
            ("00000000-0000-0000-0000-000000000000", true), ("abcdefAB-CDEF-0123-4567-89abcdef0123", true),
            ("0000000-00000-0000-0000-000000000000", false), ("00000000-0000-0000-0000-00000000000g", false),
            ("00000000-0000-0000-0000-000000000000-", false), ("{0000000-0000-0000-0000-000000000000}", false),
            ("00000000-0000-0000-0000-00000000000é", false), ("", false), ("----", false),
        ])
    func canonical(_ text: String, isCanonical: Bool) { #expect(UUIDText.isCanonical(text) == isCanonical) }

    @Test("a generated id is canonical, and marked as random")
    func made() {
        #expect(UUIDText.upperCase((0, 0)) == "00000000-0000-4000-8000-000000000000")
        #expect(UUIDText.upperCase((.max, .max)) == "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF")
        #expect(UUIDText.isCanonical(UUIDText.upperCase((0x0123_4567_89AB_CDEF, 42))))
    }

    @Test("no suffix of a topic ends in another, so a topic has at most one")
    func suffixes() {
        let suffixes = PushTypeRule.all.map(\.suffix).filter { !$0.isEmpty }
        for suffix in suffixes {
            #expect(suffixes.count { suffix.hasSuffix($0) } == 1)
        }
    }
}
