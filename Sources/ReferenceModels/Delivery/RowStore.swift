package import PushGateway

/// A store that keeps rows in memory, returns the rows that the rules need, and counts the rows that it reads and
/// writes.
package struct RowStore {
    package private(set) var rows: [DeliveryRowKey: DeliveryRow] = [:]
    package private(set) var mostRead = 0
    package private(set) var written = 0

    package init(_ rows: [DeliveryRowKey: DeliveryRow] = [:]) { self.rows = rows }

    package mutating func write(_ writes: [GatewayWrite]) {
        for write in writes { self.rows[write.key] = write.row }
        self.written += writes.count
    }

    package mutating func read(_ needs: GatewayNeeds) -> [DeliveryRowKey: DeliveryRow] {
        var keys: Set<DeliveryRowKey> = []
        let entered = self.entered(needs, &keys)
        let asks = needs.push.flatMap { self.push($0) }?.asksForGroup ?? false
        let isGrouped = needs.group == .always || needs.group == .ifPushAsks && asks
        let devices = isGrouped ? Set(entered.compactMap { self.device(of: $0) }) : []
        for case (let key, .push(let push)) in self.rows {
            if needs.pushes, !push.isFlying, entered.contains(push.app) { keys.insert(key) }
            if push.waitsForBurst, let device = self.device(of: push.app), devices.contains(device) { keys.insert(key) }
        }
        let read = self.closed(keys)
        self.mostRead = max(self.mostRead, read.count)
        return read
    }

    /// Returns the apps whose rows are needed. Adds to `keys` the keys of these rows, and the keys of the device, the
    /// push and the registrations that are needed.
    private func entered(_ needs: GatewayNeeds, _ keys: inout Set<DeliveryRowKey>) -> Set<AppNumber> {
        var apps: Set<AppNumber> = []
        if let app = needs.app { apps.insert(app) }
        if let device = needs.device { keys.insert(.device(device)) }
        if let number = needs.push, let push = self.push(number) {
            keys.insert(.push(number))
            apps.insert(push.app)
        }
        for (key, row) in self.rows {
            switch row {
            case .registration(let registration) where needs.tokens.contains(registration.token):
                keys.insert(key)
                apps.insert(registration.app)
            case .registration(let registration) where needs.registrations && registration.app == needs.app:
                keys.insert(key)
            case .app(let app) where needs.apps && app.device == needs.device:
                if case .app(let number) = key { apps.insert(number) }
            default: break
            }
        }
        keys.formUnion(apps.map { .app($0) })
        return apps
    }

    /// Returns the rows of these keys and, recursively, all rows that they refer to.
    private func closed(_ keys: Set<DeliveryRowKey>) -> [DeliveryRowKey: DeliveryRow] {
        var (read, left) = ([DeliveryRowKey: DeliveryRow](), Array(keys))
        while let key = left.popLast() {
            guard read[key] == nil, let row = self.rows[key] else { continue }
            read[key] = row
            left += row.references
        }
        return read
    }

    private func push(_ number: PushNumber) -> DeliveryRow.Push? {
        guard case .push(let push)? = self.rows[.push(number)] else { return nil }
        return push
    }

    private func device(of app: AppNumber) -> DeviceNumber? {
        guard case .app(let app)? = self.rows[.app(app)] else { return nil }
        return app.device
    }
}
