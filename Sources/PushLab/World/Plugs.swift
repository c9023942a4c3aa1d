package import Basics

/// The code that a test plugs into a world: an app, a server, and secure links from a library that the lab does not
/// depend on.
struct Plugs {
    /// Creates the app when its process starts. If this is nil, the reference app runs.
    typealias AppMaker = (AppLaunch) -> any LabApp

    var makeApp: AppMaker?
    /// The server under test. If there is none, the lab itself publishes.
    var backend: BackendHost?
    var secureLinks: (any SecureLinks)?

    var isEmpty: Bool { self.makeApp == nil && self.backend == nil && self.secureLinks == nil }
}

/// Secure sessions on the links between devices and the service. A program with a library for such sessions adds them.
package protocol SecureLinks: AnyObject {
    /// Creates the session of a device, or returns the reason why there is none.
    func connect(_ device: Int, at now: Instant) -> LinkFault?
    /// Carries bytes from a device to the service, or back.
    func carry(_ bytes: [UInt8], of device: Int, toService: Bool) -> [UInt8]?
    func close(_ device: Int)
}
