import Basics
import Captures
import PushLab
import ShoulderTap

/// The scenario that reproduces a capture: the publications, the actions, and the arrivals of their taps.
///
/// In a scenario, the service sends the taps. If the capture shows a late, duplicate or missing tap, a fault is added
/// before the change.
struct FieldScenario {
    /// The maximum number of events.
    ///
    /// More would take too much memory and exceed the limits of a scenario.
    static let mostMoments = 100_000
    /// The maximum number of devices that one user of a scenario can have.
    private static let mostDevices = 64
    /// The time for devices to set themselves up and settle before the first event.
    private static let pause = Interval.seconds(5)
    /// The delay after which a tap counts as late.
    private static let patience = Interval.seconds(2)

    /// The latest time that is recorded.
    ///
    /// A scenario of this length is refused, so later events do not matter.
    private static let end = Scenario.longest + Self.pause

    private let about: String
    private var cast = FieldCast()
    private var host: String?
    private var moments: [FieldMoment] = []
    /// The first entry that was left out, because the maximum number of events had been reached. Nil if no entry was
    /// left out.
    private(set) var overflow: CapturePlace?
    /// The first entry about each member of the cast.
    private var joined: [CapturePlace?] = []
    /// The offset that is added to the times of entries, and the latest time so far.
    private var (base, last) = (Interval.zero, Interval.zero)
    private var isTimed = false

    init(about: String) { self.about = about }

    mutating func begin() { self.isTimed = false }

    mutating func note(_ entry: CaptureEntry, _ verdict: ChannelVerdict, at place: CapturePlace? = nil) {
        self.keepTime(entry)
        let deed: FieldMoment.Deed
        switch FieldDeed(entry, verdict) {
        case .none, .wake: return
        case .publish(let notification, let subscription): deed = .publish(notification, subscription: subscription)
        case .act(let act, let id): deed = .act(act, id: id, entry.device)
        case .tap(let tap):
            if self.host == nil { self.host = tap.host }
            guard tap.host == nil || tap.host == self.host else { return }
            let count = self.cast.members.count
            deed = .tap(tap, member: self.cast.member(entry.device, entry.channel, tapped: tap))
            self.joined += repeatElement(place, count: self.cast.members.count - count)
        }
        guard self.moments.count < Self.mostMoments else { return self.overflow = self.overflow ?? place }
        self.moments.append(FieldMoment(time: self.last, deed: deed, place: place))
    }

    /// Records the time of an entry in whole milliseconds, which is precise enough for readers.
    private mutating func keepTime(_ entry: CaptureEntry) {
        guard let nanoseconds = entry.time else { return }
        let time = Interval(microseconds: nanoseconds / 1_000_000 * 1_000)
        if !self.isTimed { (self.base, self.isTimed) = (self.last - time, true) }
        self.last = min(max(.zero, self.base + time), Self.end)
    }

    /// The scenario made from captures.
    struct Draft {
        var scenario: Scenario
        /// The number of changes whose content is unknown, because the captures contain only their taps.
        var unexplained: Int
        /// For each step of the scenario, the first entry about the change that the step belongs to. `users` contains,
        /// for each user, the first entry about each device of that user.
        fileprivate var steps: [CapturePlace?] = []
        fileprivate var users: [[CapturePlace?]] = []

        /// Returns the entry from which a line of the scenario's file was made.
        func place(ofLine line: Int) -> CapturePlace? {
            let lines = self.scenario.yaml.split(separator: "\n", omittingEmptySubsequences: false)
            func index(behind title: String, of count: Int) -> Int? {
                guard let start = lines.firstIndex(of: Substring(title)) else { return nil }
                return (0..<count).contains(line - start - 2) ? line - start - 2 : nil
            }
            if let step = index(behind: "steps:", of: self.steps.count) { return self.steps[step] }
            guard let user = index(behind: "users:", of: self.users.count) else { return nil }
            let tooMany = self.users[user].dropFirst(FieldScenario.mostDevices)
            return tooMany.first ?? self.users[user].last ?? nil
        }
    }

