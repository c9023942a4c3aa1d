import Basics
import Captures
import ShoulderTap
import Testing

@Suite("Statistics")
struct CaptureStatisticsTests {
    static let wake = Array(#"{"aps":{"content-available":1}}"#.utf8)
    static let stringly = Array(#"{"aps":{"content-available":"1"}}"#.utf8)

    static func statistics(_ entries: [CaptureEntry]) -> CaptureStatistics {
        var statistics = CaptureStatistics()
        for entry in entries { statistics.take(entry) }
        statistics.finish()
        return statistics
    }

    /// A push at a second, with a payload of its own unless told.
    static func push(_ second: Int64, _ device: String? = "phone", payload: [UInt8]? = nil) -> CaptureEntry {
        let own = Array(#"{"aps":{"content-available":1},"n":\#(second)}"#.utf8)
        return CaptureEntry(time: second * 1_000_000_000, device: device.map { .named($0) }, payload: payload ?? own)
    }

    @Test("Kinds, channels, oddities and sizes")
    func counts() {
        let found = Self.statistics([
            CaptureEntry(payload: Self.wake), CaptureEntry(payload: Self.stringly),
            CaptureEntry(payload: Array("{".utf8)), CaptureEntry(payload: [UInt8](repeating: 0x20, count: 5121)),
        ])
        #expect(found.payloads == 4 && found.bytes == Self.wake.count + Self.stringly.count + 1 + 5121)
        #expect(found.kinds == [.background: 1, .foreign: 1, .malformed: 2])
        #expect(found.channels == [.apns: 4])
        #expect(PayloadDiagnostic.Code("contentAvailableString").map { found.oddities[$0] } == 1)
        #expect(found.sizes.steps.map(\.count) == [3, 0, 0, 0, 0, 0, 0, 1])
        #expect(
            (0..<8).map(found.sizes.label) == [
                "0-128", "129-256", "257-512", "513-1024", "1025-2048", "2049-4096", "4097-5120", "5121+",
            ])
    }

    @Test("Each channel has its own rules")
    func channels() {
        let tap = #"{"v":1,"scenario":"userNotifications","host":"b.c","subscription":"s"}"#
        let found = Self.statistics([
            CaptureEntry(channel: .wns, payload: Array(tap.utf8)),
            CaptureEntry(channel: .wns, payload: Array("<toast/>".utf8)),
            CaptureEntry(channel: .fcm, payload: Array(#"{"data":{"a":"b"}}"#.utf8)),
        ])
        #expect(found.kinds == [.shoulderTap: 1, .alert: 1, .background: 1])
        #expect(found.channels == [.wns: 2, .fcm: 1])
    }

    @Test("Taps out of order count in their own hour, and refused taps in none")
    func disorder() {
        let times = [3_500, 3_601, 3_510, 3_602, 3_520, 3_530] as [Int64]
        let found = Self.statistics(times.map { Self.push($0) })
        #expect((found.hoursOverBudget, found.busiestHour) == (1, 4))
        let refused = (0..<5 as Range<Int64>).map { second -> CaptureEntry in
            var push = Self.push(second)
            push.answer = .init(status: 410)
            return push
        }
        #expect(Self.statistics(refused).hourlyTaps.total == 0 && Self.statistics(refused).bursts == 0)
    }

    @Test("Priorities and types of APNs, and wakes with too high a priority")
    func habits() {
        let headers: [HeaderList] = [
            ["apns-priority": "5", "apns-push-type": "background"], ["apns-priority": "10"], ["a": "b"], [:],
        ]
        let found = Self.statistics(headers.map { CaptureEntry(headers: $0, payload: Self.wake) })
        #expect(found.priorities.sorted.map { "\($0.word) \($0.count)" } == ["10 1", "5 1", "none 1"])
        #expect(found.types.sorted.map { "\($0.word) \($0.count)" } == ["none 2", "background 1"])
        #expect(found.urgentWakes == 2)
    }

    @Test("Taps of each device in each hour, against the budget")
    func budget() {
        let phone = [0, 600, 1200, 1800, 3600].map { Self.push($0) }
        let tablet = [10, 5000].map { Self.push($0, "tablet") }
        let alert = Self.push(20, payload: Array(#"{"aps":{"alert":"a"}}"#.utf8))
        let found = Self.statistics((phone + tablet + [alert]).sorted { ($0.time ?? 0) < ($1.time ?? 0) })
        #expect(found.hourlyTaps.steps.map(\.count) == [3, 0, 0, 1, 0, 0, 0])
        #expect((found.hoursOverBudget, found.busiestHour) == (1, 4))
        #expect(found.deviceCount == 2 && found.timed == 8)
    }

    @Test("Duplicates have the same bytes for the same device within a short time")
    func doubles() {
        let entries = [
            Self.push(0, payload: Self.wake), Self.push(100, payload: Self.wake),
            Self.push(200, "tablet", payload: Self.wake),
            Self.push(300, nil, payload: Self.wake), Self.push(400, nil, payload: Self.wake),
        ]
        #expect(Self.statistics(entries).doubles == 1)
        let far =
            [Self.push(0, payload: Self.wake)] + (1..<9).map { Self.push($0) } + [Self.push(9, payload: Self.wake)]
        #expect(Self.statistics(far).doubles == 0)
    }

    @Test("Three pushes close together are a burst")
    func bursts() {
        let found = Self.statistics([0, 9, 18, 27, 60, 65, 100, 101, 102].map { Self.push($0) })
        #expect((found.bursts, found.longestBurst) == (2, 4))
    }

    @Test("Disorder is counted, but not across a header")
    func inversions() {
        var statistics = CaptureStatistics()
        for second in [5, 4, 6] as [Int64] { statistics.take(Self.push(second)) }
        statistics.takeHeader()
        for second in [0, 1] as [Int64] { statistics.take(Self.push(second)) }
        statistics.finish()
        #expect(statistics.inversions == 1)
        #expect(statistics.hourlyTaps.total == 2)
    }

    @Test("Times at the ends of their range do not trap")
    func extremes() {
        let entries = [Int64.max, .min, .max, 0, .min].map {
            CaptureEntry(time: $0, device: .named("a"), payload: Self.wake)
        }
        #expect(Self.statistics(entries).inversions == 3)
    }

    @Test("Devices and words beyond a limit are counted together")
    func bounded() {
        var statistics = CaptureStatistics()
        for number in 0..<CaptureStatistics.mostDevices + 5 {
            let headers: HeaderList = ["apns-push-type": "type\(number % 40)"]
            statistics.take(CaptureEntry(device: .named("\(number)"), headers: headers, payload: []))
        }
        #expect(statistics.deviceCount == CaptureStatistics.mostDevices && statistics.untold == 5)
        #expect(statistics.types.sorted.count == 32 && statistics.types.others > 0)
    }
}
