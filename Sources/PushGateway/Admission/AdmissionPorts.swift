import Basics

/// The functions that admission needs from its environment.
package protocol AdmissionPorts: SenderPorts {
    /// Looks up a token for a push to this app.
    func device(_ token: DeviceToken, for bundle: String) -> DeviceLookup
}

/// The functions that are needed for one request. Their results cannot be computed from the known keys and the time.
package protocol SenderPorts {
    /// Whether the key made this signature of `bytes`. The signature is in raw or DER form.
    func isSignature(_ signature: [UInt8], over bytes: [UInt8], byKey id: String) -> Bool

    /// Returns 128 unique bits. They become the `apns-id` when the sender gave none.
    mutating func freshID() -> (UInt64, UInt64)
}

/// The result of looking up a device token.
package enum DeviceLookup: Hashable, Sendable {
    case unknown
    case found(DeviceFacts)
    /// The store could not be read.
    case failed
}

/// The facts that the service knows about one device token.
package struct DeviceFacts: Hashable, Sendable {
    /// The topic of the token: a bundle id for all topics of the app, or one topic with its suffix.
    package var topic: String
    package var environment: PushEnvironment
    package var life: TokenLife
    /// Whether the token got too many pushes in a row. False if the service does not count this.
    package var isOverRate: Bool

    package init(
        topic: String, environment: PushEnvironment, life: TokenLife = .active, isOverRate: Bool = false
    ) {
        self.topic = topic
        self.environment = environment
        self.life = life
        self.isOverRate = isOverRate
    }
}

/// The state of the service itself.
package enum ServiceState: Hashable, Sendable {
    case serving
    case overloaded
    case shuttingDown
}
