import Basics

/// What admission asks of the world around it.
package protocol AdmissionPorts: SenderPorts {
    /// What the service knows of a token when it is addressed for this app.
    func device(_ token: DeviceToken, for bundle: String) -> DeviceLookup
}

/// What only the outside can say of a request, which neither keys nor time decide.
package protocol SenderPorts {
    /// Whether `signature`, raw or DER, is that of the key over `bytes`.
    func isSignature(_ signature: [UInt8], over bytes: [UInt8], byKey id: String) -> Bool

    /// 128 bits that never come again, for an `apns-id` that the sender did not give.
    mutating func freshID() -> (UInt64, UInt64)
}

/// What looking up a device token brought.
package enum DeviceLookup: Hashable, Sendable {
    case unknown
    case found(DeviceFacts)
    /// The store could not be read.
    case failed
}

/// What the service knows of one device token.
package struct DeviceFacts: Hashable, Sendable {
    /// What the token was given out for: a bundle id, for all topics of the app, or one topic with its suffix.
    package var topic: String
    package var environment: PushEnvironment
    package var life: TokenLife
    /// Whether the token has had too many pushes in a row, for who counts them.
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

/// How the service itself is doing.
package enum ServiceState: Hashable, Sendable {
    case serving
    case overloaded
    case shuttingDown
}
