internal import Basics
package import ShoulderTap

/// Another form in which a payload is given: encoded, quoted, or inside a request.
package struct Disguise: Hashable, Sendable {
    /// The recognised forms, in the spelling of machine-readable output.
    package enum Form: String, CaseIterable, Sendable {
        case base64, hex, quotedJSON, httpRequest, fcmRequest, wrapped, captureLine
    }

    package let form: Form
    /// The kind of the payload inside. Nil if there is no payload inside, or if another command of the tool reads the
    /// payload.
    package let kind: PayloadKind?

    /// The maximum size in bytes. A payload is smaller in every form.
    private static let mostBytes = 1 << 16
    /// The minimum number of digits. A shorter text may be a word.
    private static let leastDigits = 16

    /// Recognises the form of a payload. Returns nil for a payload in its normal form.
    package init?(_ bytes: [UInt8], _ kind: PayloadKind) {
        guard kind == .malformed || kind == .foreign, bytes.count <= Self.mostBytes else { return nil }
        let text = Self.trimmed(bytes)
        guard let first = text.first else { return nil }
        let disguise: Disguise?
        switch first {
        case UInt8(ascii: "{"): disguise = Self.object(text)
        case UInt8(ascii: "\""): disguise = Self.quoted(text)
        default: disguise = Self.hex(text) ?? Self.base64(text) ?? Self.request(text)
        }
        guard let disguise else { return nil }
        self = disguise
    }

    private init(_ form: Form, _ kind: PayloadKind?) { (self.form, self.kind) = (form, kind) }

    // MARK: Encodings

    private static func hex(_ text: ArraySlice<UInt8>) -> Disguise? {
        // A dump of `NSData` has angle brackets and blanks; a literal has `0x`.
        var digits = text.filter { $0 > 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
        if digits.starts(with: "0x".utf8) { digits.removeFirst(2) }
        guard digits.count >= self.leastDigits, let bytes = Hex.bytes(of: digits) else { return nil }
        return self.payload(.hex, bytes)
    }

    private static func base64(_ text: ArraySlice<UInt8>) -> Disguise? {
        let letters = text.filter { $0 > 0x20 }
        guard letters.count >= self.leastDigits,
            let bytes = Base64URL.bytes(ofLenient: String(decoding: letters, as: UTF8.self))
        else { return nil }
        return self.payload(.base64, bytes)
    }

    private static func quoted(_ text: ArraySlice<UInt8>) -> Disguise? {
        guard let inner = Self.root(of: text)?.string else { return nil }
        return self.payload(.quotedJSON, Array(inner.utf8))
    }

    // MARK: Wrappings

    /// Recognises a request as tools print it, `POST /3/device/… HTTP/2`, or as a command line of curl.
    private static func request(_ text: ArraySlice<UInt8>) -> Disguise? {
        let methods = ["POST ", "PUT ", "curl ", ":method"]
        guard methods.contains(where: { text.starts(with: $0.utf8) }),
            let start = text.firstIndex(of: UInt8(ascii: "{")), let end = text.lastIndex(of: UInt8(ascii: "}")),
            start < end
        else { return nil }
        let body = Array(text[start...end])
        if let message = Self.root(of: body[...]).flatMap(Self.message) { return message }
        return self.payload(.httpRequest, body)
    }

    private static func object(_ text: ArraySlice<UInt8>) -> Disguise? {
        // A capture has one object per line and is not a single payload. So only the first line is checked.
        let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
        guard let root = Self.root(of: text) ?? Self.root(of: line) else { return nil }
        if root["shouldertapCapture"] != nil || root["channel"]?.string != nil && root["payload"] != nil {
            return Disguise(.captureLine, nil)
        }
        return Self.message(root) ?? Self.wrapped(root)
    }

    /// Recognises the body of a request to FCM.
    private static func message(_ root: PayloadElement) -> Disguise? {
        let message = root["message"].flatMap { $0.kind == .object ? $0 : nil }
        let isAddressed = ["token", "topic", "condition"].contains { message?[$0]?.string != nil }
        let isOld = root["registration_ids"]?.elements != nil || root["to"]?.string != nil
        let carries = ["data", "notification", "apns", "android"]
        guard isAddressed || isOld && carries.contains(where: { root[$0]?.kind == .object }) else { return nil }
        guard let payload = (message ?? root)["apns"]?["payload"] else { return Disguise(.fcmRequest, nil) }
        return Disguise(.fcmRequest, PushPayload.inspect(Array(payload.rawBytes)).kind)
    }

    private static func wrapped(_ root: PayloadElement) -> Disguise? {
        for (_, value) in root.members ?? [] where value["aps"]?.kind == .object {
            return self.payload(.wrapped, Array(value.rawBytes))
        }
        return nil
    }

    // MARK: Reading

    private static func payload(_ form: Form, _ bytes: [UInt8]) -> Disguise? {
        let kind = PushPayload.inspect(bytes).kind
        return kind == .malformed ? nil : Disguise(form, kind)
    }

    private static func root(of text: ArraySlice<UInt8>) -> PayloadElement? {
        (try? JSONDocument(Array(text), limit: self.mostBytes))?.root
    }

    private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        let start = bytes.drop { $0 <= 0x20 }
        guard let last = start.lastIndex(where: { $0 > 0x20 }) else { return [] }
        return start.prefix(through: last)
    }
}

extension Disguise.Form {
    /// The form as the subject of a sentence.
    package var words: String {
        switch self {
        case .base64: "this is base64"
        case .hex: "these are hex digits"
        case .quotedJSON: "this is JSON in a JSON string"
        case .httpRequest: "this is an HTTP request"
        case .fcmRequest: "this is a request to FCM"
        case .wrapped: "this is an object around a payload"
        case .captureLine: "this is a capture"
        }
    }

    /// The words for the payload inside, such as `its body`, as the subject of a clause.
    package var content: String {
        switch self {
        case .base64, .hex: "decoded"
        case .quotedJSON: "without the quotes"
        case .httpRequest: "its body"
        case .fcmRequest: "its APNs payload"
        case .wrapped: "the object with aps"
        case .captureLine: "its payload"
        }
    }

    /// One sentence that says what to do.
    package var remedy: String {
        switch self {
        case .base64: "Decode it first: base64 -d FILE | shouldertap parse -"
        case .hex: "Decode it first: xxd -r -p FILE | shouldertap parse -"
        case .quotedJSON: "Remove the quotes: python3 -c 'import json; print(json.load(open(\"FILE\")))'"
        case .httpRequest, .wrapped: "Give only the payload: the object that has the key aps."
        case .fcmRequest: "Give the object under apns.payload; a capture reads the rest: shouldertap capture import"
        case .captureLine: "Use 'shouldertap replay FILE'."
        }
    }
}
