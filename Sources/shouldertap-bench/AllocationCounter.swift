private import CAllocationCounter

/// Counts heap allocations of this thread.
enum AllocationCounter {
    static var isAvailable: Bool { allocation_counter_is_available() }

    /// Returns the number of allocations while `work` runs.
    ///
    /// The result of `work` is consumed, so that the work cannot be optimised away.
    @inline(never)
    static func count(_ work: () -> UInt64) -> Int {
        allocation_counter_reset()
        allocation_counter_consume(work())
        return Int(allocation_counter_count())
    }

    /// Returns the fault of the counter itself; nil if it works.
    static func selfCheck() -> String? {
        let entries = Self.count { allocation_counter_touch_every_entry() }
        guard entries == Int(allocation_counter_touch_every_entry()) else {
            return "the counter saw \(entries) of C's allocations; it is not the allocator of this process"
        }
        let array = Self.count { UInt64(Self.allocatingOnce(64)) }
        guard array == 1 else { return "the counter saw \(array) allocations for one Swift array" }
        let nothing = Self.count { 1 }
        return nothing == 0 ? nil : "the counter saw \(nothing) allocations for none"
    }

    /// Allocates one array on the heap, regardless of the optimiser.
    @inline(never)
    static func allocatingOnce(_ count: Int) -> Int {
        let bytes = [UInt8](repeating: 1, count: count)
        return bytes.withUnsafeBytes { buffer in
            allocation_counter_consume(UInt64(UInt(bitPattern: buffer.baseAddress)))
            return buffer.count
        }
    }
}
