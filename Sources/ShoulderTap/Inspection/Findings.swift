/// Collects what an inspection finds, each with its place in the payload.
struct Findings {
    let map: PayloadMap
    let kind: PayloadKind
    private var found: [PayloadDiagnostic] = []

    init(map: PayloadMap, kind: PayloadKind) {
        self.map = map
        self.kind = kind
    }

    /// The findings in the order of the bytes; of two at one byte the one found first.
    var inOrder: [PayloadDiagnostic] {
        guard self.found.count > 1 else { return self.found }
        return self.found.enumerated()
            .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
            .map(\.element)
    }

    /// How much has been found so far.
    var count: Int { self.found.count }

    /// Whether one of the later findings already says why nothing happens.
    func explainsLackOfEffect(since earlier: Int) -> Bool {
        self.found[earlier...].contains { finding in
            switch finding.code.name {
            case .unknownApsKey, .fieldWrongType, .fieldOutOfRange, .mutableContentWithoutAlert: false
            default: true
            }
        }
    }

    /// Notes a finding at a value or key of the map.
    mutating func add(_ code: PayloadDiagnostic.Code.Name, at index: Int, earlier: Int? = nil) {
        self.found.append(
            PayloadDiagnostic(
                code, at: self.map.offset(of: index), path: self.map.path(to: index),
                earlier: earlier.map(self.map.offset)))
    }

    /// Notes a finding that belongs to the whole payload.
    mutating func add(_ code: PayloadDiagnostic.Code.Name, atByte offset: Int) {
        self.found.append(PayloadDiagnostic(code, at: offset))
    }

    /// Notes what the scanner refused or let pass.
    mutating func add(_ drawing: PayloadMap.Drawing, tolerated: [JSONFault]) {
        for fault in tolerated {
            let path = self.map.pathAround(byte: fault.offset)
            self.found.append(PayloadDiagnostic(fault.code, at: fault.offset, path: path, isTolerated: true))
        }
        if let fault = drawing.fault {
            self.found.append(PayloadDiagnostic(fault.code, at: fault.offset, path: drawing.faultPath))
        }
    }

    /// Looks at everything that a whole payload can show.
    mutating func inspectAll(limit: Int, firstSuspect: Int?) {
        if self.map.bytes.count > limit, self.kind != .voip { self.add(.overDeviceLimit, atByte: limit) }
        self.inspectTop()
        self.inspectKeys()
        if let firstSuspect { self.inspectScalars(from: firstSuspect) }
    }

    /// Whether the key or string at `index` says `name`.
    func names(_ index: Int, _ name: StaticString) -> Bool {
        self.map.entries[index].token.names(name, in: self.map.bytes.span)
    }

    func kind(of index: Int) -> PayloadElement.Kind { self.map.kind(of: index) }

    /// Whether the string at `index` says one of `names`.
    func isString(_ index: Int, oneOf names: StaticString...) -> Bool {
        self.map.entries[index].kind == .string && names.contains { self.names(index, $0) }
    }

    /// Whether the number at `index` is exactly one.
    func isOne(_ index: Int) -> Bool {
        let entry = self.map.entries[index]
        return entry.kind == .number && isExactlyOne(self.map.bytes.span, from: Int(entry.start), to: Int(entry.end))
    }
}
