extension Lab {
    /// A lab in which every device runs the reference app with mistakes.
    package convenience init(seed: UInt64 = 1, network: LabNetwork = LabNetwork(), traps: Set<Trap>) {
        self.init(seed: seed, network: network)
        let appId = self.world.appId
        self.world.makeApp = { _ in ReferenceApp(appId: appId, traps: traps) }
    }
}
