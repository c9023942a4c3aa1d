import Basics

/// The steps to reach a tunnel's host: looks up its name, and tries its addresses in order until one answers.
///
/// Each method takes an event and returns the next action.
struct Dial {
    enum Action: Hashable {
        /// The caller must drop any earlier attempt and try this address.
        case connect(SocketAddress)
        case open
        case refuse(ProxyRefusal)
    }

    private enum Phase {
        case lookingUp
        case connecting(since: Interval)
        case over
    }

    private let target: ProxyTarget
    private let reachesThisMachine: Bool
    private let deadline: Interval
    private var phase = Phase.lookingUp
    private var addresses: ArraySlice<SocketAddress> = []

    static let mostAddresses = 8
    /// The time limit for an address while other addresses are left to try.
    static let patience = Interval.seconds(3)

    /// - Parameter reachesThisMachine: Whether the client may reach addresses that lead only to this machine.
    init(_ target: ProxyTarget, reachesThisMachine: Bool, at now: Interval, limit: Interval) {
        (self.target, self.reachesThisMachine, self.deadline) = (target, reachesThisMachine, now + limit)
    }

    mutating func found(_ addresses: [SocketAddress], at now: Interval) -> Action? {
        guard case .lookingUp = self.phase else { return nil }
        let allowed = addresses.filter { self.reachesThisMachine || !$0.isOfThisMachine }
        guard !allowed.isEmpty else { return self.end(.ownMachine(self.target)) }
        self.addresses = allowed.prefix(Self.mostAddresses)
        return self.next(at: now)
    }

    mutating func notFound(_ words: String) -> Action? { self.end(.unknownHost(words)) }

    mutating func connected() -> Action? {
        guard case .connecting = self.phase else { return nil }
        self.phase = .over
        return .open
    }

    /// Handles the failure of the current attempt.
    mutating func failed(_ words: String, at now: Interval) -> Action? {
        guard case .connecting = self.phase else { return nil }
        return self.next(at: now) ?? self.end(.unreachable(self.target, words))
    }

    mutating func tick(_ now: Interval) -> Action? {
        if now >= self.deadline { return self.end(.slowHost(self.target)) }
        guard case .connecting(let since) = self.phase, now - since >= Self.patience else { return nil }
        return self.next(at: now)
    }

    private mutating func next(at now: Interval) -> Action? {
        guard let address = self.addresses.popFirst() else { return nil }
        self.phase = .connecting(since: now)
        return .connect(address)
    }

    private mutating func end(_ refusal: ProxyRefusal) -> Action? {
        if case .over = self.phase { return nil }
        self.phase = .over
        return .refuse(refusal)
    }
}

extension SocketAddress {
    /// The first bytes of an IPv6 address that represents an IPv4 address.
    private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// Whether the address leads to this machine and can only be used on this machine, in any spelling of the address.
    var isOfThisMachine: Bool {
        guard case .ip(let bytes, let port) = self else { return true }
        if bytes.allSatisfy({ $0 == 0 }) { return true }
        let isMapped = bytes.count == 16 && bytes.starts(with: Self.mappedPrefix)
        return isMapped ? SocketAddress.ip(Array(bytes[12...]), port: port).isOfThisMachine : self.isLoopback
    }
}
