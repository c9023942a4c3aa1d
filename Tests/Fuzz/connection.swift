/// Whatever a client sends over a socket, over HTTP/2 or HTTP/1.1, its connection and its requests come to an end.
func fuzzConnection(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).array
    do { try world.talk(bytes) } catch { fatalError("no sockets: \(error)") }
    return 0
}

// Made once: libFuzzer calls from one thread.
nonisolated(unsafe) private let world: WireWorld = {
    do { return try WireWorld() } catch { fatalError("no loop: \(error)") }
}()
