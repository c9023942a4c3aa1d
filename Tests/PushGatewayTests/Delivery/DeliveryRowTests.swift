import Basics
import PushGateway
import ReferenceModels
import ShoulderTap
import TestSupport
import Testing

@Suite("Rows of the delivery machine") struct DeliveryRowTests {
    /// A machine with rows of every kind in every shape.
    private static func rich() -> DeliveryBench {
        var bench = DeliveryBench(rules: DeliveryRules(wakeBudget: .appleGuidance))
        bench.tap("handled")
        bench.set(.lowPower)
        bench.send(.tap("held").with { ($0.collapseID, $0.expiration) = ("x", .once) })
        let fate = Fate(delay: .hours(1), isLost: true, groupingWindow: .seconds(9), patience: .seconds(3))
        bench.send(.alert("flying").with { ($0.type, $0.payload, $0.isFromOutside) = (nil, [0, 255], true) }, fate)
        bench.set(.offline)
        let end = bench.now + .hours(2)
        bench.send(.tap("stored").with { $0.expiration = .at(end) })
        let now = bench.now
        bench.run {
            $0.rotate(DeliveryBench.token, to: DeviceToken("not hex"), TokenLag(death: .days(1)), at: now, into: &$1)
        }
        return bench
    }

    private static var rows: [DeliveryRow] {
        let bench = Self.rich()
        return bench.machine.everyRow.compactMap { bench.machine.row(after: $0) }
    }

    @Test("a row is read as it was written")
    func roundTrip() {
        #expect(Self.rows.count == 9)
        for row in Self.rows { #expect(DeliveryRow(encoded: row.encoded) == row) }
    }

    @Test("a row that is cut, longer, or of another version is refused")
    func damaged() {
        for row in Self.rows {
            let bytes = row.encoded
            for count in 0..<bytes.count { #expect(DeliveryRow(encoded: Array(bytes[..<count])) == nil) }
            #expect(DeliveryRow(encoded: bytes + [0]) == nil)
            #expect(DeliveryRow(encoded: [2] + bytes[1...]) == nil)
            #expect(DeliveryRow(encoded: [1, 9] + bytes[2...]) == nil)
        }
    }

    @Test("any bytes are read without a trap, and are written back unchanged")
    func anyBytes() {
        let rounds = Environment.number("SHOULDERTAP_ROW_FUZZ") ?? 20_000
        let seed = UInt64(Environment.number("SHOULDERTAP_ROW_SEED") ?? 1)
        var dice = SeededDice(seed: seed)
        let samples = Self.rows.map(\.encoded)
        for _ in 0..<rounds {
            var bytes = dice.pick(samples)
            for _ in 0...dice.below(3) where !bytes.isEmpty {
                switch dice.below(3) {
                case 0: bytes[dice.below(bytes.count)] = UInt8(dice.below(256))
                case 1: bytes[dice.below(bytes.count)] ^= 1 << UInt8(dice.below(8))
                default: bytes.remove(at: dice.below(bytes.count))
                }
            }
            if let row = DeliveryRow(encoded: bytes) {
                #expect(row.encoded == bytes, "SHOULDERTAP_ROW_SEED=\(seed) swift test --filter anyBytes")
            }
        }
    }

    @Test("keys are read back, and sort by their numbers, and other bytes are not keys")
    func keys() {
        let keys: [DeliveryRowKey] = [
            .service, .device(DeviceNumber(0)), .device(DeviceNumber(.max)), .app(AppNumber(255)),
            .app(AppNumber(256)), .registration(1), .registration(70_000), .push(PushNumber(1)),
            .push(PushNumber(.max)),
        ]
        for key in keys { #expect(DeliveryRowKey(bytes: key.bytes) == key) }
        #expect(keys.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) } == keys.map(\.bytes))
        for bytes: [UInt8] in [
            [], [1], [0, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 1], [2, 0, 0, 0, 1, 0, 0, 0, 0],
            [6, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ] {
            #expect(DeliveryRowKey(bytes: bytes) == nil, "\(bytes)")
        }
    }

    @Test("a machine made from rows continues like the old one")
    func rebuilt() {
        var (old, new) = (Self.rich(), Self.rich())
        new.crash()
        #expect(old.words() == new.words())
        for step in [
            { (bench: inout DeliveryBench) in bench.finish(PushNumber(1)) }, { $0.set(.online) },
            { $0.set(.normalPower) }, { $0.advance(by: .days(1)) }, { $0.tap("last") }, { $0.set(.foreground) },
        ] {
            step(&old)
            step(&new)
            #expect(old.words() == new.words())
            #expect(new.storeFaults() == [])
        }
    }

    @Test("rows that do not form one machine are refused, each by its name")
    func foreignRows() {
        let bench = Self.rich()
        var rows: [DeliveryRowKey: DeliveryRow] = [:]
        for change in bench.machine.everyRow { rows[change.key] = bench.machine.row(after: change) }
        #expect(throws: Never.self) { try PushDelivery(rows: rows) }

        func refused(_ change: (inout [DeliveryRowKey: DeliveryRow]) -> Void) -> String {
            var changed = rows
            change(&changed)
            do throws(DeliveryRowFault) {
                _ = try PushDelivery(rows: changed)
                return "taken"
            } catch { return error.description }
        }
        let held = DeliveryRowKey.push(PushNumber(2))
        let stored = DeliveryRowKey.push(PushNumber(4))
        #expect(refused { $0[.service] = .service(nextPush: 2) }.hasSuffix("the service has not given out its number"))
        #expect(refused { $0[.service] = $0[held] }.hasSuffix("it holds a row of another kind"))
        #expect(refused { $0[.device(DeviceNumber(0))] = nil }.hasSuffix("its device is missing"))
        #expect(
            refused { $0[.device(DeviceNumber(2))] = $0[.device(DeviceNumber(0))] }
                .hasSuffix("a device before it is missing"))
        #expect(refused { $0[.app(AppNumber(0))] = nil }.hasSuffix("its app is missing"))
        #expect(
            refused { $0[.app(AppNumber(2))] = $0[.app(AppNumber(0))] }.hasSuffix("an app before it is missing"))
        #expect(refused { $0[.registration(0)] = nil }.hasSuffix("a registration before it is missing"))
        #expect(refused { $0[.registration(1)] = $0[.registration(0)] }.hasSuffix("another row has its token"))
        #expect(
            refused {
                $0[.registration(0)] = nil
                $0[.registration(1)] = nil
            }.hasSuffix("its registration is missing"))
        #expect(
            refused {
                $0[.app(AppNumber(0))] = nil
                $0[.registration(0)] = nil
                $0[.registration(1)] = nil
            }.hasPrefix("row"))
        #expect(refused { $0[.push(PushNumber(3))] = $0[held] }.hasSuffix("another push is held for its app"))
        #expect(refused { $0[.push(PushNumber(3))] = $0[stored] }.hasSuffix("another push is stored for its app"))
    }

    @Test("a change of a missing row erases it")
    func nothing() {
        let machine = PushDelivery()
        for key: DeliveryRowKey in [
            .device(DeviceNumber(0)), .app(AppNumber(0)), .registration(0), .push(PushNumber(1)),
        ] {
            #expect(machine.row(after: DeliveryRowChange(key)) == nil)
        }
    }
}
