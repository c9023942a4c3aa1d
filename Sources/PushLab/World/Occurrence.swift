import Basics
import PushGateway

/// An event that is going to happen.
///
/// It stays small because its content is in the flights.
enum Occurrence {
    /// A request reaches the service.
    case arrival(FlightNumber)
    /// An answer reaches its device.
    case answer(FlightNumber)
    /// A request is lost.
    case loss(FlightNumber)
    /// A push from the service reaches the push service.
    case push(FlightNumber)
    /// A publisher's request reaches the service.
    case publication(FlightNumber)
    /// An upcoming event of the server under test takes place, such as the arrival of a message. The number identifies
    /// the event.
    case backend(UInt32)
    /// An attempt to connect ends.
    case connection(Process)
    /// The identity provider returns an access token.
    case accessToken(Process)
    /// The push service has an address for the app.
    case pushToken(Process)
    case appTimer(Process, UInt32)
    case alarm(Process)
    case delivery(LabPlatform, DeliveryTimer)
    /// The deadline of a push passes. Used only if no push service tracks the deadline.
    case handlingLimit(device: UInt32, push: UInt32)
    /// The store has committed an access. The number identifies the ticket of the access.
    case commit(UInt32)
    /// Maintenance of the service is due.
    case sweep
    /// The service's process restarts.
    case serviceStart
}

/// One process of the app on a device.
///
/// A message for it does not reach the next process.
struct Process: Hashable {
    private let index: UInt32
    let incarnation: UInt32

    init(of device: Int, incarnation: UInt32) {
        self.index = UInt32(device)
        self.incarnation = incarnation
    }

    var device: Int { Int(self.index) }
}

/// An occurrence and its cause.
struct Planned {
    var cause: DieCause
    var occurrence: Occurrence
    /// Whether the world waits for this occurrence before it settles.
    var isUrgent: Bool
    /// Whether this occurrence becomes urgent when its device has a network again.
    var waitsForNetwork = false
}
