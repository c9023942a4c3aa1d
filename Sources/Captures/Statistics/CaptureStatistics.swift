internal import Basics
package import ShoulderTap

/// Statistics of a capture, entry by entry, in constant memory.
package struct CaptureStatistics: Sendable {
    /// The number of background pushes per hour that the system delivers without delay. It delays further pushes.
    package static let hourlyBudget = 3
    /// The minimum number of pushes in a burst.
    package static let leastBurst = 3
    /// The maximum number of devices that are distinguished. All pushes for further devices are counted together.
    package static let mostDevices = 10_000
    /// The maximum number of distinct words from senders, such as push types.
    private static let mostWords = 32
    /// The hash with a public key: it distinguishes payloads and protects no secret.
    private static let digest = KeyedHash(key: [UInt8](repeating: 0, count: 16))

    package private(set) var payloads = 0
    package private(set) var bytes = 0
    package private(set) var timed = 0
    package private(set) var unreadable = 0
    package private(set) var kinds: [PayloadKind: Int] = [:]
    package private(set) var channels: [CaptureEntry.Channel: Int] = [:]
    /// The number of payloads with each kind of finding.
    package private(set) var oddities: [PayloadDiagnostic.Code: Int] = [:]
    /// The number of payloads with each contradiction between headers and payload.
    package private(set) var headerFindings: [HeaderFinding.Code: Int] = [:]
    package private(set) var priorities = WordCount(most: mostWords)
    package private(set) var types = WordCount(most: mostWords)
    package private(set) var sizes = Histogram([0, 129, 257, 513, 1025, 2049, 4097, 5121])
    package private(set) var doubles = 0
    package private(set) var bursts = 0
    package private(set) var longestBurst = 0
    /// The number of entries whose time is earlier than the time of the previous entry.
    package private(set) var inversions = 0
    /// The number of taps of a device in an hour. Only hours with taps are counted.
    package private(set) var hourlyTaps = Histogram([1, 2, 3, 4, 6, 11, 21])
    package private(set) var hoursOverBudget = 0
    package private(set) var busiestHour = 0
    /// The number of pushes for devices beyond ``mostDevices``.
    package private(set) var untold = 0
    private var devices: [ExactText: DeviceHistory] = [:]
    private var lastTime: Int64?

    package init() {}

    package var deviceCount: Int { self.devices.count }

    /// The number of silent pushes sent with priority 10, which is also the default.
    package var urgentWakes: Int {
        self.headerFindings[.silentAtPriority10, default: 0] + self.headerFindings[.priorityMissing, default: 0]
    }

    /// Begins another part of a capture. Its times are not comparable with the times of earlier parts.
    package mutating func takeHeader() {
        self.lastTime = nil
        self.endHistories()
    }

    package mutating func takeUnreadable() { self.unreadable += 1 }

    package mutating func take(_ entry: CaptureEntry) {
        self.payloads += 1
        self.bytes += entry.payload.count
        self.channels[entry.channel, default: 0] += 1
        self.sizes.count(entry.payload.count)
        let verdict = ChannelVerdict(of: entry)
        let isWake = verdict.kind == .shoulderTap || verdict.kind == .background
        self.kinds[verdict.kind, default: 0] += 1
        for code in Set(verdict.diagnostics.map(\.code)) { self.oddities[code, default: 0] += 1 }
        for finding in HeaderFinding.all(in: entry, verdict.kind) {
            self.headerFindings[finding.code, default: 0] += 1
        }
        if entry.channel == .apns { self.takeHabits(of: entry) }
        if let time = entry.time {
            self.timed += 1
            if let last = self.lastTime, time < last { self.inversions += 1 }
            self.lastTime = time
        }
        self.takeDevice(of: entry, isWake: isWake)
    }

    /// Counts bursts and hours that are still open. Afterwards the figures are complete.
    package mutating func finish() { self.endHistories() }

    private mutating func takeHabits(of entry: CaptureEntry) {
        guard !entry.headers.fields.isEmpty else { return }
        self.priorities.count(entry.headers["apns-priority"] ?? "none")
        self.types.count(entry.headers["apns-push-type"] ?? "none")
    }

    private mutating func takeDevice(of entry: CaptureEntry, isWake: Bool) {
        guard entry.refusal == nil else { return }
        let name: ExactText
        switch entry.device {
        case .named(let text), .token(let text): name = ExactText(text)
        case nil: return
        }
        guard self.devices[name] != nil || self.devices.count < Self.mostDevices else {
            self.untold += 1
            return
        }
        let digest = Self.digest?.code(of: entry.payload) ?? 0
        let step = self.devices[name, default: DeviceHistory()].take(digest: digest, time: entry.time, isWake: isWake)
        self.count(step)
    }

    private mutating func count(_ step: DeviceHistory.Step) {
        if step.isDouble { self.doubles += 1 }
        if let length = step.endedBurst, length >= Self.leastBurst {
            self.bursts += 1
            self.longestBurst = max(self.longestBurst, length)
        }
        for taps in step.endedHours {
            self.hourlyTaps.count(taps)
            self.busiestHour = max(self.busiestHour, taps)
            if taps > Self.hourlyBudget { self.hoursOverBudget += 1 }
        }
    }

    private mutating func endHistories() {
        // Sums do not depend on the order.
        for name in self.devices.keys {
            if let step = self.devices[name]?.finish() { self.count(step) }
        }
    }
}

/// Counts words. Distinguishes a maximum number of words, and counts all further words together.
package struct WordCount: Hashable, Sendable {
    private let most: Int
    private var counts: [ExactText: Int] = [:]
    package private(set) var others = 0

    init(most: Int) { self.most = most }

    mutating func count(_ word: String) {
        let word = ExactText(word)
        if self.counts[word] != nil || self.counts.count < self.most {
            self.counts[word, default: 0] += 1
        } else {
            self.others += 1
        }
    }

    /// The words, most frequent first. Words with the same count are in alphabetical order.
    package var sorted: [(word: String, count: Int)] {
        self.counts.map { (word: $0.key.text, count: $0.value) }.sorted { left, right in
            if left.count != right.count { return left.count > right.count }
            return left.word.utf8.lexicographicallyPrecedes(right.word.utf8)
        }
    }
}
