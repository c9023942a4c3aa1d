import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

/// A save or a deletion that an app asked for, with the facts that are needed to judge its outcome.
struct AskedWrite {
    enum Wish {
        case save(ReadState?, UserActionState?)
        case deletion
    }

    let id: String
    let generation: UInt64?
    let wish: Wish
    /// The number of rows that the service had already written when the app asked.
    let since: Int
    /// Whether the device certainly had no other write to the same notification under way, neither at the start of this
    /// write nor later.
    var isAlone: Bool

    /// Returns the reason why this outcome is wrong; nil if the outcome may be right.
    ///
    /// - Parameters:
    ///   - history: The rows of notifications that the service wrote, in order.
    ///   - author: The subscription of the device.
    func problem(_ outcome: DeviceOutcome, _ history: [NotificationRow], author: String, at now: Instant) -> String? {
        guard case .saved(let isSaved) = outcome else { return nil }
        let first = history[..<self.since].last { $0.id == self.id }
        let later = history[self.since...].filter { $0.id == self.id }
        let states = (first.map { [$0] } ?? []) + later
        guard !states.isEmpty else { return nil }
        if isSaved {
            // If the save asked for two states, another device may have overruled one of them. That device may have
            // written its row before this device's latest rows, without this device having read it.
            let earlier = history[..<self.since].last { $0.id == self.id && $0.author != author }
            let others = (later + [earlier].compactMap(\.self)).filter { $0.isChange(otherThanBy: author) }
            let isShared = !self.isAlone || !others.isEmpty
            return states.contains { self.isFulfilled($0) || isShared && self.isHalfFulfilled($0) }
                ? nil : "reports \(self) as saved, and it never was"
        }
        // A change of somebody else may have won.
        guard self.isAlone, first != nil, later.allSatisfy({ $0.author == author }),
            states.allSatisfy({ $0.isActive(at: now) && self.isMeant($0) })
        else { return nil }
        return "reports \(self) as not saved, and nothing stood against it"
    }

    private func isMeant(_ row: NotificationRow) -> Bool { self.generation.map { $0 == row.generation } ?? true }

    private func isFulfilled(_ row: NotificationRow) -> Bool {
        switch self.wish {
        case .save(let read, let action):
            row.phase == .active && self.isMeant(row) && (read ?? row.readState) == row.readState
                && (action ?? row.userActionState) == row.userActionState
        case .deletion: row.phase != .active || !self.isMeant(row)
        }
    }

    /// Whether the save asked for two states, and the notification has at least one of them.
    private func isHalfFulfilled(_ row: NotificationRow) -> Bool {
        guard case .save(let read?, let action?) = self.wish, row.phase == .active, self.isMeant(row) else {
            return false
        }
        return read == row.readState || action == row.userActionState
    }
}

extension NotificationRow {
    /// Whether the row is a change of the notification by another author. The first row of a publication does not count
    /// as a change.
    fileprivate func isChange(otherThanBy author: String) -> Bool {
        self.author != author && self.version != self.generation
    }
}
