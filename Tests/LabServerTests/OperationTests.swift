import Basics
import PushServer
import PushServerTestSupport
import ShoulderTap
import Testing

@testable import LabServer

@Suite("Operations of the control API")
struct OperationTests {
    /// A request that each operation answers with success, in a world with a device `d1` of alice's that shows `n1`.
    static let examples: [(operation: String, path: String, body: String)] = [
        ("GET /healthz", "/healthz", ""),
        ("GET /metrics", "/metrics", ""),
        ("GET /lab", "/lab", ""),
        ("GET /lab/openapi.json", "/lab/openapi.json", ""),
        ("POST /lab/certificates", "/lab/certificates", #"{"bundle":"com.example.app"}"#),
        ("GET /lab/worlds", "/lab/worlds", ""),
        ("POST /lab/worlds", "/lab/worlds", #"{"name":"w","clock":"real","seed":7}"#),
        ("GET /lab/worlds/{world}", "/lab/worlds/default", ""),
        ("DELETE /lab/worlds/{world}", "/lab/worlds/default", ""),
        ("DELETE /lab", "/lab?world=default", ""),
        ("GET /lab/clock", "/lab/clock", ""),
        ("POST /lab/clock/advance", "/lab/clock/advance", #"{"by":"5s"}"#),
        ("POST /lab/settle", "/lab/settle", "{}"),
        ("GET /lab/users", "/lab/users", ""),
        ("POST /lab/users", "/lab/users", #"{"name":"bob"}"#),
        ("GET /lab/users/{user}", "/lab/users/alice", ""),
        ("GET /lab/users/{user}/devices", "/lab/users/alice/devices", ""),
        ("POST /lab/users/{user}/devices", "/lab/users/bob/devices", #"{"name":"laptop","platform":"Windows"}"#),
        ("POST /lab/users/{user}/notifications", "/lab/users/alice/notifications", #"{"content":"news"}"#),
        ("GET /lab/devices", "/lab/devices", ""),
        ("GET /lab/devices/{id}", "/lab/devices/d1", ""),
        ("PATCH /lab/devices/{id}", "/lab/devices/d1", #"{"state":"suspended"}"#),
        ("POST /lab/devices/{id}/actions", "/lab/devices/d1/actions", #"{"action":"markRead","notification":"n1"}"#),
        ("GET /lab/pushes", "/lab/pushes?await=1&timeout=5s", ""),
        ("POST /lab/reports", "/lab/reports", #"{"token":"00"}"#),
        ("GET /lab/events", "/lab/events?after=3&limit=5", ""),
        ("GET /lab/verdict", "/lab/verdict", ""),
        ("GET /lab/answers", "/lab/answers", ""),
        ("POST /lab/answers", "/lab/answers", #"{"status":503,"count":1}"#),
        ("DELETE /lab/answers", "/lab/answers", ""),
        ("DELETE /lab/answers/{id}", "/lab/answers/a1", ""),
    ]

    /// A server whose default world has a device with a notification, a push and a script.
    private static func desk() throws -> Desk {
        let desk = try Desk()
        let device = try desk.device()
        #expect(try desk.ask("POST", "/lab/users/alice/notifications", #"{"id":"n1","title":"Lunch?"}"#).status == 201)
        #expect(try desk.ask("POST", "/lab/settle").status == 200)
        #expect(try desk.push(try device.text("token")).status == 200)
        #expect(try desk.ask("POST", "/lab/answers", #"{"delay":"1ms"}"#).text("id") == "a1")
        return desk
    }

    @Test("exactly the operations have an example")
    func completeness() throws {
        let rows = try Desk().server.api.operations.map { "\($0.method) \($0.path)" }
        #expect(rows.sorted() == Self.examples.map(\.operation).sorted())
    }

    @Test("an operation answers with its status and in its shape", arguments: Self.examples.map(\.operation))
    func success(_ name: String) throws {
        let desk = try Self.desk()
        let operation = try #require(desk.server.api.operations.first { "\($0.method) \($0.path)" == name })
        let example = try #require(Self.examples.first { $0.operation == name })
        let answer = try desk.ask(operation.method, example.path, example.body)
        #expect(answer.status == operation.success.status)
        guard let shape = operation.answer else {
            #expect(answer.body.isEmpty || name == "GET /metrics")
            return
        }
        #expect(answer.headers["content-type"] == "application/json")
        guard shape.name != Shape.document.name else { return }
        for fault in try Self.faults(of: answer.json, shape) { Issue.record("\(fault)") }
    }

    @Test("an operation refuses an unknown world", arguments: Self.examples.map(\.operation))
    func missingWorld(_ name: String) throws {
        let desk = try Self.desk()
        let operation = try #require(desk.server.api.operations.first { "\($0.method) \($0.path)" == name })
        let example = try #require(Self.examples.first { $0.operation == name })
        guard operation.query.contains(ControlAPI.worldField) else { return }
        let path = example.path.prefix { $0 != "?" } + "?world=mars"
        let answer = try desk.ask(operation.method, String(path), example.body)
        #expect(answer.status == 404)
        #expect(operation.failures.contains { $0.status == 404 })
        #expect(try Self.faults(of: answer.json, .error).isEmpty)
    }

    @Test("an operation with a body refuses unknown members", arguments: Self.examples.map(\.operation))
    func unknownMember(_ name: String) throws {
        let desk = try Self.desk()
        let operation = try #require(desk.server.api.operations.first { "\($0.method) \($0.path)" == name })
        let example = try #require(Self.examples.first { $0.operation == name })
        guard operation.body != nil else { return }
        let answer = try desk.ask(operation.method, example.path, #"{"nonsense":1}"#)
        #expect(answer.status == 400)
        #expect(try answer.text("error") == "unknown member or parameter 'nonsense'")
        #expect(try !answer.text("remedy").isEmpty)
    }

    /// The places where a value is not of a shape.
    private static func faults(of value: PayloadElement, _ shape: Shape, at place: String = "") -> [String] {
        guard let members = value.members else { return ["\(place) is no object"] }
        var faults = members.map(\.key).filter { key in !shape.members.contains { $0.name == key } }
            .map { "\(place).\($0) is not in \(shape.name)" }
        for member in shape.members {
            let place = "\(place).\(member.name)"
            guard let found = value[member.name] else {
                if !shape.optional.contains(member.name) { faults.append("\(place) is missing") }
                continue
            }
            faults += Self.faults(of: found, member.kind, at: place)
        }
        return faults
    }

    private static func faults(of value: PayloadElement, _ kind: Shape.Kind, at place: String) -> [String] {
        let isRight: Bool
        switch kind {
        case .text: isRight = value.string != nil
        case .integer: isRight = value.int64 != nil
        case .flag: isRight = value.bool != nil
        case .optionalText: isRight = value.string != nil || value.isNull
        case .optionalInteger: isRight = value.int64 != nil || value.isNull
        case .texts: isRight = value.elements?.allSatisfy { $0.string != nil } ?? false
        case .object(let shape): return Self.faults(of: value, shape, at: place)
        case .optionalObject(let shape): return value.isNull ? [] : Self.faults(of: value, shape, at: place)
        case .objects(let shape):
            guard let elements = value.elements else { return ["\(place) is no array"] }
            return elements.flatMap { Self.faults(of: $0, shape, at: place + "[]") }
        }
        return isRight ? [] : ["\(place) is of another type"]
    }
}
