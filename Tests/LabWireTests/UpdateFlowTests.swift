import Basics
import LabWire
import PushLab
import Testing

/// The ten steps by which a dismissal or a deletion on one device reaches the others.
@Suite("Notification update flow", .serialized)
struct UpdateFlowTests {
    let flow: Flow

    init() throws {
        self.flow = try Flow()
        try self.flow.publish("n1")
        try self.flow.publish("n2")
        self.flow.mark()
        try self.flow.devices[0].dismiss("n1")
        try self.flow.lab.advance(by: .seconds(5))
    }

    private var phone: HistoryEvent.Actor { self.flow.subscribers[0] }
    /// The request by which the phone says what its user did.
    private func save() throws -> Flow.Seen {
        try #require(self.flow.all(.requestSent, of: self.phone).first { $0.detail == 2 })
    }

    private var others: ArraySlice<HistoryEvent.Actor> { self.flow.subscribers[1...] }

    @Test("1. application logic: the user dismisses the notification on one device")
    func acted() throws {
        let act = try self.flow.first(.userActed, "n1")
        #expect(act.actor == self.phone && act.detail == 1)
    }

    @Test("2. the app calls into the SDK to update it, and shows it so at once")
    func calls() throws {
        let shown = try self.flow.first(.shown, "n1", of: self.phone)
        #expect(try shown.detail == 2 && shown.index < self.flow.first(.answerArrived, of: self.phone).index)
    }

    @Test("3. the SDK calls the user's store in the cloud")
    func saves() throws {
        let save = try self.save()
        let arrived = self.flow.all(.requestArrived).first {
            $0.event.party == self.phone && $0.event.first == save.event.first
        }
        let index = try #require(arrived).index
        #expect(try save.index < index && index < self.flow.first(.committed, "n1").index)
    }

    @Test("4. the service updates the store and finds the other subscribed instances")
    func updates() throws {
        let committed = try self.flow.first(.committed, "n1")
        #expect(committed.detail >> 8 == 1)
        let ticket = try self.save().event.first
        let answered = self.flow.all(.answered).first { $0.event.first == ticket && $0.index > committed.index }
        #expect(answered?.detail == 200, "it is answered once it is written")
        #expect(self.flow.lab.truth(of: "alice").first { $0.id == "n1" }?.action == .dismissed)
    }

    @Test("5. each of them is signalled, and the one that asked is not")
    func signals() throws {
        #expect(Set(self.flow.all(.tapSent).map(\.actor)) == Set(self.others))
    }

    @Test("6. after the signal their apps ask the SDK to fetch")
    func fetches() throws {
        for device in self.others {
            let asked = try self.flow.first(.requestSent, of: device)
            #expect(try asked.detail == 1 && asked.index > self.flow.first(.parsed, of: device).index)
        }
    }

    @Test("7. the SDK establishes a secure connection")
    func connects() throws {
        try self.flow.breakConnections()
        try self.flow.devices[0].dismiss("n2")
        try self.flow.lab.advance(by: .seconds(5))
        for device in self.others {
            #expect(
                try self.flow.first(.connected, of: device).index < self.flow.first(.requestSent, of: device).index
            )
        }
    }

    @Test("8. the SDK gets the data changes: states, or a deletion", arguments: [false, true])
    func changes(isDeleted: Bool) throws {
        if isDeleted {
            self.flow.mark()
            try self.flow.devices[0].delete("n1")
            try self.flow.lab.advance(by: .seconds(5))
        }
        for device in self.others {
            #expect(try self.flow.first(.changeArrived, "n1", of: device).detail >> 8 == (isDeleted ? 2 : 1))
        }
    }

    @Test("9. the SDK calls the app back after the changes are there")
    func calledBack() throws {
        for device in self.others {
            let called = try self.flow.first(.dataChanged, of: device)
            #expect(try called.index > self.flow.first(.changeArrived, "n1", of: device).index)
        }
    }

    @Test("10. application logic: the alert is gone everywhere")
    func cleared() throws {
        for device in self.others {
            let (cleared, finished) = (
                try self.flow.first(.withdrawn, "n1", of: device), try self.flow.first(.finished, of: device)
            )
            #expect(try self.flow.first(.dataChanged, of: device).index < cleared.index)
            #expect(cleared.index < finished.index)
        }
        #expect(self.flow.devices.allSatisfy { !$0.shows("n1") && $0.state(of: "n1") == .dismissed && $0.shows("n2") })
        #expect(self.flow.lab.violations.isEmpty)
    }
}
