import Basics
import PushGateway

/// Rare situations that an exploration must reach, so that an uneventful run is not mistaken for a proof.
package struct Goals: Hashable, Sendable {
    /// A goal; its raw value is its name in reports.
    package enum Name: String, Hashable, Sendable, CaseIterable {
        case tapLost = "a tap is lost"
        case tapDoubled = "a tap arrives twice"
        case answerLost = "an answer is lost"
        case wakingPush = "a push starts an app"
        case sleeper = "a device receives what changed while it was offline"
        case conflict = "two devices change one notification concurrently"
        case deletionRace = "a notification is deleted during a read"
        case lateDeath = "a token expires and a tap is refused"
        case reused = "an id is published again"
        case expiry = "a notification expires"
        case refusedSave = "a save is refused"
        case resync = "a device has to read everything again"
        case crash = "an app dies in the middle of an action"
        case longRead = "a read takes several pages"
        case serviceDeath = "the service dies during a request"
        case tapInRead = "a tap arrives during a slow read"
        case overtakenAnswer = "an answer is stale when it arrives"
        case deathBetweenPages = "an app dies between two pages"
        case unsaidDeed = "an app dies before the service receives an action of its user"
        case clockJump = "a clock jumps"
        case otherAccount = "a user signs in with another account"
        case overtakenByOther = "another device's action makes an answer stale"
        case actInRead = "a user acts during a slow read of the same device"
        case signOutInRead = "a user signs out during a read"
        case clockJumpInRead = "a clock jumps during a read"
        case expiryInRead = "a notification expires during a read"
    }

    private(set) var hits: [Int]

    package init() { self.hits = Array(repeating: 0, count: Name.allCases.count) }

    /// - Parameter hits: The number of hits of each `Name`, in the order of the names.
    init(hits: [Int]) { self.hits = hits }

    package static func += (sum: inout Goals, other: Goals) {
        for (place, hits) in other.hits.enumerated() { sum.hits[place] += hits }
    }

    package func hits(_ name: Name) -> Int { self.hits[Self.place(of: name)] }

    fileprivate mutating func hit(_ name: Name) { self.hits[Self.place(of: name)] += 1 }

    private static func place(of name: Name) -> Int { Name.allCases.firstIndex(of: name) ?? 0 }
}

/// Finds the goals in a history.
struct GoalKeeper: Sendable {
    private(set) var goals = Goals()
    /// The number of unanswered reads of each device.
    private var reads: [UInt64] = []
    /// For each device, the number of taps that were sent to it minus the number of taps that arrived.
    private var underWay: [Int] = []
    /// The time at which each device sent its pending read, in microseconds.
    private var readSince: [UInt64] = []
    private var accounts: [LabAccount?] = []

    /// The duration after which a pending read counts as late, in microseconds.
    private static let late: UInt64 = 2_000_000

    mutating func see(_ event: HistoryEvent, _ file: CaseFile) {
        self.reads.grow(to: file.devices.count, with: 0)
        self.underWay.grow(to: file.devices.count, with: 0)
        self.readSince.grow(to: file.devices.count, with: 0)
        self.accounts.grow(to: file.devices.count, with: nil)
        switch event.kind {
        case .clockSet: self.setClock(event)
        case .userActed:
            if let device = event.actor.device, self.isReadingSlowly(device, file.now(event)) {
                self.goals.hit(.actInRead)
            }
        case .signedOut:
            if let device = event.actor.device, self.reads[device] > 0 { self.goals.hit(.signOutInRead) }
        case .signedIn: self.signIn(event)
        case .changeArrived: self.hear(event, file)
        case .tapSent: if let device = event.actor.device { self.underWay[device] += 1 }
        case .serverDied:
            if event.actor == .service, self.reads.contains(where: { $0 > 0 }) { self.goals.hit(.serviceDeath) }
        case .tapDropped: self.goals.hit(.tapLost)
        case .pushArrived: self.arrive(event, file)
        case .requestLost:
            self.goals.hit(.answerLost)
            if let device = event.actor.device { self.reads[device] = 0 }
        case .requestGivenUp, .connectFailed, .launched: if let device = event.actor.device { self.reads[device] = 0 }
        case .tapRefused, .alertRefused: if event.isGone { self.goals.hit(.lateDeath) }
        case .crashed, .killed: self.die(event, file)
        case .committed: self.commit(event, file)
        case .requestSent:
            if let device = event.actor.device, event.request == .fetch {
                if self.reads[device] == 0 { self.readSince[device] = file.now(event) }
                self.reads[device] += 1
            }
        case .answered: self.answer(event, file)
        case .answerArrived:
            guard let device = event.actor.device, self.reads[device] > 0 else { break }
            if file.devices[device].fetches.contains(event.ticket) { self.reads[device] -= 1 }
        case .pageServed:
            if event.page.isContinued { self.goals.hit(.longRead) }
        default: break
        }
    }

