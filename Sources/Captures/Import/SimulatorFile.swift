internal import Basics
internal import ShoulderTap

/// Payloads as `.apns` files, which can be dropped on an iOS Simulator.
package enum SimulatorFile {
    private static let bundleKey = "Simulator Target Bundle"

    /// Returns the bytes of an `.apns` file. Throws the reason if the entry cannot become one.
    ///
    /// A payload that names its app is used unchanged. Otherwise the app is written before the other keys.
    ///
    /// - Parameter bundle: The app, if the entry's topic does not name one.
    package static func bytes(of entry: CaptureEntry, bundle: String? = nil) throws(CaptureFinding) -> [UInt8] {
        guard entry.channel == .apns else {
            throw CaptureFinding(
                .notPayload, "it was sent over \(entry.channel.rawValue), but a Simulator accepts only apns")
        }
        guard let root = PushPayload.inspect(entry.payload).root, let members = root.members else {
            throw CaptureFinding(.notPayload, "it is not a JSON object, but a Simulator accepts nothing else")
        }
        guard root["aps"] != nil else { throw CaptureFinding(.notPayload, "it has no aps, which a Simulator requires") }
        if let type = entry.headers["apns-push-type"], Self.strangeTypes.contains(type) {
            throw CaptureFinding(.notPayload, "a Simulator does not accept pushes of type \(type)")
        }
        if let named = root[Self.bundleKey], named.string == nil {
            throw CaptureFinding(.notPayload, "its \"\(Self.bundleKey)\" must be a string")
        }
        let file = Self.file(of: entry, root, members.isEmpty, bundle)
        guard file.count <= Self.mostBytes else {
            throw CaptureFinding(
                .tooLong, "its file has \(file.count) bytes, but a Simulator accepts at most \(Self.mostBytes)")
        }
        return file
    }

    private static let mostBytes = 4096
    private static let strangeTypes: Set<String> = ["voip", "complication", "fileprovider"]

    /// Whether a file names its app for the Simulator.
    package static func namesApp(_ file: [UInt8]) -> Bool { PushPayload.inspect(file).root?[Self.bundleKey] != nil }

    private static func app(of entry: CaptureEntry) -> String? {
        entry.headers["apns-topic"].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func file(
        of entry: CaptureEntry, _ root: PayloadElement, _ isEmpty: Bool, _ bundle: String?
    ) -> [UInt8] {
        guard root[Self.bundleKey] == nil, let app = bundle ?? Self.app(of: entry) else { return entry.payload }
        var json = JSONWriter()
        json.object { $0.member(Self.bundleKey, app) }
        let comma: [UInt8] = isEmpty ? [] : [UInt8(ascii: ",")]
        let behindBrace = root.offset + 1
        return entry.payload[..<behindBrace] + json.bytes.dropFirst().dropLast() + comma + entry.payload[behindBrace...]
    }
}
