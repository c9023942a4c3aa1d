/// Judges P29: when the world settles, the badge is the number of notifications that wait for the user.
///
/// The app decides whether snoozed notifications count.
struct BadgeIsUnread: Judge {
    static var property: Property { .p29 }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for (device, record) in file.devices.enumerated() where record.isCaughtUp {
            let all = file.feeds[record.user].notifications.values
            guard let badge = record.badge, !all.contains(where: { $0.hasEnded && file.isUntold($0.end, to: device) })
            else { continue }
            let unread = all.filter { $0.isWaiting && !$0.entry.states.isRead }
            let (most, putOff) = (UInt64(unread.count), UInt64(unread.count { $0.entry.states.action == .snoozed }))
            bench.judge(atRisk: record.troubles > 0)
            let least = most - putOff
            guard badge != least, badge != most else { continue }
            let waiting = badge < least ? least : most
            bench.object(
                badge > most ? "too many" : "too few", [index],
                "the badge of \(file.name(device)) says \(badge), but the number of unread notifications is \(waiting)")
        }
    }
}
