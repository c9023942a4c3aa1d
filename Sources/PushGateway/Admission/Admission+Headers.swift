import Basics

/// The checks that need only the headers.
extension Admission {
    /// Checks the path. Channels and broadcasts have different paths, which this service does not support.
    func checkPath(_ examination: inout Examination) throws(Refusal) {
        let path = (examination.fields.path ?? "").utf8
        let prefix = "/3/device/".utf8
        guard path.starts(with: prefix) else { throw .badPath }
        examination.deviceText = path.dropFirst(prefix.count)
        guard !examination.deviceText.contains(UInt8(ascii: "/")) else { throw .badPath }
    }

    func checkID(_ examination: Examination) throws(Refusal) {
        guard let id = examination.fields.id else { return }
        guard UUIDText.isCanonical(id) else { throw .badMessageId }
    }

    func checkPushType(_ examination: inout Examination) throws(Refusal) {
        guard let name = examination.fields.pushType else { return }
        guard let type = PushType(rawValue: name) else { throw .invalidPushType }
        examination.type = type
    }

    /// Reads the priority. If the priority is missing, 10 is used. This is an error for push types that do not allow
    /// 10.
    func checkPriority(_ examination: inout Examination) throws(Refusal) {
        switch examination.fields.priority {
        case nil, "10": examination.priority = .immediate
        case "5": examination.priority = .powerAware
        case "1": examination.priority = .passive
        default: throw .badPriority
        }
        guard let rule = examination.rule, !rule.priorities.contains(examination.priority) else { return }
        guard !self.rules.isStrict else { throw .badPriority }
        examination.warnings.append(.undocumentedPriority(rule.type, examination.priority))
    }

    /// Reads the expiration in whole seconds since 1970. A time after the year 9999 is replaced by the end of that
    /// year, instead of being refused.
    func checkExpiration(_ examination: inout Examination) throws(Refusal) {
        guard let text = examination.fields.expiration else { return }
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit), let seconds = Int64(text) else {
            throw .badExpirationDate
        }
        examination.expiration =
            seconds == 0 ? .once : .at(Instant(microseconds: min(seconds, Self.farAway) * 1_000_000))
    }

    /// The end of the year 9999, in seconds. Any simulated interval can be added to it without an overflow.
    private static var farAway: Int64 { 253_402_300_799 }

    func checkCollapseID(_ examination: Examination) throws(Refusal) {
        let count = examination.fields.collapseID?.utf8.count ?? 0
        guard count <= AdmissionRules.collapseIDLimit else { throw .badCollapseId }
    }

    func checkDeviceTokenForm(_ examination: inout Examination) throws(Refusal) {
        guard let token = DeviceToken(digits: examination.deviceText) else { throw .badDeviceToken }
        examination.deviceToken = token
    }
}
