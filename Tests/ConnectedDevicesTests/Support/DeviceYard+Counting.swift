import ConnectedDevices
import FeedContract
import NotificationFeed
import ReferenceModels

extension DeviceYard {
    /// Creates a yard with a phone that reads the first of three pages, which no tap announced.
    static func readingPages() -> DeviceYard {
        var limits = FeedLimits()
        limits.pageSize = 2
        var yard = DeviceYard(limits)
        yard.device("phone")
        for number in 1...5 {
            yard.publish("n\(number)")
            yard.queue.removeAll()
        }
        yard.sync(0)
        return yard
    }

    /// The number of reads that arrived from a device.
    func fetches(of device: Int) -> Int {
        self.requests.count { request in
            if request.device == device, case .fetch = request.1 { true } else { false }
        }
    }
}

extension YardDevice {
    func outcome(of call: CallNumber) -> DeviceOutcome? {
        self.completions.first { $0.call == call }?.outcome
    }

    var requestCount: Int {
        self.log.count { if case .request = $0 { true } else { false } }
    }
}
