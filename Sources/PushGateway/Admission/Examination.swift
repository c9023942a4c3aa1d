import Basics

/// The state of one request during the checks: each check stores its findings for later ones.
struct Examination {
    let request: PushRequest
    let fields: RequestFields
    let now: Instant
    let service: ServiceState

    /// The provider token that authenticates the request; nil when a certificate does.
    var tokenText: [UInt8]?
    var signed: TokenDesk.Signed?

    var topic: Topic?
    var type: PushType?
    /// The rule of the push type, or of the topic's suffix for a request without type.
    var rule: PushTypeRule?
    var priority = PushPriority.immediate
    var expiration = PushExpiration.none
    var deviceText: Substring.UTF8View = "".utf8[...]
    var deviceToken: DeviceToken?
    var device: DeviceFacts?
    var warnings: [AdmissionWarning] = []

    init(_ request: PushRequest, now: Instant, service: ServiceState) {
        self.request = request
        self.fields = RequestFields(request.headers)
        self.now = now
        self.service = service
    }
}
