import Basics

/// One permission of a token. Names are compared without case, as in the original identity service.
package struct AccessScope: Sendable {
    package static let mostBytes = 256

    package let name: String

    /// Creates a scope. Returns nil unless the name has 1 to 256 characters, all of them allowed by RFC 6749 §3.3.
    package init?(_ name: some StringProtocol) {
        guard (1...Self.mostBytes).contains(name.utf8.count), name.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.name = String(name)
    }

    private init(known name: String) { self.name = name }

    /// Whether the byte is visible ASCII, except the quotation mark and the backslash.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        0x21...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Whether this is the default scope of a service. It stands for everything that an app registered for.
    ///
    /// A client without a user can get only default scopes.
    package var isDefault: Bool { self.name.lowercased().hasSuffix("/.default") }

    /// The scope that lets an app publish, and read and change the notifications it created.
    package static let notifications = AccessScope(known: "Notifications.ReadWrite.CreatedByApp")
    /// The scope ``notifications``, prefixed with the name of its service.
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
        // Usually both names are identical. Names are ASCII, so names of different lengths are different.
        left.name.utf8.count == right.name.utf8.count
            && (left.name == right.name
                || left.name.utf8.elementsEqual(right.name.utf8) { ASCII.lowercase($0) == ASCII.lowercase($1) })
    }

    package func hash(into hasher: inout Hasher) {
        for byte in self.name.utf8 { hasher.combine(ASCII.lowercase(byte)) }
    }
}
