import Basics
import LabWire
import PushLab
import Testing

/// One user with a device on each platform, over real TLS or without, and what of the history came after a mark.
final class Flow {
    /// An event with its place in the history.
    struct Seen {
        let index: Int
        let event: HistoryEvent

        var actor: HistoryEvent.Actor { self.event.actor }
        var detail: UInt32 { self.event.rawWords.detail }
    }

    let lab: Lab
    let links: TLSLinks
    let devices: [LabDevice]
    private let user: LabUser
    private(set) var begin = 0

    init(seed: UInt64 = 1, isSecure: Bool = true) throws {
        self.lab = Lab(seed: seed)
        self.links = try TLSLinks()
        if isSecure { self.lab.secureLinks = self.links }
        let user = self.lab.user("alice")
        self.user = user
        self.devices = LabPlatform.allCases.map { user.device("\($0.rawValue)", on: $0) }
        _ = self.lab.user("bob").device("stranger")
        try self.lab.advance(by: .seconds(10))
        for device in self.devices { device.suspend() }
        self.mark()
    }

    var subscribers: [HistoryEvent.Actor] { self.devices.indices.map(HistoryEvent.Actor.device) }

    /// From here on events count.
    func mark() { self.begin = self.lab.view.events.count }

    func publish(_ id: String) throws {
        self.mark()
        try self.lab.publish(.raw("content of \(id)", id: id), to: self.user)
        try self.lab.advance(by: .seconds(5))
    }

    func breakConnections() throws {
        self.mark()
        for device in self.devices { device.breakConnection() }
    }

    func all(
        _ kind: HistoryEvent.Kind, _ id: String? = nil, of actor: HistoryEvent.Actor? = nil
    ) -> [Seen] {
        let view = self.lab.view
        let events = view.events
        return events.indices[self.begin...].map { Seen(index: $0, event: events[$0]) }.filter { seen in
            seen.event.kind == kind && (actor.map { $0 == seen.event.actor } ?? true)
                && (id.map { $0 == view.text(seen.event.subject) } ?? true)
        }
    }

    func first(_ kind: HistoryEvent.Kind, _ id: String? = nil, of actor: HistoryEvent.Actor? = nil) throws -> Seen {
        try #require(self.all(kind, id, of: actor).first, "no \(kind) of \(id ?? "anything")")
    }
}
