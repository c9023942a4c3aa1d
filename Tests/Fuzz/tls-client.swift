import SecureTransport

/// Whatever a peer sends to a client, alone or inside an honest conversation, it ends well or is refused in words.
func fuzzTLSClient(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    Attack.run(on: .client, FuzzInput(start, count).array)
    return 0
}
