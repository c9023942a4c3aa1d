package import Basics
import ShoulderTap

/// The part of the push service that checks requests. It answers each request and passes valid pushes on.
package struct Admission: Sendable {
    package var rules: AdmissionRules {
        didSet { if self.rules.tokenReading != oldValue.tokenReading { self.desk.forgetAll() } }
    }
    package var keys: GatewayKeys {
        didSet { self.desk.forgetAll() }
    }
    var desk = TokenDesk()
    /// The token that each key currently uses, if tokens are compared per key.
    var tokensOfKeys = BoundedCache<String, PushConnection.TokenInUse>(limit: AdmissionRules.keyLimit)

    package init(_ keys: GatewayKeys, rules: AdmissionRules = AdmissionRules()) {
        self.keys = keys
        self.rules = rules
    }

    /// Handles one request. Appends exactly one answer, and the other actions to perform.
    package mutating func receive(
        _ request: PushRequest, on connection: inout PushConnection, service: ServiceState = .serving, now: Instant,
        _ ports: inout some AdmissionPorts, into actions: inout [AdmissionAction]
    ) {
        var examination = Examination(request, now: now, service: service)
        // An invalid id is also returned to the sender, because the sender has no other way to match the answer with
        // its push.
        let id = examination.fields.id ?? UUIDText.upperCase(ports.freshID())
        do throws(Refusal) {
            for check in Check.sequence {
                try self.pass(check, &examination, &connection, ports, &actions)
            }
        } catch {
            actions.append(.answer(Answer(id: id, .refused(error))))
            connection.pushRefused(error, self.rules, &actions)
            return
        }
        let push = Self.accepted(examination, id: id, in: connection.environment)
        for warning in examination.warnings + Self.warnings(about: push) { actions.append(.warn(warning)) }
        actions.append(.deliver(push))
        let uniqueID = connection.environment == .sandbox ? UUIDText.upperCase(ports.freshID()) : nil
        actions.append(.answer(Answer(id: id, .accepted(uniqueID: uniqueID))))
        connection.pushAccepted(&actions)
    }

    private mutating func pass(
        _ check: Check, _ examination: inout Examination, _ connection: inout PushConnection,
        _ ports: some AdmissionPorts, _ actions: inout [AdmissionAction]
    ) throws(Refusal) {
        switch check {
        case .serviceStays:
            if examination.service == .shuttingDown || connection.isGone { throw .shutdown }
        case .serviceHasRoom: if examination.service == .overloaded { throw .serviceUnavailable }
        case .certificateIsValid: if connection.certificate?.isValid == false { throw .badCertificate }
        case .certificateIsOfEnvironment: try self.checkCertificateEnvironment(connection)
        case .providerTokenIsPresent: try self.checkPresence(&examination, connection)
        case .providerTokenIsSigned: try self.checkSignature(&examination, ports)
        case .keyIsOfEnvironment: try self.checkKeyEnvironment(examination, connection)
        case .providerTokenIsFresh: try self.checkAge(examination)
        case .keyIsRelated: try self.checkRelation(examination, connection)
        case .providerTokenIsKept: try self.checkUpdate(examination, &connection, &actions)
        case .noHeaderIsRepeated: if examination.fields.hasRepeated { throw .duplicateHeaders }
        case .methodIsPost: if examination.fields.method != "POST" { throw .methodNotAllowed }
        case .pathIsKnown: try self.checkPath(&examination)
        case .deviceTokenIsPresent: if examination.deviceText.isEmpty { throw .missingDeviceToken }
        case .idIsCanonical: try self.checkID(examination)
        case .topicIsPresent: try self.checkTopicPresence(examination, connection)
        case .pushTypeIsKnown: try self.checkPushType(&examination)
        case .topicIsWellFormed: try self.checkTopicForm(&examination, connection)
        case .pushTypeFitsTopic: try self.checkTypeAgainstTopic(&examination)
        case .topicIsAllowed: try self.checkTopicPermission(examination, connection)
        case .topicIsNotDenied: if examination.topic?.isListed(in: self.rules.deniedTopics) == true { throw .forbidden }
        case .priorityIsKnown: try self.checkPriority(&examination)
        case .expirationIsTime: try self.checkExpiration(&examination)
        case .collapseIDIsShort: try self.checkCollapseID(examination)
        case .deviceTokenIsHex: try self.checkDeviceTokenForm(&examination)
        case .storeAnswers: try self.lookUp(&examination, ports)
        case .deviceIsKnown: if examination.device?.environment != connection.environment { throw .badDeviceToken }
        case .deviceIsActive: try self.checkLife(examination)
        case .deviceHasApp: try self.checkApp(examination)
        case .bodyArrived: if examination.request.bodyEnd == .cutByTimer { throw .idleTimeout }
        case .payloadIsPresent: if examination.request.body.isEmpty { throw .payloadEmpty }
        case .payloadIsSmall: try self.checkSize(examination)
        case .deviceIsUnderRate: if examination.device?.isOverRate == true { throw .tooManyRequests }
        }
    }

    private static func accepted(
        _ examination: Examination, id: String, in environment: PushEnvironment
    ) -> AcceptedPush {
        guard let token = examination.deviceToken, let topic = examination.topic else {
            preconditionFailure("the checks let a push without token or topic pass")
        }
        let collapseID = examination.fields.collapseID
        return AcceptedPush(
            id: id, token: token, environment: environment, topic: topic.text, bundle: topic.bundle,
            type: examination.type, priority: examination.priority, expiration: examination.expiration,
            collapseID: collapseID?.isEmpty == true ? nil : collapseID, payload: examination.request.body,
            kind: PushPayload.classify(examination.request.body.span))
    }

    /// Returns warnings about the payload. As in the real service, a payload that does not fit the type is accepted.
    private static func warnings(about push: AcceptedPush) -> [AdmissionWarning] {
        if push.kind == .malformed { return [.payloadMalformed] }
        switch (push.type, push.kind) {
        case (.alert?, .background), (.alert?, .shoulderTap), (.background?, .alert), (.background?, .alertWithWake):
            return push.type.map { [.payloadContradictsType($0, push.kind)] } ?? []
        default: return []
        }
    }
}
