import Foundation
import PushLab

/// An app that fetches notifications when a push wakes it, and lets the user dismiss them.
public struct Notes: LabApp {
    /// The part of the app that survives its process.
    private struct Memory: Codable {
        /// The place in the feed up to which the app has read.
        var cursor: String?
        /// The notifications in the list, each with its generation.
        var listed: [String: Int] = [:]
        /// The dismissals that the service has not confirmed.
        var unsaved: [Dismissal] = []
    }

    private struct Dismissal: Codable {
        let id: String
        let generation: Int
    }

    private let launch: AppLaunch
    private var memory = Memory()
    private var pushToken: String?
    /// The requests under way: at most one fetch and one save.
    private var fetch, save: Int?
    /// Whether something may have changed since the fetch was sent.
    private var isBehind = false
    /// The pushes to finish after the last page.
    private var pushes: [AppPush] = []
    /// The notifications that no page of a full read has named yet.
    private var unnamed: Set<String> = []

    /// Starts a process of the app with what the last one stored.
    public init(_ launch: AppLaunch) {
        self.launch = launch
        if let stored = launch.stored, let memory = try? JSONDecoder().decode(Memory.self, from: Data(stored)) {
            self.memory = memory
        }
    }

    /// Reacts to one event.
    public mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
        switch event {
        case .launched, .foreground, .timer: self.refresh(&system)
        case .pushToken(let token):
            self.pushToken = token
            self.refresh(&system)
        case .push(let push):
            guard push.tap != nil else { return system.finish(push, .noData) }
            self.pushes.append(push)
            self.read(&system)
        case .user(.dismiss, let id): self.dismiss(id, &system)
        case .answer(_, .registered):
            let (host, installation) = (self.launch.host, self.launch.installation)
            system.request(.subscribe(host: host, installation: installation, appId: "notes"))
        case .answer(_, .subscribed(let id)):
            system.tellServer(subscription: id)
            self.read(&system)
        case .answer(self.fetch, .page(let page)): self.take(page, &system)
        case .answer(self.fetch, let answer): self.fetchFailed(answer, &system)
        case .answer(self.save, .lost):
            self.save = nil
            system.startTimer(after: .seconds(5))
        case .answer(self.save, _): self.saved(&system)
        case .answer: system.startTimer(after: .seconds(5))
        default: break
        }
    }

    private mutating func refresh(_ system: inout AppSystem) {
        if let pushToken {
            let (installation, platform) = (self.launch.installation, self.launch.platform)
            system.request(
                .register(installation: installation, platform: platform, pushToken: pushToken, appId: "notes"))
        }
        self.saveNext(&system)
        self.read(&system)
    }

    private func store(_ system: inout AppSystem) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys  // the same bytes in each run
        if let bytes = try? encoder.encode(self.memory) { system.store(Array(bytes)) }
    }

    // MARK: Reading

    /// Reads what changed: now, or after the fetch that is under way.
    private mutating func read(_ system: inout AppSystem) {
        self.isBehind = self.fetch != nil
        guard !self.isBehind else { return }
        if self.memory.cursor == nil { self.unnamed = Set(self.memory.listed.keys) }
        self.fetch(after: self.memory.cursor, &system)
    }

    private mutating func fetch(after cursor: String?, _ system: inout AppSystem) {
        self.fetch = system.request(.fetch(host: self.launch.host, cursor: cursor))
    }

    private mutating func take(_ page: AppPage, _ system: inout AppSystem) {
        for change in page.changes { self.take(change, &system) }
        guard page.isLast else { return self.fetch(after: page.cursor, &system) }
        if page.isFull { for id in self.unnamed.sorted() { self.hide(id, &system) } }
        self.memory.cursor = page.cursor
        self.store(&system)
        self.endReading(.newData, &system)
    }

    private mutating func take(_ change: AppChange, _ system: inout AppSystem) {
        let id = change.id
        self.unnamed.remove(id)
        guard change.kind == .new || change.kind == .updated else { return self.hide(id, &system) }
        let isNew = self.memory.listed.updateValue(change.generation, forKey: id) != change.generation
        system.show(
            id, generation: change.generation, version: change.version, isRead: change.isRead, action: change.action)
        if change.isRead || change.action != .none {
            system.withdrawAlert(id)
        } else if isNew {
            system.alert(id)
        }
    }

    private mutating func hide(_ id: String, _ system: inout AppSystem) {
        self.memory.listed[id] = nil
        system.hide(id)
    }

    private mutating func fetchFailed(_ answer: AppAnswer, _ system: inout AppSystem) {
        if case .refused(status: 410, _) = answer {
            self.memory.cursor = nil  // too old: read everything
            self.isBehind = true
        } else {
            self.isBehind = false  // the timer reads again
            system.startTimer(after: .seconds(5))
        }
        self.endReading(.failed, &system)
    }

    private mutating func endReading(_ result: PushResult, _ system: inout AppSystem) {
        self.fetch = nil
        guard !self.isBehind else { return self.read(&system) }
        for push in self.pushes { system.finish(push, result) }
        self.pushes = []
    }

    // MARK: Dismissing

    private mutating func dismiss(_ id: String, _ system: inout AppSystem) {
        guard let generation = self.memory.listed[id] else { return }
        self.memory.unsaved.append(Dismissal(id: id, generation: generation))
        self.store(&system)
        self.saveNext(&system)
    }

    private mutating func saveNext(_ system: inout AppSystem) {
        guard self.save == nil, let next = self.memory.unsaved.first else { return }
        self.save = system.request(
            .save(host: self.launch.host, id: next.id, generation: next.generation, action: .dismissed))
    }

    private mutating func saved(_ system: inout AppSystem) {
        self.save = nil
        self.memory.unsaved.removeFirst()
        self.store(&system)
        self.saveNext(&system)
        self.read(&system)
    }
}
