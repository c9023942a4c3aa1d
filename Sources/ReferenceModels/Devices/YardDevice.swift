package import Basics
package import ConnectedDevices

/// One device of a yard, with an app that keeps the notifications from its reader.
package struct YardDevice {
    package let name: String
    package var machine: DeviceMachine
    /// The bytes that were last written to disk.
    package var stored: [UInt8] = []
    /// The contents of the last backup: the stored bytes, and the data that the app keeps.
    var backup: (stored: [UInt8], view: [String: ReadNotification], place: UInt64?)?
    package var alarm: Instant?
    /// The user for whom the app provides tokens. If this is nil, the app refuses every request for a token.
    package var user: String?
    package var answersTokens = true
    /// The reason why the device cannot connect; nil if it can.
    package var fault: ConnectionFault?
    package var log: [DeviceAction] = []
    var watch = DeviceWatch()
    /// The first violation of a rule of the SDK by this device; nil if there was none.
    private(set) var problem: String?
    package var completions: [(call: CallNumber, outcome: DeviceOutcome)] = []
    package var feed: FeedNumber?
    /// The feed of the second account, which has the same user.
    var twin: FeedNumber?
    /// Whether the user of the device currently works with the second account.
    var usesTwin = false
    /// Whether the device may still have writes that an earlier process of the app began.
    var hasInherited = false
    /// The writes whose outcome the app waits for, by call.
    var asked: [CallNumber: AskedWrite] = [:]
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

    /// The feed that the user of the device currently works with.
    var current: FeedNumber? { self.usesTwin ? self.twin ?? self.feed : self.feed }

    /// The feeds that the app has opened.
    var feeds: [FeedNumber] { [self.feed, self.twin].compactMap(\.self) }

    package mutating func call() -> CallNumber {
        self.lastCall += 1
        self.pending.insert(CallNumber(self.lastCall))
        return CallNumber(self.lastCall)
    }

    /// Changes what the app shows as soon as the user acts, before the service knows about the action.
    mutating func act(_ id: String, _ wish: AskedWrite.Wish) {
        guard self.current == self.feed, self.view[id] != nil else { return }
        switch wish {
        case .save(let read, let action):
            if let read { self.view[id]?.readState = read }
            if let action { self.view[id]?.userActionState = action }
        case .deletion: self.view[id] = nil
        }
    }

    /// Makes a backup.
    mutating func backUp() { self.backup = (self.stored, self.view, self.place) }

    /// Replaces the stored bytes and what the app keeps with the last backup, if there is one.
    mutating func restore() {
        guard let backup else { return }
        (self.stored, self.view, self.place) = backup
        self.watch = DeviceWatch()
    }

    /// Returns a difference between the notifications that the app shows and the notifications of the SDK; nil if there
    /// is none. Notifications with an unfinished write of the app are ignored.
    func stale(_ names: NameTable) -> String? {
        guard let feed, self.reader != nil, !self.hasInherited else { return nil }
        let asked = self.asked.values.map(\.id)
        let shown = self.machine.everything(in: feed)
        var active: Set<String> = []
        for item in shown {
            let id = names.text(item.id)
            guard !asked.contains(id) else { continue }
            let seen = self.view[id]
            if !item.isDeleted { active.insert(id) }
            let isSame =
                item.isDeleted
                ? seen == nil
                : seen?.generation == item.generation && seen?.readState == item.readState
                    && seen?.userActionState == item.userActionState
            if !isSame { return "shows \(id) \(item), its app \(seen.map { "\($0)" } ?? "nothing")" }
        }
        let gone = self.view.keys.filter { !active.contains($0) && !asked.contains($0) }.min()
        return gone.map { "does not show \($0), its app does" }
    }

    /// Reads all batches after a change, a few notifications at a time.
    package mutating func read(_ reader: ReaderNumber, _ names: NameTable) {
        self.filtered?.read(reader, &self.machine, names)
        guard reader == self.reader else { return }
        while let batch = self.machine.readBatch(reader, most: 3), !batch.isEmpty {
            for item in batch { self.view[names.text(item.id)] = item.isDeleted ? nil : item }
            self.place = self.machine.place(of: reader)
        }
    }

    /// Records a problem, if it is the first one.
    mutating func blame(_ text: String?) { self.problem = self.problem ?? text }

    /// Reports a push that has been handled for too long, and a registration whose reported state does not match its
    /// age.
    mutating func judgeTime(_ now: Instant, _ rules: DeviceRules) {
        let state = self.watch.wrongState(of: self.machine, at: now)
        self.blame(state.map { "says that a registration is \($0)" })
        let late = rules.processingLimit.flatMap { self.watch.lateTap(at: now, limit: $0) }
        self.blame(late.map { "handles a push for too long, in call \($0.number)" })
    }

    package mutating func complete(_ call: CallNumber, _ outcome: DeviceOutcome) {
        self.completions.append((call, outcome))
        self.pending.remove(call)
    }

    /// Forgets the calls of a process that ended.
    package mutating func forgetCalls() {
        self.pending = []
        self.asked = [:]
        self.hasInherited = true
        self.watch.restart()
    }
}
