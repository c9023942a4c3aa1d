/// The data with which an installation of the app starts, as histories record it.
enum InstalledFrom: UInt32, Sendable {
    case nothing
    /// A backup of the same installation.
    case ownBackup
    /// A backup of another installation.
    case otherBackup
}
