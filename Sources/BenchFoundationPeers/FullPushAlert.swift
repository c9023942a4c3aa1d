extension FullPush {
    /// A string, or an object of texts and localisation keys.
    enum Alert: Decodable {
        case body(String)
        case fields(Fields)

        init(from decoder: any Decoder) throws {
            // The more likely form is tried first, because a failed attempt creates an expensive error.
            let value = try decoder.singleValueContainer()
            if let fields = try? value.decode(Fields.self) {
                self = .fields(fields)
            } else {
                self = .body(try value.decode(String.self))
            }
        }

        struct Fields: Decodable {
            let title: String?
            let subtitle: String?
            let body: String?
            let launchImage: String?
            let titleLocKey: String?
            let titleLocArgs: [String]?
            let subtitleLocKey: String?
            let subtitleLocArgs: [String]?
            let locKey: String?
            let locArgs: [String]?
            let action: String?
            let actionLocKey: String?
            let summaryArg: String?
            let summaryArgCount: Int?
            let sound: String?

            private enum CodingKeys: String, CodingKey {
                case title, subtitle, body, action, sound
                case launchImage = "launch-image"
                case titleLocKey = "title-loc-key"
                case titleLocArgs = "title-loc-args"
                case subtitleLocKey = "subtitle-loc-key"
                case subtitleLocArgs = "subtitle-loc-args"
                case locKey = "loc-key"
                case locArgs = "loc-args"
                case actionLocKey = "action-loc-key"
                case summaryArg = "summary-arg"
                case summaryArgCount = "summary-arg-count"
            }
        }
    }

    /// A file name, or an object for critical alerts.
    enum Sound: Decodable {
        case name(String)
        case critical(Critical)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let name = try? value.decode(String.self) {
                self = .name(name)
            } else {
                self = .critical(try value.decode(Critical.self))
            }
        }

        struct Critical: Decodable {
            let critical: Int?
            let name: String?
            let volume: Double?
        }
    }
}
