import ShoulderTap

/// Inspecting agrees with classifying, points only into the payload, and every value can be reached.
func fuzzInspect(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = FuzzInput(start, count)
    let bytes = input.array
    for strictness in [Strictness.strict, .lenient] {
        let inspection = PushPayload.inspect(bytes, strictness: strictness)
        let kind = PushPayload.classify(input.buffer.span, strictness: strictness)
        holds(inspection.kind == kind, "inspect says \(inspection.kind), classify says \(kind) (\(strictness))")
        holds(inspection.isTap == (Tap.tryParse(bytes) != nil), "isTap is not what tryParse says (\(strictness))")
        for diagnostic in inspection.diagnostics {
            check(diagnostic, in: bytes)
        }
        let saysWhy = inspection.diagnostics.contains { $0.severity == .error }
        holds(kind != .malformed || saysWhy, "malformed (\(strictness)), and nothing says why")
        if strictness == .strict {
            holds((kind == .shoulderTap) == inspection.isTap, "the kind is \(kind), isTap is \(inspection.isTap)")
        }
        if let root = inspection.root { visit(root, in: bytes) }
        if let aps = inspection.aps { read(aps) }
    }
    return 0
}

private func check(_ diagnostic: PayloadDiagnostic, in bytes: [UInt8]) {
    let (code, offset) = (diagnostic.code, diagnostic.offset)
    holds((0...bytes.count).contains(offset), "\(code) at \(offset) of \(bytes.count)")
    if let earlier = diagnostic.earlierOffset {
        holds((0..<offset).contains(earlier), "\(code): \(earlier) is not before \(offset)")
    }
    let position = TextPosition(of: offset, in: bytes)
    holds(position.line >= 1 && position.column >= 1, "\(code) stands nowhere")
}

/// Walks to every value by every way there is.
private func visit(_ root: PayloadElement, in bytes: [UInt8]) {
    var open = [root]
    while let element = open.popLast() {
        holds(bytes.indices.contains(element.offset), "a value at \(element.offset) of \(bytes.count)")
        let raw = element.rawBytes
        holds(!raw.isEmpty && raw.startIndex == element.offset, "a value of \(raw.count) bytes")
        holds((element.string != nil) == (element.kind == .string), "a \(element.kind) that is or is no string")
        holds((element.number != nil) == (element.kind == .number), "a \(element.kind) that is or is no number")
        holds((element.bool != nil) == (element.kind == .bool), "a \(element.kind) that is or is no boolean")
        if let number = element.number {
            holds(number.text.utf8.elementsEqual(raw), "a number that is not its own digits")
            holds(!number.double.isNaN, "a number that is none")
        }
        let elements = element.elements ?? []
        for position in elements.indices.prefix(8) {
            holds(element[position]?.offset == elements[position].offset, "[\(position)] is somewhere else")
        }
        holds(element[elements.count] == nil && element[-1] == nil, "a value behind the last")
        let members = element.members ?? []
        for (key, _) in members.prefix(8) {
            // Swift's `==` takes differently composed letters for equal; the parser goes by scalars.
            let first = members.first { $0.key.unicodeScalars.elementsEqual(key.unicodeScalars) }?.value
            holds(element[key]?.offset == first?.offset, "a key leads somewhere else")
            holds(element[PayloadPath([.key(key)])]?.offset == first?.offset, "a path leads somewhere else")
        }
        open += elements + members.map(\.value)
    }
}

/// Asks for each typed field; a field of another type is nil, never a trap.
private func read(_ aps: ApsDictionary) {
    _ = (aps.badge, aps.threadID, aps.category, aps.targetContentID, aps.filterCriteria, aps.contentAvailable?.isOne)
    _ = (aps.mutableContent, aps.interruptionLevel, aps.relevanceScore?.double, aps.timestamp?.int64, aps.event)
    _ = (aps.contentState, aps.staleDate, aps.dismissalDate, aps.attributesType, aps.attributes, aps.urlArgs)
    _ = (aps.contentChanged, aps.inputPushChannel, aps.inputPushToken, aps.sound?.name, aps.sound?.volume)
    guard let alert = aps.alert else { return }
    _ = (alert.title, alert.subtitle, alert.body, alert.locKey, alert.locArgs, alert.titleLocArgs, alert.launchImage)
    _ = (alert.subtitleLocArgs, alert.summaryArgCount, alert.sound, alert.action, alert.actionLocKey)
}
