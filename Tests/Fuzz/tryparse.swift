import ShoulderTap

/// What is recognised can be sent again and is recognised as the same; the other platforms' forms never trap.
func fuzzTryParse(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = FuzzInput(start, count)
    let tap = Tap.tryParse(input.buffer.span)
    holds(tap == Tap.tryParse(input.array), "the same bytes elsewhere are another tap")
    if let tap {
        holds(count <= Tap.payloadLimit, "a tap of \(count) bytes")
        holds(Tap.tryParse(input.buffer.span, limit: count - 1) == nil, "the limit is not kept")
        checkPayload(of: tap)
    }
    for other in [Tap.tryParse(rawNotification: input.text), Tap.tryParse(dataMap: input.map)] {
        if let other { checkForms(of: other) }
    }
    // The whole input as the one value of each key that a sender may use.
    for key in ["shoulderTap", "activities", "aps", "data"] {
        if let other = Tap.tryParse(dataMap: [key: input.text]) { checkForms(of: other) }
    }
    checkMade(from: input)
    return 0
}

private func checkPayload(of tap: Tap) {
    guard let payload = tap.payload else { return holds(false, "a tap from a payload has none") }
    holds(payload.count <= Tap.payloadLimit, "the encoded tap has \(payload.count) bytes")
    holds(Tap.tryParse(payload) == tap, "encoding and parsing again makes another tap")
    holds(PushPayload.classify(payload.span) == .shoulderTap, "the encoded tap is not of its own kind")
    checkForms(of: tap)
}

/// The forms of the other platforms bring the same tap back, where they fit.
private func checkForms(of tap: Tap) {
    let raw = tap.rawNotification
    if raw.utf8.count <= Tap.rawNotificationLimit {
        holds(Tap.tryParse(rawNotification: raw) == tap, "the raw notification brings another tap")
    }
    if let map = tap.dataMap, map.values.allSatisfy({ $0.utf8.count <= 4000 }) {
        holds(Tap.tryParse(dataMap: map) == tap, "the data map brings another tap")
    }
}

/// Taps made from arbitrary strings: by construction they fit, and come back as they were.
private func checkMade(from input: FuzzInput) {
    let parts = input.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let hasAddress = parts.count >= 2 && !parts[0].isEmpty && !parts[1].isEmpty
    let activities = Array(parts.dropFirst(2))
    guard parts.count >= 2, let made = try? Tap(host: parts[0], subscription: parts[1], activities: activities) else {
        // A character takes six bytes at most, so an address of 512 bytes fits.
        let mayRefuse = !hasAddress || activities.contains("") || parts[0].utf8.count + parts[1].utf8.count > 512
        return holds(mayRefuse, "a tap that fits cannot be made")
    }
    holds(hasAddress && !activities.contains(""), "a tap was made of nothing")
    holds(same(made.host, parts[0]) && same(made.subscription, parts[1]), "a made tap has another address")
    holds(activities.starts(with: made.activities, by: same), "activities came back changed")
    holds(made.isHintTruncated == (made.activities.count < activities.count), "the mark of a cut hint is wrong")
    checkPayload(of: made)
}

/// Scalar by scalar, since `==` takes differently composed letters for equal.
private func same(_ left: String?, _ right: String) -> Bool {
    left?.unicodeScalars.elementsEqual(right.unicodeScalars) == true
}
