package import PushLab

/// The flow through which every app of a user's own has to come, whatever it is written in: what each device shows
/// at each station is what it shows with the reference app.
package enum ListFlow {
    /// What the user of a device sees.
    package struct Sight: Hashable {
        package var list: [String]
        package var tray: [String]
        package var states: [AppChange.Action?]
        package var read: [Bool]

        package init(_ device: LabDevice) {
            self.list = device.list.sorted()
            self.tray = device.tray.sorted()
            self.states = self.list.map { device.state(of: $0) }
            self.read = self.list.map { device.isRead($0) }
        }
    }

    /// Publishes, loses a tap, handles on one device and the other, deletes, lets the cursor go bad; the sights of all
    /// devices at each station.
    package static func sights(in lab: Lab) throws -> [[Sight]] {
        let (alice, bob) = (lab.user("alice"), lab.user("bob"))
        let devices = [
            alice.device("phone"), alice.device("tablet", on: .android), alice.device("laptop", on: .windows),
            bob.device("phone"),
        ]
        var sights: [[Sight]] = []
        func look() { sights.append(devices.map(Sight.init)) }

        try lab.publish(.raw("lunch?", id: "n1"), to: alice)
        try lab.publish(.raw("rent", id: "b1"), to: bob)
        try lab.settle()
        look()

        // Woken by tap alone.
        for device in devices { device.suspend() }
        devices[1].loseTaps()
        try lab.publish(.raw("film?", id: "n2"), to: alice)
        try lab.advance(by: .seconds(20))
        look()
        try lab.publish(.raw("tea?", id: "n3", lifetime: .seconds(3_600)), to: alice)
        try lab.advance(by: .seconds(20))
        look()

        try devices[0].dismiss("n1")
        try devices[1].open("n2")
        try lab.advance(by: .seconds(20))
        look()

        try devices[2].markRead("n3")
        try lab.settle()
        look()
        try devices[0].delete("n2")
        try lab.settle()
        look()

        devices[0].crash()
        try lab.publish(.raw("lunch?", id: "n1"), to: alice)
        try lab.advance(by: .seconds(20))
        look()

        // What was to be read until then ends for everybody.
        try lab.advance(by: .seconds(4_000))
        try lab.settle()
        look()
        return sights
    }
}
