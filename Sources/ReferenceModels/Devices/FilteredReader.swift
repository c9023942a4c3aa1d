package import ConnectedDevices

/// A reader with filters, and the notifications that it got.
package struct FilteredReader {
    private let options: ReaderOptions
    private let reader: ReaderNumber?
    /// The last version that the reader received, by id.
    private var versions: [String: UInt64] = [:]
    private var strange: String?

    package init(
        _ options: ReaderOptions, of feed: FeedNumber, on machine: inout DeviceMachine, _ names: NameTable
    ) {
        self.options = options
        self.reader = machine.createReader(feed, options)
        if let reader = self.reader { self.read(reader, &machine, names) }
    }

    /// Reads all batches after a change.
    package mutating func read(_ reader: ReaderNumber, _ machine: inout DeviceMachine, _ names: NameTable) {
        guard reader == self.reader else { return }
        while let batch = machine.readBatch(reader, most: 2), !batch.isEmpty {
            for item in batch {
                if !self.admits(item) { self.strange = "it got \(names.text(item.id)), which its filters exclude" }
                self.versions[names.text(item.id)] = item.version
            }
        }
    }

    /// Returns a problem if the reader received a notification that its filters exclude, or if it missed a
    /// notification. Returns nil when there is none.
    package func problem(shown: [ReadNotification], _ names: NameTable) -> String? {
        if let strange { return strange }
        // A reader that starts at the end did not receive the notifications that existed before.
        guard self.options.start == .beginning else { return nil }
        let missed = shown.first { item in
            guard self.admits(item) else { return false }
            let version = self.versions[names.text(item.id)]
            // A deletion mark loses its version without a notice when the feed gets another epoch.
            return item.isDeleted ? version == nil : version != item.version
        }
        return missed.map { "it did not get \(names.text($0.id)) \($0.version)" }
    }

    private func admits(_ item: ReadNotification) -> Bool {
        let phase: CachedNotification.Phase = item.isDeleted ? .deleted : .active
        return (self.options.phase == nil || self.options.phase == phase)
            && (self.options.readState == nil || self.options.readState == item.readState)
            && (self.options.userActionState == nil || self.options.userActionState == item.userActionState)
    }
}
