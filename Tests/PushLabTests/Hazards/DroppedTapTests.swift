import PushGateway
import Testing

@testable import PushLab

@Suite("Dropped taps")
struct DroppedTapTests {
    @Test("Histories distinguish the reasons, and a reason is read as it was written")
    func numbers() {
        let losses =
            DropReason.allCases.map(WakeLoss.apple) + [
                .addressGone, .deviceOffline, .expired, .lost, .collapsed, .overflow,
            ]
        let drops = losses.map(DroppedTap.byService) + [.byDevice]
        #expect(drops.map { DroppedTap(number: $0.number) } == drops)
        #expect(Set(drops.map(\.number)).count == drops.count)
    }

    @Test(
        "A trace has the reason in words",
        arguments: [
            (DroppedTap.byService(.apple(.noBackgroundMode)), "the app lacks the background mode"),
            (.byService(.apple(.forceQuit)), "the app is swiped away"),
            (.byDevice, "the app is swiped away"),
            (.byService(.apple(.lost)), "it got lost"), (.byService(.lost), "it got lost"),
            (.byService(.overflow), "too many wait for the device"),
        ])
    func words(_ drop: DroppedTap, _ words: String) {
        #expect(drop.words == words)
    }
}
