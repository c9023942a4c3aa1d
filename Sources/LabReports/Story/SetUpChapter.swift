import Basics
import PushLab

/// The chapter about the setup of the devices, with one line for each device.
struct SetUpChapter {
    private struct Facts {
        var deeds: [String] = []
        var end = Interval.zero
    }

    private let view: HistoryView
    private var facts: [Facts]
    private var requests: [[UInt64: String]]

    init(_ events: ArraySlice<HistoryEvent>, of view: HistoryView) {
        self.view = view
        self.facts = Array(repeating: Facts(), count: view.devices.count)
        self.requests = Array(repeating: [:], count: view.devices.count)
        for event in events { self.take(event) }
    }

    var lines: [StoryLine] {
        let named = self.facts.indices.prefix(Storyteller.mostNamed).map { number in
            let text = Words.list(self.facts[number].deeds)
            return StoryLine(self.facts[number].end, self.view.devices[number].name, text)
        }
        let others = self.facts.dropFirst(Storyteller.mostNamed)
        guard let last = others.map(\.end).max() else { return named }
        let text = "\(Words.counted(others.count, "more device")) \(others.count == 1 ? "does" : "do") the same"
        return named + [StoryLine(last, "and", text)]
    }

    private mutating func take(_ event: HistoryEvent) {
        guard let number = event.actor.device else { return }
        switch event.kind {
        case .launched: self.add("is opened", event, number)
        case .tokenGiven: self.add("signs in", event, number)
        case .requestSent: self.requests[number][event.ticket] = event.requestName
        case .answerArrived where event.status == 200:
            switch self.requests[number][event.ticket] {
            case "register": self.add("registers with \(self.view.devices[number].pushService)", event, number)
            case "subscribe": self.add("subscribes", event, number)
            default: break
            }
        default: break
        }
    }

    private mutating func add(_ deed: String, _ event: HistoryEvent, _ number: Int) {
        if !self.facts[number].deeds.contains(deed) { self.facts[number].deeds.append(deed) }
        self.facts[number].end = self.view.time(of: event)
    }
}
