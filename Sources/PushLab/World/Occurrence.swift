import Basics
import PushGateway

/// Something that is going to happen. What it carries lies in the flights, so that a million of them stay small.
enum Occurrence {
    /// A request reaches the service.
    case arrival(Int)
    /// An answer reaches its device.
    case answer(Int)
    /// Nothing will come of a request.
    case loss(Int)
    /// A push from the service reaches the push service.
    case push(Int)
    /// What a publisher sent reaches the service.
    case publication(Int)
    /// Something on its way to or from the server under test arrives.
    case backend(Int)
    /// An attempt to connect ends.
    case connection(device: Int, incarnation: UInt32)
    /// The identity provider answers.
    case accessToken(device: Int, incarnation: UInt32)
    /// The push service has an address for the app.
    case pushToken(device: Int, incarnation: UInt32)
    case appTimer(device: Int, incarnation: UInt32, Int)
    case alarm(device: Int, incarnation: UInt32)
    case delivery(LabPlatform, DeliveryTimer)
    /// The time for handling a push is over, where the push service does not count it.
    case handlingLimit(device: Int, push: Int)
    /// Something falls due in the service.
    case sweep
}

/// An occurrence with what led to it.
struct Planned {
    var occurrence: Occurrence
    var cause: DieCause
    /// Whether the world is not quiet before it has happened.
    var isUrgent: Bool
}
