/// What an installation of the app begins with, as histories have it.
enum InstalledFrom: UInt32, Sendable {
    case nothing
    /// What was kept of the same installation.
    case ownBackup
    /// What was kept of another one.
    case otherBackup
}
