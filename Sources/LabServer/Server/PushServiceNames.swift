/// The push services whose host names are built into clients.
package enum PushServiceNames {
    /// The hosts of Apple's service.
    package static let hosts = ["api.push.apple.com", "api.sandbox.push.apple.com", "api.development.push.apple.com"]
    /// The ports of each host.
    package static let ports: [UInt16] = [443, 2_197]
}
