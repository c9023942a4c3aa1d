import ConnectedDevices

extension ReferenceApp {
    /// What the app keeps beyond its process: its machine as it is after a restart. It becomes bytes when somebody
    /// wants to read them, which in a fleet nobody does.
    package struct Kept: Sendable {
        private(set) var machine: DeviceMachine
        /// How far the app has read.
        private(set) var place: UInt64

        init(machine: DeviceMachine, place: UInt64) {
            self.machine = machine
            self.place = place
        }

        /// Becomes what an app wants kept now, in the memory of what this or another app kept before. Says how many
        /// bytes it would be.
        fileprivate mutating func become(_ machine: DeviceMachine, _ place: UInt64, _ names: NameTable) -> Int {
            machine.restart(into: &self.machine)
            self.place = place
            return 8 + self.machine.encodedCount(names)
        }

        /// The bytes, which ``ReferenceApp`` reads when it is launched with them.
        func bytes(_ names: NameTable) -> [UInt8] {
            let place = (0..<8 as Range<UInt64>).map { UInt8(truncatingIfNeeded: self.place >> (8 * (7 - $0))) }
            return place + self.machine.encoded(names)
        }
    }

    /// Goes on from what a process before this one kept.
    mutating func resume(_ kept: Kept) {
        self.machine = kept.machine
        self.place = kept.place
    }

    mutating func store(_ system: inout AppSystem) {
        var kept = system.outdated.popLast() ?? [Kept(machine: DeviceMachine(device: .none), place: 0)]
        let count = kept[0].become(self.machine, self.place, system.names)
        system.actions.append(.sdk(.keep(kept, count: count)))
    }

    mutating func restore(_ stored: [UInt8], _ device: Name, _ system: inout AppSystem) {
        guard stored.count > 8 else { return system.log("What was stored is too short, so everything is read again.") }
        do throws(DurableFault) {
            let machine = try DeviceMachine(decoding: Array(stored[8...]), &system.names)
            guard machine.device == device else { return }
            self.machine = machine
            self.place = stored[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        } catch { system.log("What was stored is \(error), so everything is read again.") }
    }
}

extension ReferenceApp.Kept: Hashable {
    package func hash(into hasher: inout Hasher) { hasher.combine(self.place) }
}

/// What an app keeps beyond its process.
package enum StoredState: Hashable, Sendable {
    /// Of any app.
    case bytes([UInt8])
    /// Of the reference app, as a value: one element, in memory that another one can be written to.
    case state([ReferenceApp.Kept])
}
