import PushServer
import ShoulderTap
import Testing

@testable import LabServer

@Suite("The description of the control API")
struct OpenAPITests {
    private static func document() throws -> (PayloadElement, [Operation], Desk) {
        let desk = try Desk()
        return (try desk.ask("GET", "/lab/openapi.json").json, desk.server.api.operations, desk)
    }

    @Test("it has exactly the rows of the route table")
    func rows() throws {
        let (document, operations, _) = try Self.document()
        let rows = try #require(document["paths"]?.members).flatMap { path in
            (path.value.members ?? []).map { "\($0.key.uppercased()) \(path.key)" }
        }
        #expect(rows.sorted() == operations.map { "\($0.route.method) \($0.route.pattern)" }.sorted())
        #expect(try document.text("openapi") == "3.0.3")
    }

    @Test("each row has its parameters, its members and its statuses")
    func contents() throws {
        let (document, operations, _) = try Self.document()
        for operation in operations {
            let row = try #require(document["paths"]?[operation.path]?[operation.method.lowercased()])
            let parameters = try row.list("parameters").map { try $0.text("name") }
            #expect(parameters == operation.route.pattern.parameters + operation.query.map(\.name))
            let properties = row["requestBody"]?["content"]?["application/json"]?["schema"]?["properties"]
            #expect(properties?.members?.map(\.key) == operation.body?.map(\.name))
            let statuses = row["responses"]?.members?.map(\.key)
            let failures = operation.failures.map { String($0.status) } + ["4XX"]
            #expect(statuses == [String(operation.success.status)] + failures)
            #expect(try row.text("summary").hasSuffix("."))
        }
    }

    @Test("names of operations are unique, and all references resolve")
    func names() throws {
        let (document, operations, _) = try Self.document()
        #expect(Set(operations.map(\.id)).count == operations.count)
        let schemas = try #require(document["components"]?["schemas"]?.members).map(\.key)
        #expect(Set(schemas).count == schemas.count && schemas == Shape.all.map(\.name))
        let text = String(decoding: document.rawBytes, as: UTF8.self)
        for match in text.matches(of: /"#\/components\/schemas\/([A-Za-z]+)"/) {
            #expect(schemas.contains(String(match.output.1)))
        }
    }
}
