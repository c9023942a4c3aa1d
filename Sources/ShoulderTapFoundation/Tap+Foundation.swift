public import Foundation
public import ShoulderTap

extension Tap {
    /// Returns the tap in the `userInfo` dictionary that an app delegate receives; nil for every other push.
    ///
    /// `limit` is compared with the minimum number of bytes of `aps` and the envelope, as for a dictionary of
    /// `PayloadValue`.
    public static func tryParse(_ userInfo: [AnyHashable: Any], limit: Int = Tap.payloadLimit) -> Tap? {
        // The other keys belong to the app. Their values need not be JSON.
        var known: [String: PayloadValue] = [:]
        for (key, member) in userInfo {
            // Each key is cast, because a lookup with a Swift string does not find an equal key of Foundation.
            guard let key = key as? String, key == "aps" || key == "shoulderTap" else { continue }
            guard let value = PayloadValue(foundation: member) else { return nil }
            known[key] = value
        }
        return self.tryParse(known, limit: limit)
    }

    /// The tap in an APNs payload, or nil.
    public static func tryParse(_ data: Data, limit: Int = Tap.payloadLimit) -> Tap? {
        self.tryParse(Array(data), limit: limit)
    }

    /// Creates the tap in the `userInfo` dictionary that an app delegate receives; nil for every other push.
    public init?(userInfo: [AnyHashable: Any], limit: Int = Tap.payloadLimit) {
        guard let tap = Tap.tryParse(userInfo, limit: limit) else { return nil }
        self = tap
    }

    /// Creates the tap in the bytes of an APNs payload; nil for every other push.
    public init?(apns data: Data, limit: Int = Tap.payloadLimit) {
        guard let tap = Tap.tryParse(data, limit: limit) else { return nil }
        self = tap
    }
}

extension PushPayload {
    /// Returns the kind of `data`, in one pass.
    public static func classify(_ data: Data, strictness: Strictness = .strict) -> PayloadKind {
        self.classify(Array(data).span, strictness: strictness)
    }

    /// Inspects `data`: the kind, the typed fields, and all findings.
    ///
    /// A payload over `limit` bytes is never our tap, as for `Tap.tryParse`.
    public static func inspect(
        _ data: Data, strictness: Strictness = .strict, limit: Int = Tap.payloadLimit
    ) -> Inspection {
        self.inspect(Array(data), strictness: strictness, limit: limit)
    }
}
