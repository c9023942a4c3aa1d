import Basics
import ConnectedDevices
import FeedService
import NotificationFeed
import PushGateway

/// Packing and unpacking of states, as a check of the forms that states have outside memory: the bytes that an app
/// stores, the packed form of idle parts, and the rows of a push service.
///
/// A lossless form changes nothing, so a seed gives the same history with and without this check. One seed in four uses
/// the check when an app restarts, and one seed in eight also each time the world settles. So the judges notice a form
/// that loses information.
extension World {
    /// Whether the state of an app is packed and unpacked when the app restarts.
    var takesRoundTrips: Bool { self.roundTripDraw.below(4) == 0 }

    /// Whether all states are packed and unpacked each time the world settles.
    ///
    /// This takes time, so fewer seeds do it.
    private var repacksAtRest: Bool { self.roundTripDraw.below(8) == 0 }

    private var roundTripDraw: Draw {
        self.clock.die.draw(.roundTrip, entity: 0, cause: DieCause(step: 0))
    }

    /// Packs and unpacks each idle part.
    ///
    /// The world must have settled.
    mutating func repackWhatRests() {
        guard self.repacksAtRest else { return }
        for device in self.people.devices.indices { self.people.apps.repack(device) }
        if self.service.machine.isAtRest, self.service.store.isAtRest {
            var packer = Packer(origin: LabTime.start)
            self.service.packStore(into: &packer)
            var unpacker = Unpacker(packer.bytes, origin: LabTime.start)
            self.service.unpackStore(from: &unpacker)
        }
        guard self.post.isAtRest else { return }
        do throws(DeliveryRowFault) {
            self.post.apple.delivery = try self.post.apple.delivery.rebuilt()
        } catch { self.violate("P7: Apple's push service does not start again with its rows: \(error)") }
        var packer = Packer(origin: LabTime.start)
        self.post.packServices(into: &packer)
        var unpacker = Unpacker(packer.bytes, origin: LabTime.start)
        self.post.unpackServices(from: &unpacker)
    }
}

extension RunningApps {
    /// Packs and unpacks the lab's own app on a device, if it waits for nothing.
    fileprivate mutating func repack(_ device: Int) {
        guard self.isAtRest(device) else { return }
        var packer = Packer(origin: LabTime.start)
        self.pack(device, into: &packer, stored: nil)
        var unpacker = Unpacker(packer.bytes, origin: LabTime.start)
        self.replace(device, from: &unpacker)
    }
}

extension PushDelivery {
    /// Restores the push service from the bytes of its rows, as a new process does.
    fileprivate func rebuilt() throws(DeliveryRowFault) -> PushDelivery {
        // The machine sorts the rows.
        var rows: [DeliveryRowKey: DeliveryRow] = [:]
        for change in self.everyRow {
            rows[change.key] = self.row(after: change).flatMap { DeliveryRow(encoded: $0.encoded) }
        }
        return try PushDelivery(rows: rows, rules: self.rules)
    }
}
