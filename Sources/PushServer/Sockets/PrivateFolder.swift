/// A folder for temporary files that no other user may enter.
package struct PrivateFolder: Sendable {
    package let path: String

    package init() throws(ServerError) {
        do { self.path = try System.makePrivateFolder() } catch {
            throw .cannotListen("a temporary folder", words: error.words)
        }
    }

    /// Removes these files and the folder. If the folder has other files, it stays.
    package func remove(with names: [String]) { System.removeFolder(self.path, with: names) }
}
