internal import Basics
internal import ShoulderTap

/// Parses one line of a capture.
enum CaptureLine {
    /// The allowed status codes of an answer.
    static let statuses: ClosedRange<Int64> = 100...999

    private static let entryKeys = [
        "time", "channel", "device", "token", "source", "headers", "payload", "payloadBase64", "answer",
    ]

    static func read(_ line: LineCutter.Line) throws(CaptureFinding) -> CaptureReader.Item {
        guard !line.isTooLong else {
            throw CaptureFinding(.tooLong, "the line is longer than the limit of \(CaptureReader.mostLineBytes) bytes")
        }
        let root = try self.document(line)
        guard root.kind == .object else {
            throw CaptureFinding(.notAnObject, column: 1, "the line is not a JSON object")
        }
        if root["shouldertapCapture"] != nil { return .header(try self.header(root, line.bytes)) }
        return .entry(try self.entry(root, line.bytes))
    }

    private static func document(_ line: LineCutter.Line) throws(CaptureFinding) -> PayloadElement {
        do throws(JSONDocument.Fault) {
            return try JSONDocument(line.bytes, limit: CaptureReader.mostLineBytes).root
        } catch {
            // If a writer was stopped, its last line is incomplete. More text may have been appended to this line.
            if !line.isEnded || error.code.description == "unexpectedEnd" {
                throw CaptureFinding(.torn, "the line is cut off in the middle of an entry")
            }
            let reason = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
            throw CaptureFinding(.notJSON, column: error.position.column, "the line is not JSON: \(reason)")
        }
    }

    private static func header(_ root: PayloadElement, _ bytes: [UInt8]) throws(CaptureFinding) -> CaptureHeader {
        let members = MemberReader(root, in: bytes)
        let version = try members.integer("shouldertapCapture", in: 1...Int64.max)
        guard let version, version == CaptureHeader.version else {
            let known = "this tool reads only version \(CaptureHeader.version)"
            throw CaptureFinding(.unknownVersion, column: 1, "the capture has version \(version ?? 0), but \(known)")
        }
        try members.refuseOthers(than: ["shouldertapCapture", "started"])
        guard let text = try members.string("started") else { return CaptureHeader() }
        guard let started = try? ISODate.instant(of: text) else {
            throw members.fault("started", "must be a date such as 2018-08-24T12:31:53Z")
        }
        return CaptureHeader(started: started)
    }

    private static func entry(_ root: PayloadElement, _ bytes: [UInt8]) throws(CaptureFinding) -> CaptureEntry {
        let members = MemberReader(root, in: bytes)
        try members.refuseOthers(than: self.entryKeys)
        guard let payload = try members.bytes("payload") else {
            throw CaptureFinding(.missingKey, "the line needs payload or payloadBase64")
        }
        guard let word = try members.string("channel") else {
            throw CaptureFinding(.missingKey, "the line needs a channel: apns, fcm, wns or rest")
        }
        guard let channel = CaptureEntry.Channel(rawValue: word) else {
            throw members.fault("channel", "must be apns, fcm, wns or rest")
        }
        return CaptureEntry(
            time: try members.integer("time", in: Int64.min...Int64.max), channel: channel,
            device: try self.device(members), source: try members.string("source"),
            headers: try members.headers(), payload: payload, answer: try self.answer(members))
    }

    private static func device(_ members: MemberReader) throws(CaptureFinding) -> CaptureEntry.Device? {
        switch (try members.string("device"), try members.string("token")) {
        case (nil, nil): return nil
        case (let name?, nil): return .named(name)
        case (nil, let token?): return .token(token)
        case (_?, _?): throw members.fault("token", "cannot be used with a device; remove one")
        }
    }

    private static func answer(_ members: MemberReader) throws(CaptureFinding) -> CaptureEntry.Answer? {
        guard let inner = try members.object("answer") else { return nil }
        try inner.refuseOthers(than: ["status", "headers", "body", "bodyBase64"])
        guard let status = try inner.integer("status", in: self.statuses) else {
            throw CaptureFinding(.missingKey, "the answer needs a status")
        }
        return CaptureEntry.Answer(status: Int(status), headers: try inner.headers(), body: try inner.bytes("body"))
    }
}
