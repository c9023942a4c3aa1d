package import ConnectedDevices

/// An app that is built on the SDK, and so has its own connection.
package protocol SDKApp: LabApp {
    /// Handles an event for the host of the SDK.
    mutating func receive(_ event: PlatformEvent, _ system: inout AppSystem)
}
