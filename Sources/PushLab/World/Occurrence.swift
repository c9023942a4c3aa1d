import Basics
import PushGateway

/// Something that is going to happen. What it carries lies in the flights, so that it stays small.
enum Occurrence {
    /// A request reaches the service.
    case arrival(FlightNumber)
    /// An answer reaches its device.
    case answer(FlightNumber)
    /// Nothing will come of a request.
    case loss(FlightNumber)
    /// A push from the service reaches the push service.
    case push(FlightNumber)
    /// What a publisher sent reaches the service.
    case publication(FlightNumber)
    /// Something on its way to or from the server under test arrives.
    case backend(UInt32)
    /// An attempt to connect ends.
    case connection(Process)
    /// The identity provider answers.
    case accessToken(Process)
    /// The push service has an address for the app.
    case pushToken(Process)
    case appTimer(Process, UInt32)
    case alarm(Process)
    case delivery(LabPlatform, DeliveryTimer)
    /// The time for handling a push is over, where the push service does not count it.
    case handlingLimit(device: UInt32, push: UInt32)
    /// The store has committed what a ticket asked for.
    case commit(UInt32)
    /// Something falls due in the service.
    case sweep
    /// The service's process is started again.
    case serviceStart
}

/// One process of the app on a device. What was meant for it does not reach the next one.
struct Process: Hashable {
    private let index: UInt32
    let incarnation: UInt32

    init(of device: Int, incarnation: UInt32) {
        self.index = UInt32(device)
        self.incarnation = incarnation
    }

    var device: Int { Int(self.index) }
}

/// An occurrence with what led to it.
struct Planned {
    var cause: DieCause
    var occurrence: Occurrence
    /// Whether the world is not quiet before it has happened.
    var isUrgent: Bool
    /// Whether it becomes urgent when its device has a network again.
    var waitsForNetwork = false
}
