import Basics
import PushLab
import ShoulderTap

extension ServedWorld {
    /// Returns up to `most` events after a number as JSON objects, each with its number and its kind.
    func eventTexts(after number: Int, most: Int) -> [(number: Int, kind: String, json: String)] {
        var views: [ObjectIdentifier: HistoryView] = [:]
        return self.events.entries(after: number, most: most).map { number, entry in
            let key = ObjectIdentifier(entry.app)
            let view = views[key] ?? entry.app.lab.view
            views[key] = view
            return (number, "\(entry.event.kind)", self.text(of: entry, number, view))
        }
    }

    private func text(of entry: EventLog.Entry, _ number: Int, _ view: HistoryView) -> String {
        let (event, app) = (entry.event, entry.app)
        let time = app.opened + view.time(of: event)
        let device = event.actor.device.flatMap { $0 < app.places.count ? self.devices[app.places[$0]].id : nil }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("n", number: number)
            writer.member("time", time.clockText)
            writer.member("microseconds", raw: String(time.microseconds))
            writer.member("bundle", app.bundle)
            writer.member("actor", view.name(of: event.actor))
            writer.member("device", orNull: device)
            writer.member("kind", "\(event.kind)")
            writer.member("subject", orNull: event.subject == .none ? nil : view.text(event.subject))
            writer.member("words", view.words(of: event))
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
