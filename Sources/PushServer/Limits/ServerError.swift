/// A reason why a server or a client cannot start, with a sentence for people and an exit code for scripts.
package enum ServerError: Error, Hashable, Sendable, CustomStringConvertible {
    case portInUse(String)
    case addressNotHere(String)
    case portForbidden(String)
    case cannotListen(String, words: String)
    case cannotConnect(String, words: String)
    case unknownHost(String, words: String)
    case badCertificate(words: String)
    case badKey(file: String, words: String)
    case noLoop(String)

    /// The class of an exit code, with the numbers of `sysexits.h`.
    package enum ExitClass: Int32, Sendable {
        case badData = 65
        case unavailable = 69
        case inputOutput = 74
    }

    package var exit: ExitClass {
        switch self {
        case .portInUse, .addressNotHere, .portForbidden, .cannotListen, .cannotConnect, .unknownHost: .unavailable
        case .badCertificate, .badKey: .badData
        case .noLoop: .inputOutput
        }
    }

    package var description: String {
        switch self {
        case .portInUse(let address):
            "port in use: another program listens on \(address); stop it, or use another port (0 picks a free one)"
        case .addressNotHere(let address):
            "cannot listen on \(address): this machine does not have this address; use 127.0.0.1 or 0.0.0.0"
        case .portForbidden(let address):
            "cannot listen on \(address): ports below 1024 need privileges; use a higher port"
        case .cannotListen(let address, let words): "cannot listen on \(address): \(words)"
        case .cannotConnect(let address, let words): "cannot connect to \(address): \(words)"
        case .unknownHost(let host, let words): "cannot find the host \(host): \(words)"
        case .badCertificate(let words): "the server's certificate cannot be used: \(words)"
        case .badKey(let file, let words): "\(file) is not an EC P-256 key: \(words)"
        case .noLoop(let words): "the event loop cannot start: \(words)"
        }
    }
}
