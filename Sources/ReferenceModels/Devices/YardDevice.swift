package import Basics
package import ConnectedDevices

/// One device of a yard, with an app that keeps the result of its reader.
package struct YardDevice {
    package let name: String
    package var machine: DeviceMachine
    /// The bytes that were last written to disk.
    package var stored: [UInt8] = []
    package var alarm: Instant?
    /// The user whose token the app gives. If this is nil, every token request is refused.
    package var user: String?
    package var answersTokens = true
    /// The reason why the device cannot connect; nil if it can.
    package var fault: ConnectionFault?
    package var log: [DeviceAction] = []
    package var completions: [(call: CallNumber, outcome: DeviceOutcome)] = []
    package var feed: FeedNumber?
    package var reader: ReaderNumber?
    /// The notifications that the app has assembled from its batches, and the position of the last batch.
    package var view: [String: ReadNotification] = [:]
    package var place: UInt64?
    /// A second reader, with filters.
    package var filtered: FilteredReader?
    /// The calls that have no outcome yet.
    package private(set) var pending: Set<CallNumber> = []
    private var lastCall: UInt32 = 0

    package init(_ name: String, _ machine: DeviceMachine, user: String?) {
        self.name = name
        self.machine = machine
        self.user = user
    }

    package mutating func call() -> CallNumber {
        self.lastCall += 1
        self.pending.insert(CallNumber(self.lastCall))
        return CallNumber(self.lastCall)
    }

    /// Reads all batches after a change, a few notifications in each call.
    package mutating func read(_ reader: ReaderNumber, _ names: NameTable) {
        self.filtered?.read(reader, &self.machine, names)
        guard reader == self.reader else { return }
        while let batch = self.machine.readBatch(reader, most: 3), !batch.isEmpty {
            for item in batch { self.view[names.text(item.id)] = item.isDeleted ? nil : item }
            self.place = self.machine.place(of: reader)
        }
    }

    package mutating func complete(_ call: CallNumber, _ outcome: DeviceOutcome) {
        self.completions.append((call, outcome))
        self.pending.remove(call)
    }

    /// Forgets the calls of a process that ended.
    package mutating func forgetCalls() { self.pending = [] }
}
