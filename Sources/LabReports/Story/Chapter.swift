import Basics
import PushLab

/// Builds a chapter: turns events into lines.
struct Chapter {
    private let events: ArraySlice<HistoryEvent>
    private let view: HistoryView
    private let detail: Storyteller.Detail
    private(set) var memory: Memory
    private var lines: [StoryLine] = []
    private var visits: [Visit]
    /// For each commit, the devices that the service tapped because of it. The key is the index of the commit in the
    /// history.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    private var taps: [Int: [Int]] = [:]
    /// The totals for the devices that are not listed by name.
    private var others = Others()

    private struct Others {
        var tapped = 0
        var fetched = 0
        var end = Interval.zero
    }

    init(_ events: ArraySlice<HistoryEvent>, of view: HistoryView, _ detail: Storyteller.Detail, _ memory: Memory) {
        self.events = events
        self.view = view
        self.detail = detail
        self.memory = memory
        self.visits = Array(repeating: Visit(), count: view.devices.count)
    }

    mutating func tell() -> [StoryLine] {
        self.findTaps()
        for place in self.events.indices { self.take(self.events[place], at: place) }
        for device in self.visits.indices { self.endVisit(device) }
        self.tellOfOthers()
        return self.linesInOrder
    }

    /// Assigns each tap to a commit: the last commit before the tap that has the same cause as the tap.
    private mutating func findTaps() {
        // Used for lookup only: iteration order is not deterministic.
        var commits: [UInt32: Int] = [:]
        for place in self.events.indices {
            let event = self.events[place]
            if event.kind == .committed { commits[event.cause.step] = place }
            guard event.kind == .tapSent, let device = event.actor.device else { continue }
            if let commit = commits[event.cause.step] { self.taps[commit, default: []].append(device) }
        }
    }

    private mutating func take(_ event: HistoryEvent, at place: Int) {
        let id = Words.name(self.view.text(event.subject))
        switch event.kind {
        case .publishAsked: self.add(event, "backend", "publishes \(id)", .deed)
        case .publishAnswered where event.status >= 400:
            self.add(event, "backend", "gets \(event.status): \(id) is refused", .bad)
        case .committed:
            self.memory.committed(id, event)
            self.add(event, "service", self.words(event) + self.tapWords(self.taps[place, default: []]))
        case .tapDropped: self.takeDrop(event)
        case .tapRefused, .alertRefused: self.add(event, "service", self.words(event), .bad)
        default: self.takeOnDevice(event, id)
        }
    }

    private func tapWords(_ devices: [Int]) -> String {
        guard !devices.isEmpty else { return "" }
        var names = devices.filter(self.isNamed).sorted().map { self.view.devices[$0].name }
        let more = devices.count - names.count
        if more > 0 { names.append(Words.counted(more, names.isEmpty ? "device" : "more device")) }
        return ", and taps \(Words.list(names))"
    }

    private mutating func takeDrop(_ event: HistoryEvent) {
        guard let device = self.memory.device(ofDropped: event) else { return }
        let (name, service) = (self.view.devices[device].name, self.view.devices[device].pushService)
        let about = self.memory.lose(event, of: device).map { ": it does not learn of \($0)" } ?? ""
        self.add(event, service, "loses the tap for \(name)\(about)", .bad)
    }

    // MARK: Devices

    private mutating func takeOnDevice(_ event: HistoryEvent, _ id: String) {
        guard let device = event.actor.device else { return }
        switch event.kind {
        case .userActed: self.tell(event, device, "its \(self.words(event))", .deed)
        case .pushArrived:
            self.endVisit(device)
            self.visits[device].push = event.push
            self.step(event, device, "gets a push over \(self.view.devices[device].pushService)")
        case .parsed where event.push == self.visits[device].push:
            self.visits[device].isTap = event.isTap
            if !event.isTap { self.step(event, device, "sees that the push is not a tap") }
        case .requestSent where event.requestName == "fetch":
            self.visits[device].fetches += 1
            self.step(event, device, self.fetchWords(device))
        case .answerArrived: self.takeAnswer(event, device)
        case .changeArrived: self.takeChange(event, device, id)
        case .dataChanged: self.visits[device].isCalledBack = true
        case .shown:
            let state = event.shownAction.map { " as \($0.rawValue)" } ?? ""
            self.visits[device].see("shows", id, state, at: self.view.time(of: event))
        case .hidden: self.visits[device].see("hides", id, at: self.view.time(of: event))
        case .alerted: self.visits[device].alert()
        case .finished where event.push == self.visits[device].push: self.finish(event, device)
        case .said: self.tell(event, device, "says: \(id)")
        case .requestLost, .connectFailed, .tokenRefused, .crashed: self.tell(event, device, self.words(event), .bad)
        case .killed where event.isBySystem: self.tell(event, device, self.words(event), .bad)
        default: break
        }
    }

