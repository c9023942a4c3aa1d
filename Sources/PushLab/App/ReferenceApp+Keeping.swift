import ConnectedDevices

extension ReferenceApp {
    /// The state that the app keeps across processes. It contains the app's machine, in the state that the machine has
    /// after a restart.
    ///
    /// The state is encoded only when its bytes are read, which never happens in a fleet.
    package struct Kept: Sendable {
        private(set) var machine: DeviceMachine
        /// The place up to which the app has read.
        private(set) var place: UInt64

        init(machine: DeviceMachine, place: UInt64) {
            self.machine = machine
            self.place = place
        }

        /// Replaces this state with the current state of an app, and reuses the memory of this state.
        ///
        /// Returns the encoded size.
        fileprivate mutating func become(_ machine: DeviceMachine, _ place: UInt64, _ names: NameTable) -> Int {
            machine.restart(into: &self.machine)
            self.place = place
            return 8 + self.machine.encodedCount(names)
        }

        /// The bytes of the state. ``ReferenceApp`` reads them when it is launched.
        func bytes(_ names: NameTable) -> [UInt8] {
            let place = (0..<8 as Range<UInt64>).map { UInt8(truncatingIfNeeded: self.place >> (8 * (7 - $0))) }
            return place + self.machine.encoded(names)
        }
    }

    /// Resumes from the state that an earlier process kept.
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

/// The state that an app keeps across processes.
package enum StoredState: Hashable, Sendable {
    /// The bytes of any app.
    case bytes([UInt8])
    /// The state of the reference app. The array has one element, so that its memory can be reused.
    case state([ReferenceApp.Kept])
}
