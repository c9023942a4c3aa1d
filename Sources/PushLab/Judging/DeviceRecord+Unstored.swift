/// The end of a process. The next process knows only the stored state.
extension DeviceRecord {
    /// Marks changes as not received. These are the changes that the app received after it last stored its state,
    /// except those that it showed.
    mutating func forgetUnstored(at index: Int) {
        guard let latest = self.heard.values.map(\.index).max(), latest > self.storedIndex else { return }
        var start = self.storedIndex + 1
        for id in self.heard.keys {
            guard let heard = self.heard[id], heard.index > self.storedIndex else { continue }
            let isShown = max(self.list[id]?.index ?? -1, self.hidden[id] ?? -1) > heard.index
            if isShown { start = max(start, heard.index + 1) }
        }
        // Changes before the latest shown change could have been shown together with it.
        if start < index { self.neverHandled.append(start..<index) }
    }
}
