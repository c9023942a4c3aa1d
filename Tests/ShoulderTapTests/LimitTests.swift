import ShoulderTap
import TestSupport
import Testing

@Suite("The caller's limit")
struct LimitTests {
    private static let tap = Array(KnownPayload.tapText(KnownPayload.required).utf8)

    @Test(
        "A tap is recognised up to the limit, and is silent but too large above it",
        arguments: [Strictness.strict, .lenient])
    func tap(_ strictness: Strictness) {
        let size = Self.tap.count
        let fits = PushPayload.inspect(Self.tap, strictness: strictness, limit: size)
        #expect(fits.kind == .shoulderTap)
        #expect(fits.isTap)
        #expect(fits.diagnostics.count == 0)

        let isOver = PushPayload.inspect(Self.tap, strictness: strictness, limit: size - 1)
        #expect(isOver.kind == .background)
        #expect(!isOver.isTap)
        #expect(isOver.tap == nil)
        #expect(isOver.diagnostics.map(\.code.description) == ["overDeviceLimit"])
        #expect(isOver.diagnostics.map(\.offset) == [size - 1])
    }

    @Test("With any limit, only VoIP pushes may be over 4096 bytes", arguments: Fixture.all)
    func everyKind(_ fixture: Fixture) {
        let inspection = PushPayload.inspect(fixture.bytes, limit: 0)
        let isRemarked = inspection.diagnostics.contains { $0.code.description == "overDeviceLimit" }
        let isWhole = inspection.root != nil
        #expect(isRemarked == (isWhole && inspection.kind != .voip))
        #expect(!inspection.isTap)
    }

    @Test("No limit accepts more than a push service does")
    func ceiling() {
        let blanks = [UInt8](repeating: 0x20, count: 5121 - Self.tap.count)
        #expect(PushPayload.inspect(Self.tap + blanks.dropLast(), limit: 5120).isTap)
        let isOver = PushPayload.inspect(Self.tap + blanks, limit: 1_000_000)
        #expect(isOver.kind == .malformed)
        #expect(!isOver.isTap)
        #expect(isOver.root == nil)
        #expect(isOver.diagnostics.map(\.offset) == [5120])
        #expect(Tap.tryParse(Self.tap + blanks, limit: 1_000_000) == nil)
    }

    @Test("A huge payload costs nothing and is refused like one that is slightly too large")
    func huge() {
        let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        #expect(PushPayload.classify(bytes.span) == .malformed)
        #expect(PushPayload.inspect(bytes).diagnostics.map(\.code.description) == ["tooLarge"])
        #expect(PushPayload.inspect(bytes).bytes.count == 1_000_000)
    }
}
