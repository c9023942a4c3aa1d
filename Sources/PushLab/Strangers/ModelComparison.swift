/// A part of the system that is compared with a slow, simple model of it.
package enum ModelComparison: String, Hashable, Sendable, CaseIterable {
    case service, push, siblings, devices, tokens, connections, senders, publishers

    /// The answer for a part that behaves like its model.
    static let agreement = "agrees"
}
