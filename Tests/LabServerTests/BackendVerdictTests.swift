import BackendPromises
import Basics
import PushServer
import PushServerTestSupport
import ShoulderTap
import Testing

@testable import LabServer

@Suite("The verdict on backends")
struct BackendVerdictTests {
    /// A desk whose sender has one provider token for all of its pushes.
    final class Backend {
        let desk: Desk
        let token: String
        private let bearer: String

        init(_ faults: String = "none", configure: (inout ServerSetup) -> Void = { _ in }) throws {
            let list = try #require(FaultList(faults))
            self.desk = try Desk { setup in
                (setup.faults, setup.judgesAllWorlds) = (list, true)
                configure(&setup)
            }
            self.token = try self.desk.device().text("token")
            self.bearer = "bearer " + self.desk.sender.providerToken(issued: self.desk.loop.now)
        }

        func push(id: String = "00000000-0000-0000-0000-000000000001", content: String = "news") throws -> ClientAnswer
        {
            let headers: HeaderList = [
                "authorization": self.bearer, "apns-topic": TestSender.bundle, "apns-push-type": "background",
                "apns-priority": "5", "apns-id": id,
            ]
            let body = #"{"aps":{"content-available":1},"content":"\#(content) for all of the devices"}"#
            return try self.desk.ask("POST", "/3/device/\(self.token)", body, headers: headers)
        }

        /// The verdict's `complete`, and the number of pushes that it has judged.
        func extent() throws -> (isComplete: Bool?, judged: Int64?) {
            let verdict = try self.desk.ask("GET", "/lab/verdict").json
            let row = try verdict.list("promises").first { $0["property"]?.string == "B8" }
            return (verdict["complete"]?.bool, row?["judged"]?.int64)
        }

        var broken: [String] {
            get throws {
                try self.desk.ask("GET", "/lab/verdict").json.list("violations").compactMap { $0["property"]?.string }
            }
        }
    }

    @Test("only so many pushes are judged, and the verdict says so")
    func limit() throws {
        let backend = try Backend { $0.worlds.judgedPushLimit = 2 }
        for number in 1...2 { _ = try backend.push(id: "00000000-0000-0000-0000-00000000000\(number)") }
        #expect(try backend.extent() == (true, 2))
        _ = try backend.push(id: "00000000-0000-0000-0000-000000000003")
        #expect(try backend.extent() == (false, 2))
    }

    @Test("a push after a scripted 410 breaks B1, and not once the script is removed")
    func deadToken() throws {
        for removes in [false, true] {
            let backend = try Backend()
            let script = try backend.desk.ask("POST", "/lab/answers", #"{"status":410}"#).text("id")
            #expect(try backend.push().status == 410)
            if removes { #expect(try backend.desk.ask("DELETE", "/lab/answers/\(script)").status == 204) }
            #expect(try backend.push(content: "more news").status == (removes ? 200 : 410))
            #expect(try backend.broken == (removes ? [] : ["B1"]))
            let promises = try backend.desk.ask("GET", "/lab/verdict").json.list("promises")
            #expect(promises.contains { $0["property"]?.string == "B1" && $0["judged"]?.int64 == 1 })
        }
    }

    @Test("faults affect the pushes that their list names")
    func faults() throws {
        let backend = try Backend("503x2@2,410@5")
        let statuses = try (1...6).map { try backend.push(id: "0000000\($0)-0000-0000-0000-000000000001").status }
        #expect(statuses == [200, 503, 503, 200, 410, 410])
    }

    @Test("a push whose answer is lost is delivered, and its retry is accepted without waking the device again")
    func lostAnswer() throws {
        let backend = try Backend("unanswered@1")
        #expect(throws: ClientFailure.self) { try backend.push() }
        #expect(try backend.push().status == 200)
        #expect(backend.desk.server.settle() == nil)
        let device = try #require(try backend.desk.ask("GET", "/lab/devices").json.list("devices").first)
        #expect(try #require(device["counters"]).number("pushes") == 1)
        #expect(try backend.broken == [])
    }

    @Test("a lost push never arrives, and a late one arrives when the server settles")
    func lostAndLate() throws {
        for (fault, count) in [("lost@1", 0), ("late@1", 1)] as [(String, Int64)] {
            let backend = try Backend(fault)
            #expect(try backend.push().status == 200)
            #expect(backend.desk.server.settle() == nil)
            let device = try #require(try backend.desk.ask("GET", "/lab/devices").json.list("devices").first)
            #expect(try #require(device["counters"]).number("pushes") == count)
        }
    }

    @Test("a failed push has to be sent again unless its failure is reported")
    func reports() throws {
        for reports in [false, true] {
            let backend = try Backend("503@1")
            #expect(try backend.push().status == 503)
            let body = #"{"token":"\#(backend.token)"}"#
            if reports { #expect(try backend.desk.ask("POST", "/lab/reports", body).status == 204) }
            let broken = backend.desk.server.backendVerdict(isOver: true).findings.map(\.promise)
            #expect(broken == (reports ? [] : [.b2]))
        }
    }
}
