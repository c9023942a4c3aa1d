package import Basics
package import ConnectedDevices

extension DeviceMachine {
    /// Packs and unpacks a machine together with its table of names, and returns both.
    package func packedAndUnpacked(with names: NameTable, near now: Instant) -> (DeviceMachine, NameTable) {
        var table = names
        var packer = table.packAway(origin: now)
        table.pack(into: &packer)
        self.pack(into: &packer)
        var unpacker = Unpacker(packer.bytes, origin: now)
        let names = NameTable(from: &unpacker)
        let machine = DeviceMachine(from: &unpacker)
        precondition(unpacker.isAtEnd, "more was packed than is unpacked")
        return (machine, names)
    }
}
