import Basics
import ShoulderTap

/// Runs the checks that come before the notification itself. Each check returns its result or throws one problem.
struct RequestReader {
    let request: PublishRequest
    let rules: PublishRules
    let now: Instant

    func refusal(_ problems: [PublishProblem]) -> PublishAnswer {
        // An invalid client request id is not repeated in the answer. Otherwise it could inject text into the headers.
        let client = (try? self.clientRequestId()) ?? nil
        return PublishAnswer(refusing: problems, .init(request: self.request.id, client: client), at: self.now)
    }

    func checkRoute() throws(PublishProblem) {
        let path = self.request.path.prefix { $0 != "?" }
        guard path == PublishRules.path || path == PublishRules.path + "/" else {
            throw PublishProblem(.unknownPath, "There is nothing here; notifications go to \(PublishRules.path).")
        }
        guard self.request.method == "POST" else {
            throw PublishProblem(
                .methodNotAllowed, "This method is not supported; notifications are published with POST.",
                headers: [.init("Allow", "POST")])
        }
    }

    /// Returns the caller, if it may publish.
    func caller() throws(PublishProblem) -> TokenHolder {
        let caller: TokenHolder
        switch self.request.caller {
        case .failure(let refusal): throw PublishProblem(refusal)
        case .success(let holder): caller = holder
        }
        guard !self.rules.blockedClients.contains(where: caller.client.isExactly) else {
            throw PublishProblem(.callerBlocked, "This app is on the block list; ask the operator of the service.")
        }
        return caller
    }

    func checkLoad() throws(PublishProblem) {
        if let problem = self.request.load.problem { throw problem }
    }

    func checkConditions() throws(PublishProblem) {
        for name in ["If-Modified-Since", "If-Range"] where self.request.headers[name] != nil {
            throw PublishProblem(.unsupportedHeader, "The header \(name) is not supported; leave it out.")
        }
    }

    /// Returns the user to notify, and the subscription that identifies this user.
    func addressee(of caller: TokenHolder) throws(PublishProblem) -> (user: String, subscription: String?) {
        let id = try self.only("X-UNS-ID")
        if let user = caller.user {
            guard id == nil || self.request.subscriber?.isExactly(user) == true else { throw Self.strangeUser }
            return (user, id)
        }
        guard let id, !id.isEmpty else {
            throw PublishProblem(
                .subscriptionIdMissing,
                "The header X-UNS-ID is missing; send the user notification subscription id of the user to notify.")
        }
        guard let user = self.request.subscriber else { throw Self.strangeUser }
        return (user, id)
    }

    /// The problem for an unknown id and for another app's id. It is the same for both, so that callers cannot probe
    /// for ids.
    static let strangeUser = PublishProblem(
        .userNotAuthorized,
        "X-UNS-ID names no live subscription that this caller may notify; have the device subscribe again.")

    /// Returns the caller's own id for the request.
    func clientRequestId() throws(PublishProblem) -> String? {
        guard let name = try self.only("client-request-id") else { return nil }
        guard (1...PublishLimits.id).contains(name.utf8.count), name.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw PublishProblem(
                .invalidHeader, "client-request-id must be 1 to \(PublishLimits.id) visible ASCII characters.")
        }
        return name
    }

    /// Returns the value of a header that must not be repeated.
    func only(_ name: String) throws(PublishProblem) -> String? {
        guard self.request.headers.count(of: name) <= 1 else {
            throw PublishProblem(.invalidHeader, "The header \(name) is there twice; send it once.")
        }
        return self.request.headers[name]
    }
}

extension PublishProblem {
    /// Creates a problem for a refused token, with the message of the token office.
    fileprivate init(_ refusal: AccessRefusal) {
        self.init(
            refusal.isCuredByNewToken ? .invalidToken : .insufficientScope, refusal.message,
            headers: [.init("WWW-Authenticate", refusal.challenge)])
    }
}