    func finished() -> Draft {
        var cast = self.cast
        let changes = FieldChanges(self.moments, &cast)
        var draft = Draft(scenario: Scenario(people: Self.people(cast)), unexplained: changes.unexplained)
        draft.scenario.about = self.about
        var end = Interval.zero
        let touches = Set(changes.all.compactMap { change in change.author.map { Touch(member: $0, change.topic) } })
        for change in changes.all {
            let time = change.time + Self.pause
            let deeds = Self.faults(of: change, cast, touches) + [change.deed(cast)]
            draft.scenario.steps += deeds.map { Scenario.Step(at: time, $0) }
            draft.steps += deeds.map { _ in change.place }
            end = max(end, time, change.lastTap + Self.pause)
        }
        if !changes.all.isEmpty {
            draft.scenario.steps.append(Scenario.Step(at: end + Self.pause, .quiesce(within: nil)))
        }
        draft.scenario.expectations = [.agreement] + Self.deletions(in: changes.all)
        let joined = zip(cast.members, self.joined + changes.joined)
        draft.users = (0..<cast.userCount).map { user in joined.filter { $0.0.user == user }.map(\.1) }
        return draft
    }

    private static func people(_ cast: FieldCast) -> [Scenario.Person] {
        (0..<cast.userCount).map { user in
            let members = cast.members.filter { $0.user == user }
            return Scenario.Person(FieldCast.userName(user), members.map { Scenario.Gadget($0.name, $0.platform) })
        }
    }

    /// Returns expectations that deleted notifications do not exist any more.
    private static func deletions(in changes: [FieldChange]) -> [Scenario.Expectation] {
        var (ids, isDeleted) = ([String](), [String: Bool]())
        for change in changes {
            if isDeleted.updateValue(change.isDeletion, forKey: change.topic.id) == nil { ids.append(change.topic.id) }
        }
        let gone = Scenario.Sight(state: .gone, banner: Scenario.Banner.none)
        return ids.filter { isDeleted[$0] == true }.map { .everywhere($0, gone) }
    }

    /// A device, and a notification on which its user acted there. The action shows that the device had the
    /// notification, even if the capture contains no tap about it.
    private struct Touch: Hashable {
        let member: Int
        let topic: FieldChange.Topic

        init(member: Int, _ topic: FieldChange.Topic) {
            self.member = member
            self.topic = topic
        }
    }

    /// Returns the faults that make the taps about a change arrive as in the capture: late, twice or never.
    ///
    /// The device that made the change gets no tap, so it needs no fault.
    private static func faults(of change: FieldChange, _ cast: FieldCast, _ touches: Set<Touch>) -> [Scenario.Deed] {
        guard !change.arrivals.isEmpty else { return [] }
        let receivers = cast.members.indices.filter {
            cast.members[$0].user == change.topic.user && $0 != change.author
        }
        return receivers.flatMap { member -> [Scenario.Deed] in
            let name = cast.deviceName(member)
            let times = change.arrivals.filter { $0.member == member }.map(\.time)
            guard let first = times.min() else {
                let hasIt = touches.contains(Touch(member: member, change.topic))
                return hasIt ? [] : [.device(.fault(.loseTaps, count: 1), name)]
            }
            let late = first - change.time
            let delay: [Scenario.Deed] = late > Self.patience ? [.device(.delayTap(late), name)] : []
            guard let last = times.max(), times.count > 1 else { return delay }
            let again: Scenario.DeviceDeed =
                last - first > Self.patience ? .repeatTap(last - first) : .fault(.doubleTaps, count: 1)
            return delay + [.device(again, name)]
        }
    }
}

extension FieldCast {
    /// Returns the name that a device of the cast has in the scenario.
    func deviceName(_ member: Int) -> Scenario.DeviceName {
        Scenario.DeviceName(user: Self.userName(self.members[member].user), device: self.members[member].name)
    }
}
