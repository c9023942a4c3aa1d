/// The reason why bytes are not a valid payload, and the offset of the fault. The type is trivial, so throwing it costs
/// nothing.
struct JSONFault: Error, Equatable {
    var code: PayloadDiagnostic.Code.Name
    var offset: Int

    init(_ code: PayloadDiagnostic.Code.Name, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}
