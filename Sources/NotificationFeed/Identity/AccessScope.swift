import Basics

/// One permission of a token. Names compare without case, as in the original's identity service.
package struct AccessScope: Sendable {
    package static let mostBytes = 256

    package let name: String

    /// Returns nil unless the name has one to 256 of the characters that RFC 6749 §3.3 allows.
    package init?(_ name: some StringProtocol) {
        guard (1...Self.mostBytes).contains(name.utf8.count), name.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.name = String(name)
    }

    private init(known name: String) { self.name = name }

    /// Whether the byte is visible ASCII other than quotation mark and backslash.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        0x21...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Whether this is the default scope of a service: everything that an app registered for.
    ///
    /// A client without a user can get only this form.
    package var isDefault: Bool { self.name.lowercased().hasSuffix("/.default") }

    /// The scope that lets an app publish, and read and change the notifications it created.
    package static let notifications = AccessScope(known: "Notifications.ReadWrite.CreatedByApp")
    /// The same scope, prefixed with the name of its service.
    package static let graphNotifications = AccessScope(known: "https://graph.microsoft.com/\(notifications.name)")
    package static let activityNotifications = AccessScope(known: "https://activity.windows.com/\(notifications.name)")
    /// The scope that a client without a user asks for.
    package static let graphDefault = AccessScope(known: "https://graph.microsoft.com/.default")

    /// The five scopes that the guide lists for consumer accounts.
    package static let consumer = [
        "wl.offline_access", "ccs.ReadWrite", "wns.connect", "asimovrome.telemetry",
        "https://activity.windows.com/UserActivity.ReadWrite.CreatedByApp",
    ].map(AccessScope.init(known:))
    /// The audience that the guide lists for accounts of organisations.
    package static let organizationAudience = AccessScope(known: "https://cdpcs.access.microsoft.com/.default")
}

extension AccessScope: Hashable {
    package static func == (left: AccessScope, right: AccessScope) -> Bool {
        // Usually both are the very same text. Names are ASCII, so names of different lengths differ.
        left.name.utf8.count == right.name.utf8.count
            && (left.name == right.name
                || left.name.utf8.elementsEqual(right.name.utf8) { ASCII.lowercase($0) == ASCII.lowercase($1) })
    }

    package func hash(into hasher: inout Hasher) {
        for byte in self.name.utf8 { hasher.combine(ASCII.lowercase(byte)) }
    }
}
