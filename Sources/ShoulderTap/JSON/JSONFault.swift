/// Why and where bytes stop being a payload. Trivial, so that refusing costs nothing.
struct JSONFault: Error, Equatable {
    var code: PayloadDiagnostic.Code.Name
    var offset: Int

    init(_ code: PayloadDiagnostic.Code.Name, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}
