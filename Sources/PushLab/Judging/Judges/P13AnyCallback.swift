/// Whatever reached a device its app shows in the end, unless something newer came.
struct AnyCallback: Judge {
    static var property: Property { .p13 }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for (device, record) in file.devices.enumerated() where record.isCaughtUp {
            record.heard.forEach { id, heard in
                guard heard.isLive, !heard.states.isHandled,
                    file.feeds[record.user].notifications[id]?.entry.version == heard.version
                else { return }
                bench.judge(atRisk: record.troubles > 0)
                guard record.list[id]?.generation != heard.generation, record.tray[id] == nil else { return }
                bench.object(
                    "silent", [heard.index, index],
                    """
                    \(file.name(device)) read \(file.name(id)) at \(file.moment(heard.index)), and its app never \
                    showed it
                    """)
            }
        }
    }
}
