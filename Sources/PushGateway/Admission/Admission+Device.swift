/// The checks of the device and the payload. They query the store and look at the body.
extension Admission {
    func lookUp(
        _ examination: inout Examination, _ ports: some AdmissionPorts
    ) throws(Refusal) {
        guard let token = examination.deviceToken, let topic = examination.topic else { return }
        switch ports.device(token, for: topic.bundle) {
        case .failed: throw .internalServerError
        case .unknown: examination.device = nil
        case .found(let device): examination.device = device
        }
    }

    func checkLife(_ examination: Examination) throws(Refusal) {
        if let refusal = examination.device?.life.refusal { throw refusal }
    }

    func checkApp(_ examination: Examination) throws(Refusal) {
        guard let device = examination.device, let topic = examination.topic else { return }
        guard topic.isListed(in: [device.topic]) else { throw .deviceTokenNotForTopic }
    }

    func checkSize(_ examination: Examination) throws(Refusal) {
        let limit = examination.rule?.payloadLimit ?? AdmissionRules.payloadLimit
        guard examination.request.body.count <= limit else { throw .payloadTooLarge }
    }
}
