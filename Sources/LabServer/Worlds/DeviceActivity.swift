import PushLab

/// The activity of the app on a device. It uses the events to track the answers that the app is still waiting for.
struct DeviceActivity {
    /// Whether the system has given the app its push token.
    private var hasPushToken = false
    private var isConnecting = false
    /// The number of access tokens that the app has requested and is still waiting for.
    private var openTokens = 0
    /// The numbers of the requests that were sent and are not answered yet.
    private var openRequests: Set<UInt64> = []

    /// Whether the app has its push token and is not waiting for any answer.
    var isIdle: Bool {
        self.hasPushToken && !self.isConnecting && self.openTokens == 0 && self.openRequests.isEmpty
    }

    mutating func take(_ event: HistoryEvent) {
        switch event.kind {
        // A new process does not get the answers that the previous process was waiting for.
        case .launched: self = DeviceActivity()
        case .pushTokenGiven: self.hasPushToken = true
        case .tokenAsked: self.openTokens += 1
        case .tokenGiven, .tokenRefused: self.openTokens -= 1
        case .connectAsked: self.isConnecting = true
        case .connected: self.isConnecting = false
        // No answer comes over a broken connection.
        case .connectFailed: (self.isConnecting, self.openRequests) = (false, [])
        case .requestSent: self.openRequests.insert(event.ticket)
        case .answerArrived, .requestGivenUp: self.openRequests.remove(event.ticket)
        default: break
        }
    }
}
