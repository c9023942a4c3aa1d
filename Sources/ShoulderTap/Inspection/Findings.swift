/// Collects the findings of an inspection, each with its place in the payload.
struct Findings {
    let map: PayloadMap
    let kind: PayloadKind
    private var found: [PayloadDiagnostic] = []

    init(map: PayloadMap, kind: PayloadKind) {
        self.map = map
        self.kind = kind
    }

    /// The findings in the order of the bytes. Findings at the same byte keep the order in which they were found.
    var inOrder: [PayloadDiagnostic] {
        guard self.found.count > 1 else { return self.found }
        return self.found.enumerated()
            .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
            .map(\.element)
    }

    /// The number of findings so far.
    var count: Int { self.found.count }

    /// Whether one of the findings from index `earlier` on explains why the push has no effect.
    func explainsLackOfEffect(since earlier: Int) -> Bool {
        self.found[earlier...].contains { finding in
            switch finding.code.name {
            case .unknownApsKey, .fieldWrongType, .fieldOutOfRange, .mutableContentWithoutAlert: false
            default: true
            }
        }
    }

    /// Adds a finding at a value or key of the map.
    mutating func add(_ code: PayloadDiagnostic.Code.Name, at index: Int, earlier: Int? = nil) {
        self.found.append(
            PayloadDiagnostic(
                code, at: self.map.offset(of: index), path: self.map.path(to: index),
                earlier: earlier.map(self.map.offset)))
    }

    /// Adds a finding about the whole payload.
    mutating func add(_ code: PayloadDiagnostic.Code.Name, atByte offset: Int) {
        self.found.append(PayloadDiagnostic(code, at: offset))
    }

    /// Adds the faults that the scanner tolerated, and the fault at which the scanner stopped, if there is one.
    mutating func add(_ drawing: PayloadMap.Drawing, tolerated: [JSONFault]) {
        for fault in tolerated {
            let path = self.map.pathAround(byte: fault.offset)
            self.found.append(PayloadDiagnostic(fault.code, at: fault.offset, path: path, isTolerated: true))
        }
        if let fault = drawing.fault {
            self.found.append(PayloadDiagnostic(fault.code, at: fault.offset, path: drawing.faultPath))
        }
    }

    /// Inspects everything in a complete payload.
    mutating func inspectAll(limit: Int, firstSuspect: Int?) {
        if self.map.bytes.count > limit, self.kind != .voip { self.add(.overDeviceLimit, atByte: limit) }
        self.inspectTop()
        self.inspectKeys()
        if let firstSuspect { self.inspectScalars(from: firstSuspect) }
    }

    /// Whether the key or string at `index` equals `name`.
    func names(_ index: Int, _ name: StaticString) -> Bool {
        self.map.entries[index].token.names(name, in: self.map.bytes.span)
    }

    func kind(of index: Int) -> PayloadElement.Kind { self.map.kind(of: index) }

    /// Whether the string at `index` equals one of `names`.
    func isString(_ index: Int, oneOf names: StaticString...) -> Bool {
        self.map.entries[index].kind == .string && names.contains { self.names(index, $0) }
    }

    /// Whether the number at `index` is exactly one.
    func isOne(_ index: Int) -> Bool {
        let entry = self.map.entries[index]
        return entry.kind == .number && isExactlyOne(self.map.bytes.span, from: Int(entry.start), to: Int(entry.end))
    }
}
