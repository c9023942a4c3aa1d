import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

/// What is on its way between a device, the service and the push services.
enum Flight {
    /// Who asks, over which connection.
    struct Sender {
        var device: Int
        var incarnation: UInt32
        var connection: UInt32
        var ticket: RequestTicket
    }

    case request(Sender, token: String, FeedRequest)
    case answer(Sender, FeedAnswer)
    case lost(Sender)
    case push(OutboxItem)
    case publication(Publishing)
}

/// The asker's name for a request.
enum RequestTicket: Hashable {
    case app(Int)
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
}

/// Flights by number, whose numbers are used again.
struct Flights {
    private var slots: [Flight?] = []
    private var free: [Int] = []

    var count: Int { self.slots.count - self.free.count }

    mutating func add(_ flight: Flight) -> Int {
        guard let slot = self.free.popLast() else {
            self.slots.append(flight)
            return self.slots.count - 1
        }
        self.slots[slot] = flight
        return slot
    }

    /// Takes a flight out, once.
    mutating func land(_ slot: Int) -> Flight {
        guard let flight = self.slots[slot].take() else { preconditionFailure("flight \(slot) has landed before") }
        self.free.append(slot)
        return flight
    }

    subscript(slot: Int) -> Flight? { self.slots[slot] }
}
