import SecureTransport

/// Whatever a peer sends to a server, alone or inside an honest conversation, it ends well or is refused in words.
func fuzzTLSServer(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    Attack.run(on: .server, FuzzInput(start, count).array)
    return 0
}
