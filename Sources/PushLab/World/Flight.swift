import Basics
import ConnectedDevices
import FeedContract
import FeedService
import NotificationFeed

/// A message on its way between a device, the service and the push services.
enum Flight {
    /// The sender of a request, with its connection.
    struct Sender {
        var process: Process
        var connection: UInt32
        var ticket: RequestTicket
        /// The installation of the app on its device, by number.
        var installation: Int
        /// The process of the service that the request is for.
        var service: UInt32
        /// The position of the request among the requests that one event sends.
        var place: UInt64 = 0

        var device: Int { self.process.device }
    }

    case request(Sender, token: String, FeedRequest)
    case answer(Sender, FeedAnswer)
    case lost(Sender)
    /// A push, by its number in the outbox of the service, and the process of the service that sends it.
    case push(UInt64, service: UInt32)
    case publication(Publishing)
    /// A post of the server under test, and the server's process that sent it.
    case post(BackendPost, incarnation: UInt32)
}

/// The number that the sender gave to a request.
enum RequestTicket: Hashable {
    case app(UInt32)
    case sdk(TicketNumber)

    var number: UInt64 {
        switch self {
        case .app(let number): UInt64(number)
        case .sdk(let ticket): UInt64(ticket.number)
        }
    }
}

/// A publisher's request.
struct Publishing {
    var feed: FeedKey
    var notification: NewNotification
    var requestId: String?
    /// The pause before the publisher retries.
    var pause = Interval.seconds(1)
}

/// The number of a flight.
struct FlightNumber: Hashable {
    fileprivate let slot: UInt32

    fileprivate init(slot: UInt32) { self.slot = slot }

    /// Creates the number of the flight that waits for a reply from the service.
    init(_ caller: Caller) { self.slot = UInt32(caller.number) }

    /// The same number in the form that the service uses: the number of a caller.
    var caller: Caller { Caller(UInt64(self.slot)) }
}

/// The flights by number.
///
/// Numbers are reused.
struct Flights {
    private var slots: [Flight?] = []
    private var free: [UInt32] = []

    var count: Int { self.slots.count - self.free.count }

    mutating func add(_ flight: consuming Flight) -> FlightNumber {
        guard let slot = self.free.popLast() else {
            self.slots.append(flight)
            return FlightNumber(slot: UInt32(self.slots.count - 1))
        }
        self.slots[Int(slot)] = flight
        return FlightNumber(slot: slot)
    }

    /// Removes a flight and returns it. A flight can be removed only once.
    mutating func land(_ number: FlightNumber) -> Flight {
        guard let flight = self.slots[Int(number.slot)].take() else {
            preconditionFailure("flight \(number.slot) has landed before")
        }
        self.free.append(number.slot)
        return flight
    }

    subscript(number: FlightNumber) -> Flight? { self.slots[Int(number.slot)] }
}
