import Basics
import LabWire
import PushLab
import Testing

/// The ten steps by which a dismissal or a deletion on one device reaches the others.
@Suite("Notification update flow", .serialized)
struct UpdateFlowTests {
    /// What the user does with `n1` on the phone, of two notifications that all devices show.
    enum Deed: CaseIterable {
        case dismissal
        case deletion

        var act: UInt32 { self == .dismissal ? 1 : 4 }
        var request: UInt32 { self == .dismissal ? 2 : 3 }
        /// Updated or deleted.
        var change: UInt32 { self == .dismissal ? 1 : 2 }

        func isDone(to id: String, on phone: LabDevice) throws {
            switch self {
            case .dismissal: try phone.dismiss(id)
            case .deletion: try phone.delete(id)
            }
        }
    }

    let flow: Flow

    init() throws {
        self.flow = try Flow()
        try self.flow.publish("n1")
        try self.flow.publish("n2")
        self.flow.mark()
    }

    private func play(_ deed: Deed, to id: String = "n1") throws {
        try deed.isDone(to: id, on: self.flow.devices[0])
        try self.flow.lab.advance(by: .seconds(5))
    }

    private var phone: HistoryEvent.Actor { self.flow.subscribers[0] }
    private var others: ArraySlice<HistoryEvent.Actor> { self.flow.subscribers[1...] }

    /// The request by which the phone says what its user did.
    private func request(_ deed: Deed) throws -> Flow.Seen {
        try #require(self.flow.all(.requestSent, of: self.phone).first { $0.detail == deed.request })
    }

    @Test("1. application logic: the user dismisses it on one device, or deletes it", arguments: Deed.allCases)
    func acted(deed: Deed) throws {
        try self.play(deed)
        let act = try self.flow.first(.userActed, "n1")
        #expect(act.actor == self.phone && act.detail == deed.act)
    }

    @Test("2. the app calls into the SDK to update it, and shows it so at once", arguments: Deed.allCases)
    func calls(deed: Deed) throws {
        try self.play(deed)
        let answered = try self.flow.first(.answerArrived, of: self.phone).index
        switch deed {
        case .dismissal:
            let shown = try self.flow.first(.shown, "n1", of: self.phone)
            #expect(shown.detail == 2 && shown.index < answered)
        case .deletion: #expect(try self.flow.first(.hidden, "n1", of: self.phone).index < answered)
        }
    }

    @Test("3. the SDK calls the user's store in the cloud", arguments: Deed.allCases)
    func saves(deed: Deed) throws {
        try self.play(deed)
        let request = try self.request(deed)
        let arrived = self.flow.all(.requestArrived).first {
            $0.event.party == self.phone && $0.event.ticket == request.event.ticket
        }
        let index = try #require(arrived).index
        #expect(try request.index < index && index < self.flow.first(.committed, "n1").index)
    }

    @Test("4. the service updates the store and finds the other subscribed instances", arguments: Deed.allCases)
    func updates(deed: Deed) throws {
        try self.play(deed)
        let committed = try self.flow.first(.committed, "n1")
        #expect(committed.detail >> 8 == deed.change)
        let ticket = try self.request(deed).event.ticket
        let answered = self.flow.all(.answered).first { $0.event.ticket == ticket && $0.index > committed.index }
        #expect(answered?.detail == 200, "it is answered once it is written")
        let truth = self.flow.lab.truth(of: "alice").first { $0.id == "n1" }
        #expect(deed == .dismissal ? truth?.action == .dismissed : truth == nil)
    }

    @Test("5. each of them is signalled, and the one that asked is not", arguments: Deed.allCases)
    func signals(deed: Deed) throws {
        try self.play(deed)
        #expect(Set(self.flow.all(.tapSent).map(\.actor)) == Set(self.others))
    }

    @Test("6. after the signal their apps ask the SDK to fetch", arguments: Deed.allCases)
    func fetches(deed: Deed) throws {
        try self.play(deed)
        for device in self.others {
            let asked = try self.flow.first(.requestSent, of: device)
            #expect(try asked.detail == 1 && asked.index > self.flow.first(.parsed, of: device).index)
        }
    }

    @Test("7. the SDK establishes a secure connection", arguments: Deed.allCases)
    func connects(deed: Deed) throws {
        try self.flow.breakConnections()
        let before = self.flow.links.handshakes
        try self.play(deed)
        for device in self.others {
            #expect(
                try self.flow.first(.connected, of: device).index < self.flow.first(.requestSent, of: device).index
            )
        }
        #expect(self.flow.links.handshakes == before + self.flow.devices.count)
    }

    @Test("8. the SDK gets the data changes: states, or a deletion", arguments: Deed.allCases)
    func changes(deed: Deed) throws {
        try self.play(deed)
        for device in self.others {
            #expect(try self.flow.first(.changeArrived, "n1", of: device).detail >> 8 == deed.change)
        }
    }

    @Test("9. the SDK calls the app back after the changes are there", arguments: Deed.allCases)
    func calledBack(deed: Deed) throws {
        try self.play(deed)
        for device in self.others {
            let called = try self.flow.first(.dataChanged, of: device)
            #expect(try called.index > self.flow.first(.changeArrived, "n1", of: device).index)
        }
    }

    @Test("10. application logic: the alert is gone everywhere", arguments: Deed.allCases)
    func cleared(deed: Deed) throws {
        try self.play(deed)
        for device in self.others {
            let (cleared, finished) = (
                try self.flow.first(deed == .dismissal ? .withdrawn : .hidden, "n1", of: device),
                try self.flow.first(.finished, of: device)
            )
            #expect(try self.flow.first(.dataChanged, of: device).index < cleared.index)
            #expect(cleared.index < finished.index)
        }
        let state = deed == .dismissal ? AppChange.Action.dismissed : nil
        #expect(self.flow.devices.allSatisfy { !$0.shows("n1") && $0.state(of: "n1") == state && $0.shows("n2") })
        #expect(self.flow.lab.violations.isEmpty)
    }
}
