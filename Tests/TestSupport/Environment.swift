internal import Foundation

/// What the caller of a test run may set.
package enum Environment {
    /// A whole number, or nil when the variable is not set. A variable that is set to anything else is a mistake.
    package static func number(_ name: String) -> Int? {
        guard let text = ProcessInfo.processInfo.environment[name] else { return nil }
        // Not a precondition: its message would be lost in a release build.
        guard let number = Int(text), number >= 0 else { fatalError("\(name) is no whole number: \(text)") }
        return number
    }
}
