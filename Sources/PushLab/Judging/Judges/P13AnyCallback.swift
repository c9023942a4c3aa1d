/// Judges P13: at the end, the app shows every change that reached its device, unless a newer change came.
struct AnyCallback: Judge {
    static var property: Property { .p13 }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for device in file.devices.indices where file.devices[device].isCaughtUp {
            file.devices[device].heard.forEach { id, heard in
                guard heard.isLive, !heard.states.isHandled,
                    file.feeds[file.devices[device].user].notifications[id]?.entry.version == heard.version
                else { return }
                bench.judge(atRisk: file.devices[device].troubles > 0)
                guard file.devices[device].list[id]?.generation != heard.generation,
                    file.devices[device].tray[id] == nil
                else { return }
                let (deeds, words) = Self.ending(of: id, since: heard, until: index, on: device, file)
                bench.object(
                    "silent", [heard.index] + deeds + [index],
                    "\(file.name(device)) read \(file.name(id)) at \(file.moment(heard.index)), but its app \(words)")
            }
        }
    }

    /// Returns what the app did with a notification after reading it, and the events that prove it.
    private static func ending(
        of id: HistoryEvent.TextNumber, since heard: DeviceRecord.Heard, until end: Int, on device: Int,
        _ file: CaseFile
    ) -> (deeds: [Int], words: String) {
        let deeds = (heard.index..<end).filter { place in
            let event = file.view.events[place]
            return event.actor.device == device && event.subject == id && [.hidden, .shown].contains(event.kind)
        }
        func isShowing(_ place: Int) -> Bool {
            file.view.events[place].kind == .shown && file.view.events[place].generation == heard.generation
        }
        guard let showing = deeds.last(where: isShowing) else {
            return ([], "still had not shown it at \(file.moment(end)), when everything had settled")
        }
        let words = "showed it at \(file.moment(showing))"
        guard let next = deeds.first(where: { $0 > showing }) else {
            return ([showing], "\(words), but no longer at \(file.moment(end)), when everything had settled")
        }
        let deed = file.view.events[next].kind == .hidden ? "hid it" : "replaced it with another one of the same id"
        return ([showing, next], "\(words) and \(deed) at \(file.moment(next))")
    }
}
