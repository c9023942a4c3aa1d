import Basics
package import PushLab

/// A history as a Mermaid sequence diagram, for pages that render Mermaid.
package enum Mermaid {
    /// The maximum length.
    ///
    /// Mermaid refuses more than 50,000 UTF-16 code units.
    package static let mostUnits = 48_000

    /// Returns the text of the diagram.
    ///
    /// If there is not enough room, the diagram shows only the beginning, followed by a note with the number of missing
    /// lines.
    package static func text(of view: HistoryView, mostUnits: Int = Self.mostUnits) -> String {
        var painter = MermaidPainter(view, mostUnits: mostUnits)
        for event in view.events { painter.take(event) }
        return painter.diagram.text
    }
}

/// Turns events into the lines of a diagram, one by one.
struct MermaidPainter {
    private typealias Participant = SequenceDiagram.Participant

    /// The key of a request: the device, and the device's number for the request.
    private struct Asking: Hashable {
        let device: Int
        let ticket: UInt64
    }

    private static let backend = Participant(word: "backend", label: "app server")
    private static let service = Participant(word: "service", label: "service")
    private static let push = Participant(word: "push", label: "push service")

    private(set) var diagram: SequenceDiagram
    private let view: HistoryView
    private var routes = TapRoutes()
    /// The line of each pending request, its name, and the time at which it was sent.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    private var sent: [Asking: (place: SequenceDiagram.Place?, name: String, moment: Instant)] = [:]

    init(_ view: HistoryView, mostUnits: Int) {
        self.view = view
        self.diagram = SequenceDiagram(mostUnits: mostUnits, always: [Self.backend, Self.service, Self.push])
    }

    mutating func take(_ event: HistoryEvent) {
        let (backend, service, push) = (Self.backend, Self.service, Self.push)
        self.routes.note(event, in: self.view)
        switch event.kind {
        case .publishAsked: self.diagram.message(backend, .call, service, self.text("publish", event))
        case .publishAnswered: self.diagram.message(service, .answer, backend, self.text("\(event.status) for", event))
        case .committed: self.diagram.note(over: service, self.words(event))
        case .tapSent, .tapRefused:
            let name = event.actor.device.map { self.view.devices[$0].name } ?? "nobody"
            let isSent = event.kind == .tapSent
            let text = MermaidText.escaped((isSent ? "tap for " : "refused: tap for ") + name) + self.clock(event)
            self.diagram.message(isSent ? service : push, isSent ? .send : .answer, isSent ? push : service, text)
        case .alertRefused:
            let name = event.actor.device.map { self.view.devices[$0].name } ?? "nobody"
            self.diagram.message(
                push, .answer, service, MermaidText.escaped("refused: alert for \(name)") + self.clock(event))
        case .tapDropped:
            guard let device = self.routes.device(ofDropped: event) else { return }
            self.diagram.message(push, .lost, self.participant(device), self.words(event))
        default: self.takeOnDevice(event)
        }
    }

    private mutating func takeOnDevice(_ event: HistoryEvent) {
        guard let number = event.actor.device else { return }
        let device = self.participant(number)
        let (service, push) = (Self.service, Self.push)
        switch event.kind {
        case .pushArrived: self.diagram.message(push, .send, device, "tap\(self.clock(event))")
        case .alertArrived: self.diagram.message(push, .send, device, self.text("alert", event))
        case .connected: self.diagram.message(device, .call, service, "connect\(self.clock(event))")
        case .connectFailed: self.diagram.message(device, .lost, service, self.words(event))
        case .requestSent:
            let place = self.diagram.message(device, .call, service, event.requestName + self.clock(event))
            self.sent[Asking(device: number, ticket: event.ticket)] = (place, event.requestName, event.moment)
        case .answerArrived:
            let request = self.sent.removeValue(forKey: Asking(device: number, ticket: event.ticket))
            let changes = event.changeCount == 0 ? "" : ", \(event.changeCount) changed"
            let text = "\(request?.name ?? "answer") \(event.status)\(changes)\(self.clock(event))"
            self.diagram.message(service, .answer, device, text)
        case .requestLost: self.lose(event, of: number)
        case .dataChanged: self.diagram.message(device, .call, device, "callback, data changed\(self.clock(event))")
        case .userActed, .shown, .hidden, .alerted, .withdrawn, .finished, .launched, .appState, .link, .killed,
            .crashed:
            self.diagram.note(over: device, self.words(event))
        default: break
        }
    }

    /// Draws the loss of a request or of its answer.
    ///
    /// If the loss has the same time as the request, the request was lost, and its arrow ends nowhere. Otherwise the
    /// answer was lost.
    private mutating func lose(_ event: HistoryEvent, of device: Int) {
        let request = self.sent.removeValue(forKey: Asking(device: device, ticket: event.ticket))
        if let request, request.moment == event.moment {
            if let place = request.place { self.diagram.lose(place) }
        } else {
            self.diagram.message(Self.service, .lost, self.participant(device), "answer\(self.clock(event))")
        }
    }

    private func participant(_ device: Int) -> Participant {
        Participant(word: "d\(device)", label: MermaidText.escaped(self.view.title(device)))
    }

    private func text(_ words: String, _ event: HistoryEvent) -> String {
        MermaidText.escaped("\(words) \(self.view.text(event.subject))") + self.clock(event)
    }

    private func words(_ event: HistoryEvent) -> String {
        MermaidText.escaped(self.view.words(of: event)) + self.clock(event)
    }

    /// The virtual time in seconds, without characters that have a meaning in Mermaid.
    private func clock(_ event: HistoryEvent) -> String {
        let milliseconds = self.view.time(of: event).microseconds / 1_000
        let fraction = String(milliseconds % 1_000)
        let zeros = String(repeating: "0", count: max(3 - fraction.count, 0))
        return " (\(milliseconds / 1_000).\(zeros)\(fraction) s)"
    }
}
