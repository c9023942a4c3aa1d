internal import ShoulderTap

/// What a payload is to a strict and to a lenient reader, and what is odd about it: what a mask must not change.
struct PayloadVerdict: Equatable {
    struct Remark: Equatable {
        let code: PayloadDiagnostic.Code
        let offset: Int
    }

    let kinds: [PayloadKind]
    let isTap: Bool
    let remarks: [Remark]

    /// `type` is what the headers say of a notification of WNS.
    init(_ payload: [UInt8], over channel: CaptureEntry.Channel = .apns, _ type: String? = nil) {
        guard channel == .apns else {
            let verdict = ChannelVerdict(payload, over: channel, type)
            (self.kinds, self.isTap, self.remarks) = ([verdict.kind], verdict.tap != nil, [])
            return
        }
        let strict = PushPayload.inspect(payload, strictness: .strict)
        let lenient = PushPayload.inspect(payload, strictness: .lenient)
        self.kinds = [strict.kind, lenient.kind]
        self.isTap = strict.isTap
        self.remarks = (strict.diagnostics + lenient.diagnostics).map { Remark(code: $0.code, offset: $0.offset) }
    }

    /// Whether everybody does the same with both, and only what is odd about one value differs.
    func isSame(as other: PayloadVerdict, butFor value: Range<Int>) -> Bool {
        // The remark on a text points at its quote.
        let place = value.lowerBound - 1...value.upperBound
        return self.kinds == other.kinds && self.isTap == other.isTap
            && self.remarks.filter { !place.contains($0.offset) } == other.remarks.filter { !place.contains($0.offset) }
    }
}
