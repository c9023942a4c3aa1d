import Basics

/// A socket that accepts connections.
final class Listener {
    private let loop: EventLoop
    private let watch: SocketWatch
    /// A timer that pauses accepting until a descriptor is free.
    private var pause: LoopTimer?
    let address: SocketAddress
    private let accept: (consuming SocketHandle) -> Void

    /// The maximum number of connections accepted in one go, so that existing connections get their turn.
    private static let greed = 64
    private static let backlog: Int32 = 1_024

    init(
        _ loop: EventLoop, at address: SocketAddress, _ accept: @escaping (consuming SocketHandle) -> Void
    ) throws(ServerError) {
        self.loop = loop
        self.accept = accept
        let descriptor: Int32
        do {
            descriptor = try System.makeSocket(address.family)
        } catch {
            throw .cannotListen(address.description, words: error.words)
        }
        let socket = SocketHandle(owning: descriptor)
        do {
            try System.beginListening(descriptor, at: address, backlog: Self.backlog)
        } catch {
            throw ServerError(error, at: address)
        }
        self.address = if case .unix = address { address } else { System.localAddress(of: descriptor) ?? address }
        self.watch = SocketWatch(loop, socket)
        self.watch.onReadable = { [unowned self] in self.takeAll() }
        self.watch.wantsToRead = true
    }

    /// Takes over a socket that already listens, such as one that was opened in another network namespace.
    init(
        _ loop: EventLoop, owning descriptor: Int32, _ accept: @escaping (consuming SocketHandle) -> Void
    ) {
        (self.loop, self.accept) = (loop, accept)
        System.unblock(descriptor)
        self.address = System.localAddress(of: descriptor) ?? .loopback()
        self.watch = SocketWatch(loop, SocketHandle(owning: descriptor))
        self.watch.onReadable = { [unowned self] in self.takeAll() }
        self.watch.wantsToRead = true
    }

    private func takeAll() {
        for _ in 0..<Self.greed {
            do throws(SystemFailure) {
                let descriptor = try System.acceptNext(self.watch.descriptor)
                self.accept(SocketHandle(owning: descriptor))
            } catch {
                if error.isOutOfDescriptors { self.rest() }
                return
            }
        }
    }

    /// Pauses accepting. Otherwise the socket would stay readable although no connection can be accepted.
    private func rest() {
        self.watch.wantsToRead = false
        self.pause = self.loop.timer(after: .milliseconds(100)) { [unowned self] in self.watch.wantsToRead = true }
    }

    func stop() { self.watch.stop() }
}

extension ServerError {
    fileprivate init(_ failure: SystemFailure, at address: SocketAddress) {
        let text = address.description
        if failure.isAddressTaken {
            self = .portInUse(text)
        } else if failure.isAddressForeign {
            self = .addressNotHere(text)
        } else if failure.isForbidden {
            self = .portForbidden(text)
        } else {
            self = .cannotListen(text, words: failure.words)
        }
    }
}
