import PushServer
import ShoulderTap

/// The content of the file that says that a server is ready: its listeners, its authority, and its process id.
struct ReadyNote {
    let listeners: [(kind: ListenerKind, address: SocketAddress)]
    let ca: String
    let controlToken: String?
    let pid: Int

    var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            for listener in self.listeners {
                writer.object(listener.kind.rawValue) { writer in
                    writer.member("host", listener.address.host)
                    writer.member("port", number: Int(listener.address.port))
                }
            }
            writer.member("ca", self.ca)
            writer.member("controlToken", orNull: self.controlToken)
            writer.member("pid", number: self.pid)
        }
        return writer.bytes + [0x0A]
    }
}
