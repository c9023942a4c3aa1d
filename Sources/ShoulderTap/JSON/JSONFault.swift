/// The reason and offset for which bytes are not a valid payload. A trivial type, so throwing it costs nothing.
struct JSONFault: Error, Equatable {
    var code: PayloadDiagnostic.Code.Name
    var offset: Int

    init(_ code: PayloadDiagnostic.Code.Name, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}
