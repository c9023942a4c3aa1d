import PushLab

/// The list app with one mistake, of the kind that only a second run brings to light.
struct CarelessApp: LabApp {
    enum Mistake: String, CaseIterable {
        /// None: what a second run must not mind.
        case none
        /// Takes from a full reading what it leaves out of a change.
        case readStateOfFullReadsOnly
        /// Its badge counts changes.
        case badgePerChange
        /// Being looked at is no reason to sync.
        case syncsWhenTappedOnly
        /// Its badge counts taps.
        case badgePerTap
        /// To read everything anew takes its badge below all numbers.
        case badgeBelowAll
        /// Has room for the one that it heard of last.
        case lastHeardOnly
        /// Hides what its own clock takes for over.
        case expiresByOwnClock
    }

    private var app: ListApp
    private let mistake: Mistake
    private var badge = 0

    init(_ launch: AppLaunch, _ mistake: Mistake) {
        self.app = ListApp(launch)
        self.mistake = mistake
    }

    mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
        switch (self.mistake, event) {
        case (.syncsWhenTappedOnly, .foreground): break
        case (.readStateOfFullReadsOnly, .answer(let number, .page(var page))) where !page.isFull:
            for place in page.changes.indices { page.changes[place].isRead = false }
            self.app.handle(.answer(number, .page(page)), &system)
        case (_, .answer(_, .page(let page))):
            self.app.handle(event, &system)
            self.mind(page, &system)
        case (.badgePerTap, .push(let push)) where push.tap != nil:
            self.count(1, &system)
            self.app.handle(event, &system)
        default: self.app.handle(event, &system)
        }
    }

    private mutating func mind(_ page: AppPage, _ system: inout AppSystem) {
        switch self.mistake {
        case .badgeBelowAll: system.setBadge(page.isFull ? .min : 0)
        case .badgePerChange: self.count(page.changes.count, &system)
        case .lastHeardOnly: for change in page.changes.dropLast() { system.hide(change.id) }
        case .expiresByOwnClock:
            for change in page.changes {
                guard let end = change.content?.split(separator: " ").last.flatMap({ Int64($0) }) else { continue }
                if system.clock > .seconds(end) { system.hide(change.id) }
            }
        default: break
        }
    }

    private mutating func count(_ more: Int, _ system: inout AppSystem) {
        guard more > 0 else { return }
        self.badge += more
        system.setBadge(self.badge)
    }
}
