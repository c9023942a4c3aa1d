package import Basics

extension Mail {
    fileprivate func pack(into packer: inout Packer) {
        precondition(self.letters.count == 0, "a service with letters under way is not packed")
        packer.write(self.nextNumber)
    }

    fileprivate init(from unpacker: inout Unpacker) {
        self.init()
        self.nextNumber = unpacker.number()
    }
}

extension FirebasePush {
    /// The number of wakes that are in progress or waiting.
    package var pushesUnderWay: Int { self.mail.letters.count }

    package func pack(into packer: inout Packer) {
        self.mail.pack(into: &packer)
        self.tokens.pack(into: &packer)
        for registration in self.registrations { registration.pack(into: &packer) }
    }

    package init(from unpacker: inout Unpacker) {
        self.init()
        self.mail = Mail(from: &unpacker)
        self.tokens = TextNumbers(from: &unpacker)
        self.registrations.reserveCapacity(self.tokens.count)
        for _ in 0..<self.tokens.count { self.registrations.append(Registration(from: &unpacker)) }
    }
}

extension FirebasePush.Registration {
    fileprivate func pack(into packer: inout Packer) {
        packer.write(self.isOnline)
        packer.write(self.isDozing)
        packer.write(self.diesAt)
        packer.write(self.answeredAt)
    }

    fileprivate init(from unpacker: inout Unpacker) {
        self.init(
            isOnline: unpacker.flag(), isDozing: unpacker.flag(), diesAt: unpacker.moment(),
            answeredAt: unpacker.moment())
    }
}

extension WindowsPush {
    /// The number of wakes that are in progress or waiting.
    package var pushesUnderWay: Int { self.mail.letters.count }

    package func pack(into packer: inout Packer) {
        packer.write(self.isCaching)
        self.mail.pack(into: &packer)
        self.uris.pack(into: &packer)
        for channel in self.channels {
            packer.write(channel.expiresAt)
            packer.write(channel.isConnected)
        }
    }

    package init(from unpacker: inout Unpacker) {
        self.init(isCaching: unpacker.flag())
        self.mail = Mail(from: &unpacker)
        self.uris = TextNumbers(from: &unpacker)
        self.channels.reserveCapacity(self.uris.count)
        for _ in 0..<self.uris.count {
            self.channels.append(Channel(expiresAt: unpacker.moment(), isConnected: unpacker.flag()))
        }
    }
}
