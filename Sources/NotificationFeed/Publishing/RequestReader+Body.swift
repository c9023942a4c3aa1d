import Basics
import ShoulderTap

extension RequestReader {
    /// Returns the bytes of the body, inflated if necessary.
    func body(_ inflate: Inflate) throws(PublishProblem) -> [UInt8] {
        try self.checkContentType()
        let coding = try self.contentCoding()
        guard self.request.body.count <= PublishLimits.body else { throw Self.tooLarge }
        guard let coding else { return self.request.body }
        switch inflate(coding, self.request.body, PublishLimits.body) {
        case .bytes(let bytes) where bytes.count <= PublishLimits.body: return bytes
        case .bytes, .overLimit: throw Self.tooLarge
        case .damaged:
            throw PublishProblem(
                .invalidContentEncoding,
                "The body is not \(coding.rawValue), though Content-Encoding says so; check how it is compressed.")
        }
    }

    private static let tooLarge = PublishProblem(
        .bodyTooLarge,
        "The body is over the limit of \(PublishLimits.body) bytes (100 KB), as sent or inflated; send less content.")

    private func checkContentType() throws(PublishProblem) {
        let value = try self.only("Content-Type") ?? ""
        let parts = value.split(separator: ";", omittingEmptySubsequences: false).map(Self.trimmed)
        let charset = parts.dropFirst().first { isSameWord($0.prefix { $0 != "=" }, "charset") }
        let name = charset?.drop { $0 != "=" }.dropFirst().filter { $0 != "\"" } ?? "utf-8"
        guard isSameWord(parts[0], "application/json"), isSameWord(name, "utf-8") else {
            throw PublishProblem(
                .unsupportedContentType, "The body must be JSON in UTF-8; send Content-Type: application/json.")
        }
    }

    private func contentCoding() throws(PublishProblem) -> ContentCoding? {
        guard let value = self.request.headers["Content-Encoding"] else { return nil }
        let coding = ContentCoding.allCases.first { isSameWord($0.rawValue, Self.trimmed(value[...])) }
        guard let coding, self.request.headers.count(of: "Content-Encoding") == 1 else {
            throw PublishProblem(
                .unsupportedContentEncoding,
                "Content-Encoding must be gzip or deflate, alone; leave it out for a body that is not compressed.")
        }
        return coding
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { start[...$0] } ?? ""
    }

    /// Parses the body, which must be one JSON object.
    func json(_ body: [UInt8]) throws(PublishProblem) -> PayloadElement {
        let root: PayloadElement
        do throws(JSONDocument.Fault) {
            root = try JSONDocument(body, limit: PublishLimits.body).root
        } catch {
            let place = "line \(error.position.line), column \(error.position.column)"
            let path = error.path.isEmpty ? "" : ", in \(error.path)"
            throw PublishProblem(.malformedJSON, "The body is not JSON (\(place)\(path)): \(error.message)")
        }
        guard root.kind == .object else {
            let remedy = root.kind == .array ? "publish one notification a request" : "send one object"
            throw PublishProblem(.notOneObject, "The body must be one JSON object; \(remedy).")
        }
        return root
    }
}