    private func fetchWords(_ device: Int) -> String {
        self.visits[device].isTap == true
            ? "recognises a shoulder tap, and asks the service what changed" : "asks the service what changed"
    }

    private mutating func takeAnswer(_ event: HistoryEvent, _ device: Int) {
        let request = self.memory.request(event.ticket, of: device)
        if event.status >= 400 { return self.tell(event, device, "gets \(event.status) for its \(request)", .bad) }
        guard request == "fetch" else { return }
        let visit = self.visits[device]
        // If the device has already shown changes by itself, those changes did not come with this answer.
        if event.changeCount > 0, visit.push == nil, visit.changes == 0, visit.isGood,
            visit.end < self.view.time(of: event)
        {
            self.visits[device].fetches = 0
            self.endVisit(device)
        }
        self.visits[device].hasAnswer = true
        self.visits[device].changes += Int(clamping: event.changeCount)
        if self.visits[device].push != nil || !self.visits[device].isGood {
            self.visits[device].end = self.view.time(of: event)
        }
        if event.changeCount == 0 { self.step(event, device, "learns that nothing changed") }
    }

    private mutating func takeChange(_ event: HistoryEvent, _ device: Int, _ id: String) {
        if self.memory.find(id, on: device) { self.visits[device].madeUpFor.append(id) }
        let change = event.change.map { "\($0.rawValue) " } ?? ""
        self.step(event, device, "receives \(change)\(id), version \(event.version)")
    }

    private mutating func finish(_ event: HistoryEvent, _ device: Int) {
        self.visits[device].result = event.result
        self.visits[device].end = self.view.time(of: event)
        self.endVisit(device)
    }

    private mutating func endVisit(_ device: Int) {
        let visit = self.visits[device]
        self.visits[device] = Visit()
        guard visit.isWorthTelling else { return }
        guard self.isNamed(device) else { return self.count(visit) }
        let name = self.view.devices[device].name
        let sentence = self.detail == .steps ? visit.endSentence : visit.sentence
        if !sentence.isEmpty { self.lines.append(StoryLine(visit.end, name, sentence, visit.isGood ? .good : .plain)) }
        guard !visit.madeUpFor.isEmpty else { return }
        let what = "it also got \(Words.list(visit.madeUpFor)), whose tap was lost"
        self.lines.append(StoryLine(visit.end, name, "has caught up: \(what)", .good))
    }

    private mutating func count(_ visit: Visit) {
        if visit.push != nil { self.others.tapped += 1 }
        if visit.hasAnswer { self.others.fetched += 1 }
        self.others.end = max(self.others.end, visit.end)
    }

    private mutating func tellOfOthers() {
        let others = self.others
        guard others.tapped + others.fetched > 0 else { return }
        let text =
            "\(Words.counted(others.tapped, "more tap")) and \(Words.counted(others.fetched, "more fetch", "es"))"
        self.lines.append(StoryLine(others.end, "and", "\(text) on the other devices"))
    }

    // MARK: Lines

    /// The lines sorted by time.
    ///
    /// Lines with the same time stay in the order in which they were written.
    private var linesInOrder: [StoryLine] {
        self.lines.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    private func isNamed(_ device: Int) -> Bool { device < Storyteller.mostNamed }

    private func words(_ event: HistoryEvent) -> String { self.view.words(of: event) }

    /// Adds a line that appears only at the highest level of detail.
    private mutating func step(_ event: HistoryEvent, _ device: Int, _ text: String) {
        if self.detail == .steps { self.tell(event, device, text) }
    }

    private mutating func tell(
        _ event: HistoryEvent, _ device: Int, _ text: String, _ tone: StoryLine.Tone = .plain
    ) {
        guard self.isNamed(device) || tone == .deed else { return }
        self.add(event, self.view.devices[device].name, text, tone)
    }

    private mutating func add(
        _ event: HistoryEvent, _ actor: String, _ text: String, _ tone: StoryLine.Tone = .plain
    ) {
        self.lines.append(StoryLine(self.view.time(of: event), actor, text, tone))
    }
}
