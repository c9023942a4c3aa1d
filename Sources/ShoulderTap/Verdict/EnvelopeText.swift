/// A text outside APNs that may be our envelope: bare, wrapped under its key, or in the short form of WNS.
struct EnvelopeText {
    /// The text itself, read as an envelope.
    private(set) var bare = Envelope()
    /// The envelope under `shoulderTap`, when that key is there.
    private(set) var wrapped: Envelope?
    private var namesAddress = false

    /// Whether there is a list of activities and nothing that a full envelope has.
    var isShortForm: Bool { self.bare.activities != nil && !self.bare.isIllTyped && !self.namesAddress }

    init(_ bytes: Span<UInt8>) throws(JSONFault) {
        var scanner = StrictScanner()
        let start = try scanner.blank(bytes, from: scanner.start(bytes))
        guard bytes.byte(at: start) == Ascii.openBrace else { throw JSONFault(.notAnObject, at: start) }
        var seen = SeenKeys()
        var members = ObjectCursor(at: start)
        while let token = try members.next(bytes, with: &scanner) {
            if token.names("shoulderTap", in: bytes) {
                try seen.note(DecidingKey.Envelope.other.rawValue, token)
                members.offset = try self.wrapping(bytes, from: members.offset, with: &scanner)
                continue
            }
            let key = DecidingKey.Envelope(token, in: bytes)
            if key != .other { try seen.note(key.rawValue, token) }
            switch key {
            case .version, .scenario, .host, .subscription: self.namesAddress = true
            case .head, .activities, .truncated, .other: break
            }
            members.offset = try self.bare.member(key, bytes, from: members.offset, depth: 1, with: &scanner)
        }
        try scanner.finish(bytes, from: members.offset)
    }

    private mutating func wrapping(
        _ bytes: Span<UInt8>, from start: Int, with scanner: inout JSONScanner<some ReadingRules>
    ) throws(JSONFault) -> Int {
        var envelope = Envelope()
        let isObject = bytes.byte(at: start) == Ascii.openBrace
        let end =
            isObject
            ? try envelope.read(bytes, from: start, depth: 1, with: &scanner)
            : try scanner.skip(bytes, from: start, depth: 1)
        self.wrapped = envelope
        return end
    }
}
