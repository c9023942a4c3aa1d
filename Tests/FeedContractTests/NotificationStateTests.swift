import FeedContract
import Testing

@Test("states keep the raw values of the original")
func rawValues() {
    #expect(ReadState(rawValue: 1) == .read)
    #expect(UserActionState(rawValue: 2) == .dismissed)
}
