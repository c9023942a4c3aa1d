import Basics
import CGuardedCommand
import LabServer
import PushServer
import SecureTransport

/// Redirects clients with a fixed host to the lab's server: inside the namespaces of the command, the host names
/// resolve to that server.
struct Interception {
    /// The ports of the lab in a separate network, where all ports are free.
    static let innerPort: (apns: UInt16, http: UInt16) = (2_197, 8_080)

    private static let hostsFile = "/etc/hosts"
    private static let lowestPort = "/proc/sys/net/ipv4/ip_unprivileged_port_start"

    let confinement: guarded_confinement
    /// The address that the redirected names resolve to.
    let address: [UInt8]

    init() {
        if guarded_is_root() == 1 {
            self.confinement = guarded_own_mounts
        } else {
            self.confinement = Self.mayListen ? guarded_own_user : guarded_own_network
        }
        // An unusual loopback address, so that all of its ports are free.
        let digits = RandomBytes.make(2).map { 1 + $0 % 254 }
        self.address = self.confinement == guarded_own_network ? [127, 0, 0, 1] : [127, 61] + digits
    }

    /// Whether this system lets every user listen on port 443.
    private static var mayListen: Bool {
        guard let bytes = try? Platform.contents(of: RawText(Self.lowestPort)) else { return false }
        let text = String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber }
        return Int(text).map { $0 <= 443 } ?? false
    }

    /// Whether the command has a separate network. Services of this machine cannot be reached from it.
    var hasOwnNetwork: Bool { self.confinement == guarded_own_network }

    /// The names in the server's certificate.
    static var names: [SubjectName] { SubjectName.local + PushServiceNames.hosts.map { SubjectName($0) } }

    /// The hosts file for the command: the redirected names, followed by the lines of the system's hosts file.
    func hostsText() -> [UInt8] {
        let address = SocketAddress.ip(self.address, port: 0).host
        let own = PushServiceNames.hosts.map { "\(address) \($0)\n" }.joined()
        return Array(own.utf8) + ((try? Platform.contents(of: RawText(Self.hostsFile))) ?? [])
    }

    /// Returns the files to mount, and the system files that they are mounted over.
    func mounts(_ folder: WithFolder) -> [(from: String, over: String)] {
        let stores = WithFolder.trustStores.filter { (try? Platform.kind(of: RawText($0))) != nil }
        return [(folder.file("hosts"), Self.hostsFile)] + stores.map { (folder.file("bundle.pem"), $0) }
    }
}
