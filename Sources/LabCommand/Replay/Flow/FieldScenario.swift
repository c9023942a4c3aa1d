import Basics
import Captures
import PushLab
import ShoulderTap

/// The scenario behind a capture: what was published and done, and how the taps about it came.
///
/// A scenario's own service sends the taps. Where the capture shows that one came late, twice or not at all, a fault
/// stands before the change that it tells of.
struct FieldScenario {
    /// Of more the memory would be too much, and no scenario could be made of them.
    static let mostMoments = 100_000
    /// A user of a scenario has no more.
    private static let mostDevices = 64
    /// Devices set themselves up before anything happens, and come to rest behind it.
    private static let pause = Interval.seconds(5)
    /// A tap that takes longer is late.
    private static let patience = Interval.seconds(2)

    /// No scenario goes on for so long, so one that has come so far is refused whatever follows.
    private static let end = Scenario.longest + Self.pause

    private let about: String
    private var cast = FieldCast()
    private var host: String?
    private var moments: [FieldMoment] = []
    /// The entry with which there are too many.
    private(set) var overflow: CapturePlace?
    /// For each member of the cast, the entry that tells of it first.
    private var joined: [CapturePlace?] = []
    /// When times count from, and how far they have come.
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

    /// Whole milliseconds, which is as exact as anybody reads.
    private mutating func keepTime(_ entry: CaptureEntry) {
        guard let nanoseconds = entry.time else { return }
        let time = Interval(microseconds: nanoseconds / 1_000_000 * 1_000)
        if !self.isTimed { (self.base, self.isTimed) = (self.last - time, true) }
        self.last = min(max(.zero, self.base + time), Self.end)
    }

    /// What captures come to.
    struct Draft {
        var scenario: Scenario
        /// How many changes only taps tell of, so that nobody knows what they were.
        var unexplained: Int
        /// The entries that tell first of each step, and of the devices of each user.
        fileprivate var steps: [CapturePlace?] = []
        fileprivate var users: [[CapturePlace?]] = []

        /// The entry that a line of the scenario's file comes from.
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

    /// Whatever was deleted last is gone everywhere.
    private static func deletions(in changes: [FieldChange]) -> [Scenario.Expectation] {
        var (ids, isDeleted) = ([String](), [String: Bool]())
        for change in changes {
            if isDeleted.updateValue(change.isDeletion, forKey: change.topic.id) == nil { ids.append(change.topic.id) }
        }
        let gone = Scenario.Sight(state: .gone, banner: Scenario.Banner.none)
        return ids.filter { isDeleted[$0] == true }.map { .everywhere($0, gone) }
    }

    /// A member whose user did something with a notification, and so had it on the screen.
    private struct Touch: Hashable {
        let member: Int
        let topic: FieldChange.Topic

        init(member: Int, _ topic: FieldChange.Topic) {
            self.member = member
            self.topic = topic
        }
    }

    /// What is to go wrong with the taps about a change. Who did it is not tapped about it.
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
    /// A member as scenarios name it.
    func deviceName(_ member: Int) -> Scenario.DeviceName {
        Scenario.DeviceName(user: Self.userName(self.members[member].user), device: self.members[member].name)
    }
}
