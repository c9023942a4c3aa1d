private import ShoulderTap

/// `PushPayload.classify` on slices of one buffer.
struct ClassifyContender: Contender {
    let name = "classify"
    let question = Question.isSilent

    func answer(_ index: Int, in set: PayloadSet) -> Bool {
        Self.isSilent(PushPayload.classify(set.joined.span.extracting(set.bounds[index])))
    }

    func sweep(_ set: PayloadSet) -> Int {
        let bytes = set.joined.span
        let bounds = set.bounds.span
        var silent = 0
        for index in bounds.indices {
            if Self.isSilent(PushPayload.classify(bytes.extracting(bounds[index]))) { silent += 1 }
        }
        return silent
    }

    private static func isSilent(_ kind: PayloadKind) -> Bool { kind == .background || kind == .shoulderTap }
}

/// `Tap.tryParse` on slices of one buffer. A tap copies its bytes, because a slice does not outlive the call.
struct TryParseSpanContender: Contender {
    let name = "tryParse (span)"
    let question = Question.isTap

    func answer(_ index: Int, in set: PayloadSet) -> Bool {
        Tap.tryParse(set.joined.span.extracting(set.bounds[index])) != nil
    }

    func sweep(_ set: PayloadSet) -> Int {
        let bytes = set.joined.span
        let bounds = set.bounds.span
        var taps = 0
        for index in bounds.indices {
            if Tap.tryParse(bytes.extracting(bounds[index])) != nil { taps += 1 }
        }
        return taps
    }
}

/// `Tap.tryParse` on each payload as a separate array, whose bytes the tap shares.
///
/// Only the verdict; no string is read.
struct TryParseContender: Contender {
    let name = "tryParse"
    let question = Question.isTap
    let readsArrays = true

    func answer(_ index: Int, in set: PayloadSet) -> Bool { Tap.tryParse(set.arrays[index]) != nil }

    func sweep(_ set: PayloadSet) -> Int {
        let shelf = set.borrowed.payloads
        let payloads = shelf.span
        var taps = 0
        for index in 0..<payloads.count {
            if Tap.tryParse(payloads[index].bytes) != nil { taps += 1 }
        }
        return taps
    }
}

/// `PushPayload.inspect` on each payload as a separate array.
struct InspectContender: Contender {
    let name = "inspect"
    let question = Question.isSilent
    let readsArrays = true

    func answer(_ index: Int, in set: PayloadSet) -> Bool {
        Self.isSilent(PushPayload.inspect(set.arrays[index]))
    }

    func sweep(_ set: PayloadSet) -> Int {
        let shelf = set.borrowed.payloads
        let payloads = shelf.span
        var silent = 0
        for index in 0..<payloads.count {
            if Self.isSilent(PushPayload.inspect(payloads[index].bytes)) { silent += 1 }
        }
        return silent
    }

    private static func isSilent(_ inspection: Inspection) -> Bool {
        inspection.kind == .background || inspection.kind == .shoulderTap
    }
}
