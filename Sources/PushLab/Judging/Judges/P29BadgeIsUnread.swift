/// When all is quiet, a badge is the number of notifications that wait for their user.
struct BadgeIsUnread: Judge {
    static var property: Property { .p29 }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for (device, record) in file.devices.enumerated() where record.isCaughtUp {
            guard let badge = record.badge else { continue }
            let waiting = file.feeds[record.user].notifications.values.count {
                $0.isWaiting && !$0.entry.states.isRead
            }
            bench.judge(atRisk: record.troubles > 0)
            guard badge != UInt64(waiting) else { continue }
            bench.object(
                badge > UInt64(waiting) ? "too many" : "too few", [index],
                "the badge of \(file.name(device)) says \(badge), and \(waiting) wait for their user")
        }
    }
}
