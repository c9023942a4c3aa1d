private import ShoulderTap

/// Functions that count the allocations of the library's entry points for one payload.
enum AllocationProbes {
    static func classify(_ bytes: [UInt8]) -> Int {
        AllocationCounter.count { UInt64(PushPayload.classify(bytes.span) == .shoulderTap ? 1 : 0) }
    }

    static func classifyLeniently(_ bytes: [UInt8]) -> Int {
        AllocationCounter.count {
            UInt64(PushPayload.classify(bytes.span, strictness: .lenient) == .shoulderTap ? 1 : 0)
        }
    }

    /// Parses the payload's text as an envelope in a data map. The text is refused, because it is not an envelope.
    static func tryParseDataMap(_ bytes: [UInt8]) -> Int {
        let map = ["shoulderTap": String(decoding: bytes, as: UTF8.self)]
        return AllocationCounter.count { Tap.tryParse(dataMap: map) == nil ? 0 : 1 }
    }

    /// Parses the payload's text as a raw notification, and returns the allocations if the text is refused.
    ///
    /// A raw notification with our envelope is accepted even if it also contains an alert.
    static func tryParseRaw(_ bytes: [UInt8]) -> Int {
        let text = String(decoding: bytes, as: UTF8.self)
        guard Tap.tryParse(rawNotification: text) == nil else { return 0 }
        return AllocationCounter.count { Tap.tryParse(rawNotification: text) == nil ? 0 : 1 }
    }

    static func inspect(_ bytes: [UInt8]) -> Int {
        AllocationCounter.count { UInt64(PushPayload.inspect(bytes).diagnostics.count) }
    }

    static func isTap(_ bytes: [UInt8]) -> Bool { Tap.tryParse(bytes) != nil }

    /// Counts the allocations for parsing a tap from a span. No text of the tap is read.
    static func tryParseSpan(_ bytes: [UInt8]) -> Int {
        AllocationCounter.count { Tap.tryParse(bytes.span) == nil ? 0 : 1 }
    }

    /// Counts the allocations for parsing a tap from an array whose bytes the tap may share. No text of the tap is
    /// read.
    static func tryParse(_ bytes: [UInt8]) -> Int {
        AllocationCounter.count { Tap.tryParse(bytes) == nil ? 0 : 1 }
    }

    /// Returns the allocations for parsing a tap and reading all of it, minus one for each string and one for the array
    /// of ids.
    ///
    /// The target is at most 0.
    static func excessOverStrings(_ bytes: [UInt8]) -> Int {
        guard let tap = Tap.tryParse(bytes) else { return 0 }
        let strings = [tap.host, tap.subscription, tap.head].count { $0 != nil } + tap.activities.count
        let arrays = tap.activities.isEmpty ? 0 : 1
        return AllocationCounter.count { Self.readAll(bytes) } - strings - arrays
    }

    private static func readAll(_ bytes: [UInt8]) -> UInt64 {
        guard let tap = Tap.tryParse(bytes) else { return 0 }
        var sum = Self.length(tap.host) &+ Self.length(tap.subscription) &+ Self.length(tap.head)
        for id in tap.activities { sum &+= UInt64(id.utf8.count) }
        return sum
    }

    private static func length(_ text: String?) -> UInt64 { UInt64(text?.utf8.count ?? 0) }
}
