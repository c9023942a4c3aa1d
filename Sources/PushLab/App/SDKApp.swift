package import ConnectedDevices

/// An app that is built on the SDK, and so has a connection of its own.
package protocol SDKApp: LabApp {
    /// Takes in what the host of an SDK is to tell it.
    mutating func receive(_ event: PlatformEvent, _ system: inout AppSystem)
}
