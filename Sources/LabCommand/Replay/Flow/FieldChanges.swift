import Basics
import Captures
import PushLab
import ShoulderTap

/// An event of a capture with its time, for use in a scenario.
struct FieldMoment {
    enum Deed {
        case publish(LabNotification, subscription: String?)
        case act(UserAct, id: String, CaptureEntry.Device?)
        case tap(Tap, member: Int)
    }

    let time: Interval
    let deed: Deed
    /// The entry with the event.
    var place: CapturePlace?
}

/// The position of an entry in a capture.
struct CapturePlace: Equatable {
    let source: RawText
    let line: Int

    var text: String { "\(TerminalText.escaped(self.source)):\(self.line)" }
}

/// A change of a feed, and the arrivals of the taps about it.
struct FieldChange {
    /// A notification of one user.
    struct Topic: Hashable {
        let user: Int
        let id: String
    }

    struct Arrival {
        let member: Int
        let time: Interval
    }

    enum Nature {
        case publication(LabNotification)
        case act(UserAct)
    }

    let time: Interval
    let topic: Topic
    let nature: Nature
    /// The device on which a user made the change.
    var author: Int?
    var arrivals: [Arrival] = []
    /// The first entry about the change.
    var place: CapturePlace?

    var lastTap: Interval { self.arrivals.map(\.time).max() ?? self.time }

    var isDeletion: Bool {
        if case .act(.delete) = self.nature { return true }
        return false
    }

    func deed(_ cast: FieldCast) -> Scenario.Deed {
        switch self.nature {
        case .publication(let notification): return .publish(notification, user: FieldCast.userName(self.topic.user))
        case .act(let act):
            guard let author else { preconditionFailure("somebody does what is done") }
            return .device(.act(act, self.topic.id), cast.deviceName(author))
        }
    }
}

/// The changes that a capture shows or implies.
///
/// If several taps about a notification name the same place in the feed, they are about one change. The changes of a
/// notification are sorted by these places. They are then matched, in this order, with the publication and the user
/// actions that the capture contains.
struct FieldChanges {
    private struct Group {
        let head: String?
        var arrivals: [FieldChange.Arrival] = []
        var place: CapturePlace?
    }

    /// The entries that made devices join the cast while the changes were determined, one entry for each of these
    /// devices.
    private(set) var joined: [CapturePlace?] = []
    /// The changes in the order of their times.
    private(set) var all: [FieldChange] = []
    /// The number of changes that are known only from their taps, because the capture contains no publication or action
    /// for them.
    private(set) var unexplained = 0

    private var topics: [FieldChange.Topic] = []
    // Used for lookup only: iteration order is not deterministic.
    private var shown: [FieldChange.Topic: [FieldChange]] = [:]
    private var groups: [FieldChange.Topic: [Group]] = [:]
    private var names = FieldNames()

    /// Finds the changes.
    ///
    /// If a device acts but was never tapped, it joins the cast.
    init(_ moments: [FieldMoment], _ cast: inout FieldCast) {
        for moment in moments {
            if case .tap(let tap, let member) = moment.deed { self.names.noteFirst(tap, of: cast.members[member].user) }
        }
        for moment in moments {
            if case .tap(let tap, let member) = moment.deed { self.names.noteAgain(tap, of: cast.members[member].user) }
        }
        for moment in moments.enumerated().sorted(by: { ($0.1.time, $0.0) < ($1.1.time, $1.0) }) {
            self.note(moment.element, &cast)
        }
        for topic in self.topics { self.match(topic) }
        self.all = self.all.enumerated().sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }.map(\.element)
    }

    private mutating func note(_ moment: FieldMoment, _ cast: inout FieldCast) {
        switch moment.deed {
        case .publish(let notification, let subscription):
            guard let user = cast.user(of: notification.id, subscription) else { return }
            let topic = FieldChange.Topic(user: user, id: notification.id)
            self.show(
                FieldChange(time: moment.time, topic: topic, nature: .publication(notification), place: moment.place))
        case .act(let act, let id, let device):
            let count = cast.members.count
            guard let member = cast.member(device, actingOn: id) else { return }
            self.joined += repeatElement(moment.place, count: cast.members.count - count)
            let topic = FieldChange.Topic(user: cast.members[member].user, id: id)
            self.show(
                FieldChange(time: moment.time, topic: topic, nature: .act(act), author: member, place: moment.place))
        case .tap(let tap, let member):
            let user = cast.members[member].user
            for id in self.names.ids(of: tap, member: member, of: user) {
                let topic = FieldChange.Topic(user: user, id: id)
                let arrival = FieldChange.Arrival(member: member, time: moment.time)
                self.take(arrival, tap.head, about: topic, moment.place)
            }
        }
    }

    private mutating func open(_ topic: FieldChange.Topic) {
        guard self.shown[topic] == nil else { return }
        self.topics.append(topic)
        (self.shown[topic], self.groups[topic]) = ([], [])
    }

    private mutating func show(_ change: FieldChange) {
        self.open(change.topic)
        self.shown[change.topic]?.append(change)
    }

    /// Adds a tap to the group of taps about the same change.
    ///
    /// Taps that name no place in the feed are counted instead: the second such tap of a device is about the second
    /// change.
    private mutating func take(
        _ arrival: FieldChange.Arrival, _ head: String?, about topic: FieldChange.Topic, _ place: CapturePlace?
    ) {
        self.open(topic)
        let known = self.groups[topic, default: []].firstIndex { group in
            head == nil
                ? group.head == nil && !group.arrivals.contains { $0.member == arrival.member } : group.head == head
        }
        if let known {
            self.groups[topic]?[known].arrivals.append(arrival)
        } else {
            self.groups[topic]?.append(Group(head: head, arrivals: [arrival], place: place))
        }
    }

    private mutating func match(_ topic: FieldChange.Topic) {
        var changes = self.shown[topic] ?? []
        var groups = self.groups[topic] ?? []
        let places = groups.map { $0.head.flatMap { Int64($0) } }
        if !places.contains(nil) {
            groups = zip(places, groups).sorted { ($0.0 ?? 0) < ($1.0 ?? 0) }.map(\.1)
        }
        // A tap implies that its notification was published before.
        if case .publication? = changes.first?.nature {
        } else {
            let first = (groups.first?.arrivals.map(\.time) ?? []) + changes.prefix(1).map(\.time)
            let notification = LabNotification.raw("content of \(topic.id)", id: topic.id)
            let time = first.min() ?? .zero
            let place = groups.first?.place ?? changes.first?.place
            changes.insert(
                FieldChange(time: time, topic: topic, nature: .publication(notification), place: place), at: 0)
        }
        for (index, group) in groups.enumerated() {
            if index < changes.count { changes[index].arrivals = group.arrivals } else { self.unexplained += 1 }
        }
        self.all += changes
    }
}
