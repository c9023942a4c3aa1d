enum ManifestRules {
    /// What the `house` list of Package.swift comes to.
    static let house: Set<String> = [
        "swift enableUpcomingFeature ExistentialAny",
        "swift enableUpcomingFeature InternalImportsByDefault",
        "swift enableUpcomingFeature MemberImportVisibility",
        "swift treatAllWarnings error",
    ]

    /// The only unsafe flag of tests, on which nobody depends.
    static let quickToBuild = #"swift unsafeFlags ["-Onone"]"#
    /// The only one of the bench, which is in no product.
    static let inOnePiece: Set<String> = [
        #"swift unsafeFlags ["-static-stdlib"]"#, #"linker unsafeFlags ["-static-stdlib"]"#,
    ]

    /// The products that anybody can build with Swift alone.
    static let freeOfSystemLibraries = ["ShoulderTap", "ConnectedDevices", "PushLab", "PushLabTesting"]

    private static let table = "Tests/TidyTests/Arrows.swift"

    static func findings(_ manifest: Manifest) -> [Finding] {
        let fromOutside = Self.finding("depends on a package from outside", "Remove it.")
        return (manifest.outsidePackages == 0 ? [] : [fromOutside]) + manifest.targets.flatMap(Self.arrows)
            + manifest.targets.flatMap { Self.settings($0, in: manifest) }
            + Self.freeOfSystemLibraries.flatMap { Self.closure(of: $0, in: manifest) }
    }

    private static func arrows(_ target: Manifest.Target) -> [Finding] {
        guard target.type != "test" else { return [] }
        guard let module = Module.byName[target.name] else {
            return [Self.finding("nobody knows target \(target.name)", "Add it to \(Self.table).")]
        }
        return target.dependencies.filter { !module.allowed.contains($0) }.map {
            Self.finding(
                "\(target.name) must not depend on \($0)", "Remove it, or draw the arrow in \(Self.table).")
        }
    }

    private static func settings(_ target: Manifest.Target, in manifest: Manifest) -> [Finding] {
        var findings: [Finding] = []
        let isSwift = Module.byName[target.name]?.nature != .foreign && target.type != "system"
        if isSwift, !target.settings.isSuperset(of: Self.house) {
            findings.append(Self.finding("\(target.name) lacks the house settings", "Say `swiftSettings: house`."))
        }
        let isOffered = manifest.closure(of: manifest.products.values.flatMap { $0 }).contains(target.name)
        let isOfBench = !isOffered && target.name.lowercased().contains("bench")
        let allowed = target.type == "test" ? [Self.quickToBuild] : isOfBench ? Self.inOnePiece : []
        if target.settings.contains(where: { $0.contains("unsafeFlags") && !allowed.contains($0) }) {
            let what = "\(target.name) has unsafe flags, so nobody can depend on the package"
            findings.append(Self.finding(what, "Remove them."))
        }
        return findings
    }

    private static func closure(of product: String, in manifest: Manifest) -> [Finding] {
        let closure = manifest.closure(of: manifest.products[product] ?? [])
        let libraries = closure.filter { name in
            let type = manifest.targets.first { $0.name == name }?.type
            return type == nil || type == "system" || Module.byName[name]?.nature == .foreign
        }
        return libraries.sorted().map {
            Self.finding("product \(product) needs the C library \($0)", "Move what needs it to another target.")
        }
    }

    private static func finding(_ what: String, _ remedy: String) -> Finding {
        Finding(path: "Package.swift", line: 1, what: what, remedy: remedy)
    }
}
