import Testing

@testable import PushLab

@Suite("States in packed and encoded forms")
struct RoundTripTests {
    /// What happens in a lab whose states go through their other forms a number of times in the middle.
    private static func fingerprint(_ seed: UInt64, roundTrips: Int) throws -> String {
        let lab = Lab(seed: seed)
        let alice = lab.user("alice")
        let devices = [("phone", LabPlatform.ios), ("tablet", .android), ("laptop", .windows)].map {
            alice.device($0, on: $1)
        }
        try lab.publish(.visual("lunch?", id: "n1", lifetime: .seconds(3_600)), to: alice)
        try lab.settle()
        for _ in 0..<roundTrips { lab.world.repackWhatRests() }
        try devices[0].dismiss("n1")
        for device in devices { device.crash() }
        try lab.publish(.raw("x", id: "n2"), to: alice)
        try lab.settle()
        for _ in 0..<roundTrips { lab.world.repackWhatRests() }
        try devices[1].delete("n2")
        try lab.settle()
        #expect(devices.allSatisfy { $0.list == ["n1"] } && alice.disagreements == [])
        return lab.fingerprint
    }

    @Test("They change nothing")
    func lossless() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let once = try Self.fingerprint(seed, roundTrips: 0)
            let often = try Self.fingerprint(seed, roundTrips: 3)
            #expect(once == often, "seed \(seed)")
        }
    }

    @Test("One seed in four uses them")
    func share() {
        let count = (1...400 as ClosedRange<UInt64>).count { Lab(seed: $0).world.takesRoundTrips }
        #expect(80...120 ~= count)
    }
}
