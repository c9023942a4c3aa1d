import PushGateway
import Testing

@testable import PushLab

@Suite("Taps that are dropped")
struct DroppedTapTests {
    @Test("Histories tell one reason from the other, and a reason is read as it was written")
    func numbers() {
        let losses =
            DropReason.allCases.map(WakeLoss.apple) + [
                .addressGone, .deviceOffline, .expired, .lost, .collapsed, .overflow,
            ]
        #expect(losses.map { WakeLoss(number: $0.number) } == losses)
        #expect(Set(losses.map(\.number) + [DroppedTap.refusedByDevice]).count == losses.count + 1)
    }

    @Test(
        "A trace says in words why",
        arguments: [
            (WakeLoss.apple(.noBackgroundMode).number, "the app lacks the background mode"),
            (WakeLoss.apple(.forceQuit).number, "the app is swiped away"),
            (DroppedTap.refusedByDevice, "the app is swiped away"),
            (WakeLoss.apple(.lost).number, "it got lost"), (WakeLoss.lost.number, "it got lost"),
            (WakeLoss.overflow.number, "too many wait for the device"),
        ])
    func words(_ number: UInt32, _ words: String) {
        #expect(DroppedTap.words(number) == words)
    }
}
