/// A body to publish, whose members tests set, take away and repeat.
struct PublishBody: Sendable {
    private indirect enum Node: Sendable {
        case object([(key: String, node: Node)])
        case json(String)

        var text: String {
            switch self {
            case .json(let json): json
            case .object(let members):
                "{" + members.map { "\"\($0.key)\":\($0.node.text)" }.joined(separator: ",") + "}"
            }
        }

        mutating func set(_ path: ArraySlice<String>, _ json: String?) {
            guard case .object(var members) = self, let key = path.first else { return }
            let rest = path.dropFirst()
            var index = members.firstIndex { $0.key == key }
            if index == nil, json != nil {
                members.append((key, .object([])))
                index = members.count - 1
            }
            guard let index else { return }
            if !rest.isEmpty {
                members[index].node.set(rest, json)
            } else if let json {
                members[index].node = .json(json)
            } else {
                members.remove(at: index)
            }
            self = .object(members)
        }

        mutating func twice(_ path: ArraySlice<String>, spelt spelling: String) {
            guard case .object(var members) = self, let index = members.firstIndex(where: { $0.key == path.first })
            else { return }
            if path.count > 1 {
                members[index].node.twice(path.dropFirst(), spelt: spelling)
            } else {
                members.append((spelling, members[index].node))
            }
            self = .object(members)
        }
    }

    private var root = Node.object([])

    private static func steps(_ path: String) -> ArraySlice<String> { path.split(separator: ".").map(String.init)[...] }

    var text: String { self.root.text }
    var bytes: [UInt8] { Array(self.text.utf8) }

    /// The body with this JSON at a path, or nothing there.
    func with(_ path: String, _ json: String?) -> PublishBody {
        var body = self
        body.root.set(Self.steps(path), json)
        return body
    }

    /// The body with the member at a path once more, its key written another way.
    func twice(_ path: String, spelt spelling: String) -> PublishBody {
        var body = self
        body.root.twice(Self.steps(path), spelt: spelling)
        return body
    }

    /// Raw content and nothing that need not be.
    static let raw = PublishBody().with("targetHostName", #""contoso.com""#).with("payload.rawContent", #""lunch?""#)

    /// Content that the system shows.
    static let visual = PublishBody().with("targetHostName", #""contoso.com""#)
        .with("payload.visualContent.title", #""Hello""#).with("payload.visualContent.body", #""World""#)

    /// Every property but visual content.
    static let full = Self.raw.with("appNotificationId", #""n1""#).with("groupName", #""g1""#)
        .with("expirationDateTime", #""2019-08-24T00:00:00Z""#).with("displayTimeToLive", #""60""#)
        .with("priority", #""High""#).with("targetPolicy.platformTypes", #"["windows","ios"]"#)
        .with("fallbackPolicy.endpointFallback.platformTypes", #"["iOS"]"#)
        .with("fallbackPolicy.endpointFallback.fallbackDelayInSeconds", "90")
        .with("fallbackPolicy.endpointFallback.visualContent.title", #""News""#)
        .with("fallbackPolicy.endpointFallback.visualContent.body", #""Open the app""#)
}
