/// The end of a process: the next one knows what was stored.
extension DeviceRecord {
    /// Marks what the app heard after it stored last, and never showed, as not taken in.
    mutating func forgetUnstored(at index: Int) {
        guard let latest = self.heard.values.map(\.index).max(), latest > self.storedIndex else { return }
        var start = self.storedIndex + 1
        for id in self.heard.keys {
            guard let heard = self.heard[id], heard.index > self.storedIndex else { continue }
            let isShown = max(self.list[id]?.index ?? -1, self.hidden[id] ?? -1) > heard.index
            if isShown { start = max(start, heard.index + 1) }
        }
        // What came before the latest that was shown was there to be shown with it.
        if start < index { self.neverHandled.append(start..<index) }
    }
}
