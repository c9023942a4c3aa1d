extension Lab {
    /// Creates a lab in which every device runs the reference app with mistakes.
    package convenience init(seed: UInt64 = 1, network: LabNetwork = LabNetwork(), traps: Set<Trap>) {
        self.init(seed: seed, network: network)
        self.install(traps)
    }

    /// From now on, every device that is launched runs the reference app with these mistakes.
    package func install(_ traps: Set<Trap>) {
        let appId = self.world.people.appId
        self.world.plugs.makeApp = { _ in ReferenceApp(appId: appId, traps: traps) }
    }
}
