package import Basics

extension Content {
    package func pack(into packer: inout Packer) {
        packer.write(self.raw)
        self.visual.pack(into: &packer)
    }

    package init(from unpacker: inout Unpacker) {
        self.init(raw: unpacker.optionalText(), visual: Visual?(from: &unpacker))
    }
}

extension Content.Visual {
    package func pack(into packer: inout Packer) {
        packer.write(self.title)
        packer.write(self.body)
    }

    package init(from unpacker: inout Unpacker) {
        self.init(title: unpacker.text(), body: unpacker.optionalText())
    }
}

extension Content.Visual? {
    package func pack(into packer: inout Packer) {
        packer.write(self != nil)
        self?.pack(into: &packer)
    }

    package init(from unpacker: inout Unpacker) { self = unpacker.flag() ? Content.Visual(from: &unpacker) : nil }
}

extension Content? {
    package func pack(into packer: inout Packer) {
        packer.write(self != nil)
        self?.pack(into: &packer)
    }

    package init(from unpacker: inout Unpacker) { self = unpacker.flag() ? Content(from: &unpacker) : nil }
}
