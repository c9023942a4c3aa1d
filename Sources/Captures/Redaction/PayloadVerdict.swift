internal import ShoulderTap

/// The verdict of a strict and a lenient reader on a payload, and its findings. A mask must not change it.
struct PayloadVerdict: Equatable {
    struct Remark: Equatable {
        let code: PayloadDiagnostic.Code
        let offset: Int
    }

    let kinds: [PayloadKind]
    let isTap: Bool
    let remarks: [Remark]

    /// Judges a payload; `type` is the type of a WNS notification from its headers.
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

    /// Whether the verdicts are the same, except for findings about one value.
    func isSame(as other: PayloadVerdict, butFor value: Range<Int>) -> Bool {
        // The offset of a finding about a text is the offset of its quote.
        let place = value.lowerBound - 1...value.upperBound
        return self.kinds == other.kinds && self.isTap == other.isTap
            && self.remarks.filter { !place.contains($0.offset) } == other.remarks.filter { !place.contains($0.offset) }
    }
}
