import Basics

/// The checks of the sender. With a certificate, no provider token is checked.
extension Admission {
    func checkCertificateEnvironment(_ connection: PushConnection) throws(Refusal) {
        guard let certificate = connection.certificate else { return }
        guard certificate.environments.contains(.init(connection.environment)) else { throw .badCertificateEnvironment }
    }

    func checkPresence(_ examination: inout Examination, _ connection: PushConnection) throws(Refusal) {
        guard connection.certificate == nil else { return }
        switch Credentials(examination.fields.authorization) {
        case .none: throw .missingProviderToken
        // A later check refuses this as an invalid token.
        case .foreign: examination.tokenText = []
        case .token(let text): examination.tokenText = text
        }
    }

    mutating func checkSignature(_ examination: inout Examination, _ ports: some AdmissionPorts) throws(Refusal) {
        guard let text = examination.tokenText else { return }
        guard let signed = self.desk.signed(text, self.rules.tokenReading, self.keys, ports),
            signed.issuedAt - examination.now.seconds <= AdmissionRules.tokenSkew.seconds
        else { throw .invalidProviderToken }
        examination.signed = signed
    }

    func checkKeyEnvironment(_ examination: Examination, _ connection: PushConnection) throws(Refusal) {
        guard let environment = examination.signed?.key.environment else { return }
        guard environment == connection.environment else { throw .badEnvironmentKey(self.rules.keyWord) }
    }

    func checkAge(_ examination: Examination) throws(Refusal) {
        guard let signed = examination.signed else { return }
        guard examination.now.seconds - signed.issuedAt <= AdmissionRules.tokenLife.seconds else {
            throw .expiredProviderToken
        }
    }

    func checkRelation(_ examination: Examination, _ connection: PushConnection) throws(Refusal) {
        guard let key = examination.signed?.key, let first = connection.firstKey else { return }
        guard key.isRelated(to: first) else { throw .unrelatedKeyIdInToken }
    }

    /// Checks that the sender does not change its provider token too often. This is the last check of the sender. A
    /// token that passes becomes the token in use.
    mutating func checkUpdate(
        _ examination: Examination, _ connection: inout PushConnection, _ actions: inout [AdmissionAction]
    ) throws(Refusal) {
        guard let text = examination.tokenText, let key = examination.signed?.key else { return }
        let inUse: PushConnection.TokenInUse?
        switch self.rules.updateScope {
        case .connection: inUse = connection.tokenInUse
        case .key: inUse = self.tokensOfKeys[key.id]
        }
        if let inUse, inUse.text != text {
            let isTooSoon = examination.now - inUse.since < AdmissionRules.tokenUpdatePause
            if isTooSoon { throw .tooManyProviderTokenUpdates }
        }
        if self.rules.updateScope == .key, inUse?.text != text {
            self.tokensOfKeys.remember(.init(text: text, since: examination.now), for: key.id)
        }
        let isFirst = connection.tokenInUse == nil
        connection.adopt(text, of: key, now: examination.now)
        if isFirst { connection.allow(AdmissionRules.streamLimit, &actions) }
    }
}

extension Interval {
    fileprivate var seconds: Int64 { self.microseconds / 1_000_000 }
}
