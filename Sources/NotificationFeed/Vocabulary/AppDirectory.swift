import Basics

/// The apps that share each host. A host is a cross-device identity: all of its apps see the same notifications.
package struct AppDirectory: Hashable, Sendable {
    /// One app on one platform.
    package struct App: Hashable, Sendable {
        package var platform: Platform
        package var id: String

        package init(_ platform: Platform, _ id: String) {
            self.platform = platform
            self.id = id
        }
    }

    /// A host and the apps that share it.
    package struct Identity: Hashable, Sendable {
        package var host: String
        package let apps: [App]

        /// The maximum number of apps of one platform that share a host.
        package static let mostAppsPerPlatform = 10

        /// Creates an identity. Returns nil when more than ``mostAppsPerPlatform`` apps of one platform share the host.
        package init?(host: String, apps: [App]) {
            for platform in Platform.allCases {
                let count = apps.reduce(0) { $0 + ($1.platform == platform ? 1 : 0) }
                guard count <= Self.mostAppsPerPlatform else { return nil }
            }
            self.host = host
            self.apps = apps
        }
    }

    private var identities: [Identity]?
    /// The hosts that every app may use.
    private var openHosts: [String] = []

    /// A directory in which every host is known and every app may use every host, for example on a developer's machine.
    package static let open = AppDirectory(identities: nil)

    /// Returns a directory that contains only these identities.
    package static func listed(_ identities: [Identity]) -> AppDirectory { AppDirectory(identities: identities) }

    /// Returns a directory with one host, which every app may use.
    package static func only(host: String) -> AppDirectory { AppDirectory(identities: [], openHosts: [host]) }

    package func knows(host: String) -> Bool {
        guard let identities = self.identities else { return true }
        return self.isOpen(host) || identities.contains { $0.host.isExactly(host) }
    }

    private func isOpen(_ host: String) -> Bool { self.openHosts.contains { $0.isExactly(host) } }

    package func admits(app: String, to host: String) -> Bool {
        guard let identities = self.identities else { return true }
        if self.isOpen(host) { return true }
        return identities.contains { $0.host.isExactly(host) && $0.apps.contains { $0.id.isExactly(app) } }
    }
}
