import Basics
import LabWire
import PushLab
import Testing

/// The nine steps by which a new notification reaches an app, each seen in the history of one secure run.
@Suite("New incoming notification flow")
struct IncomingFlowTests {
    let flow: Flow

    init() throws {
        self.flow = try Flow()
        try self.flow.publish("n1")
    }

    @Test("1. application logic: something makes the app server want to notify its user")
    func applicationLogic() throws {
        let asked = try self.flow.first(.publishAsked, "n1")
        #expect(asked.actor == .backend && asked.index == self.flow.begin)
    }

    @Test("2. the app server publishes, and is told that the notification is stored")
    func published() throws {
        let answered = try self.flow.first(.publishAnswered, "n1")
        #expect(answered.detail == 201)
        #expect(try self.flow.first(.publishAsked, "n1").index < answered.index)
    }

    @Test("3. the service persists the notification for this app and this user before anything else follows")
    func persisted() throws {
        let committed = try self.flow.first(.committed, "n1")
        #expect(try committed.index < self.flow.first(.publishAnswered, "n1").index)
        #expect(self.flow.all(.tapSent).allSatisfy { $0.index > committed.index })
        #expect(self.flow.lab.truth(of: "alice").map(\.id) == ["n1"])
        #expect(self.flow.lab.truth(of: "bob").isEmpty)
    }

    @Test("4. each subscribed instance is signalled through its push service, with no content")
    func signalled() throws {
        let sent = self.flow.all(.tapSent)
        #expect(Set(sent.map(\.actor)) == Set(self.flow.subscribers) && sent.count == 3)
        #expect(sent.allSatisfy { $0.detail == 0 }, "none carries more than a tap does")
        #expect(self.flow.all(.pushArrived).count == 3)
        for device in self.flow.subscribers {
            let parsed = try self.flow.first(.parsed, of: device)
            #expect(parsed.detail == 1, "the app recognises the push as a tap")
        }
    }

    @Test("5. after the signal the app asks the SDK to fetch")
    func fetches() throws {
        for device in self.flow.subscribers {
            let asked = try self.flow.first(.requestSent, of: device)
            #expect(try asked.detail == 1 && asked.index > self.flow.first(.parsed, of: device).index)
        }
    }

    @Test("6. the SDK establishes a secure connection, without which nothing is fetched")
    func connects() throws {
        #expect(self.flow.links.handshakes >= 3)
        // The connections of the set-up stand; a new one is made when they broke.
        try self.flow.breakConnections()
        try self.flow.publish("n2")
        for device in self.flow.subscribers {
            let connected = try self.flow.first(.connected, of: device)
            let asked = try self.flow.first(.requestSent, of: device)
            #expect(connected.index < asked.index)
        }
        #expect(self.flow.links.handshakes >= 6)
    }

    @Test("7. the SDK gets the data changes: the new notification")
    func changes() throws {
        for device in self.flow.subscribers {
            let change = try self.flow.first(.changeArrived, "n1", of: device)
            #expect(change.detail >> 8 == 0, "it is new")
            #expect(try change.index > self.flow.first(.requestSent, of: device).index)
        }
    }

    @Test("8. the SDK calls the app back after the changes are there, and not before")
    func calledBack() throws {
        for device in self.flow.subscribers {
            let called = try self.flow.first(.dataChanged, of: device)
            #expect(try called.index > self.flow.first(.changeArrived, "n1", of: device).index)
        }
    }

    @Test("9. application logic: the app shows the notification, then says that the push is handled")
    func shown() throws {
        for device in self.flow.subscribers {
            let (alerted, finished) = (
                try self.flow.first(.alerted, "n1", of: device), try self.flow.first(.finished, of: device)
            )
            #expect(try self.flow.first(.dataChanged, of: device).index < alerted.index)
            #expect(alerted.index < finished.index && finished.detail == 0)
        }
        #expect(self.flow.devices.allSatisfy { $0.shows("n1") })
        #expect(self.flow.lab.violations.isEmpty)
    }
}
