import Basics

/// The state of one request during the checks. Each check stores its results for later checks.
struct Examination {
    let request: PushRequest
    let fields: RequestFields
    let now: Instant
    let service: ServiceState

    /// The provider token that authenticates the request, or nil when a certificate authenticates it.
    var tokenText: [UInt8]?
    var signed: TokenDesk.Signed?

    var topic: Topic?
    var type: PushType?
    /// The rule for the push type. If the request has no type, the suffix of the topic determines the rule.
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