    private mutating func arrive(_ event: HistoryEvent, _ file: CaseFile) {
        guard let device = event.actor.device else { return }
        self.underWay[device] -= 1
        if self.underWay[device] < 0 { self.goals.hit(.tapDoubled) }
        let isRunning = file.devices[device].isRunning
        if !isRunning { self.goals.hit(.wakingPush) }
        if file.devices[device].state == .suspended { self.goals.hit(.sleeper) }
        if self.isReadingSlowly(device, file.now(event)), isRunning, !event.isStrange {
            self.goals.hit(.tapInRead)
        }
    }

    /// Whether the device has waited for the answer to a read for some time.
    private func isReadingSlowly(_ device: Int, _ now: UInt64) -> Bool {
        self.reads[device] > 0 && now >= self.readSince[device] + Self.late
    }

    private mutating func setClock(_ event: HistoryEvent) {
        self.goals.hit(.clockJump)
        if let device = event.actor.device, self.reads[device] > 0 { self.goals.hit(.clockJumpInRead) }
    }

    private mutating func die(_ event: HistoryEvent, _ file: CaseFile) {
        guard let device = event.actor.device, file.devices[device].isRunning else { return }
        if event.kind == .crashed { self.goals.hit(.crash) }
        if file.devices[device].unappliedSince != nil { self.goals.hit(.deathBetweenPages) }
        if !file.devices[device].wishes.isEmpty { self.goals.hit(.unsaidDeed) }
        self.reads[device] = 0
    }

    private mutating func signIn(_ event: HistoryEvent) {
        guard let device = event.actor.device else { return }
        if let before = self.accounts[device], before != event.account { self.goals.hit(.otherAccount) }
        self.accounts[device] = event.account
    }

    private mutating func hear(_ event: HistoryEvent, _ file: CaseFile) {
        guard let device = event.actor.device,
            let standing = file.feed(of: device).notifications[event.subject], standing.entry.version > event.version
        else { return }
        self.goals.hit(.overtakenAnswer)
        if let asker = standing.entry.asker, asker != device { self.goals.hit(.overtakenByOther) }
    }

    private mutating func commit(_ event: HistoryEvent, _ file: CaseFile) {
        guard let user = event.party.user else { return }
        let standing = file.feeds[user].notifications[event.subject]
        if event.change == .expired { self.goals.hit(.expiry) }
        if event.change == .new, standing != nil { self.goals.hit(.reused) }
        if let asker = file.asker, let before = standing?.entry, let other = before.asker, other != asker,
            file.devices[asker].heard[event.subject].map({ $0.version < before.version }) ?? true
        {
            self.goals.hit(.conflict)
        }
        guard event.change == .deleted || event.change == .expired else { return }
        let isRead = file.devices.indices.contains { file.devices[$0].user == user && self.reads[$0] > 0 }
        if isRead { self.goals.hit(event.change == .deleted ? .deletionRace : .expiryInRead) }
    }

    private mutating func answer(_ event: HistoryEvent, _ file: CaseFile) {
        guard let request = file.request else { return }
        if event.status == 410 { self.goals.hit(.resync) }
        let kind = request.request
        if event.status != 200, kind == .save || kind == .delete { self.goals.hit(.refusedSave) }
    }
}
