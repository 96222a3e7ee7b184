"""Archives as hostile students hand them in, one for each number: the same number gives the same bytes.

`hostile_archive(number)` returns a name and the bytes of a file. Each archive has one or more of the oddities below, at
random among the files of an honest submission, or its bytes are damaged afterwards."""
import gzip
import random
import struct
import zlib

HONEST = [("iap/authors.txt", b"me\n"), ("iap/main.c", b"#!/bin/sh\nexit 0\n")]
FILE, HARD_LINK, LINK, CHARACTER, BLOCK, FOLDER, FIFO = b"0", b"1", b"2", b"3", b"4", b"5", b"6"
MIB = 1024 * 1024


class Entry:
    def __init__(self, name, data=b"", kind=FILE, target=b"", mode=0o644, **odd):
        self.name = name.encode() if isinstance(name, str) else name
        self.data, self.kind, self.target, self.mode = data, kind, target, mode
        self.size = odd.get("size")  # a lie in the header; None: the truth
        self.method = odd.get("method", 0)  # of a zip: 0 stored, 8 deflated
        self.flags = odd.get("flags", 0)  # of a zip: 1 encrypted


# ---- oddities: each returns the entries that it adds ----


def file_where_a_folder_must_be(rng):
    top = rng.choice(["a", "iap", "iap/authors.txt"])
    return [Entry(top, b"a file"), Entry(top + "/" * rng.randint(1, 3) + "b", b"below a file")]


def folder_where_a_file_must_be(rng):
    top = rng.choice(["a", "iap", "iap/main.c", "iap/iap"])
    return [Entry(top + rng.choice(["", "/"]), kind=FOLDER), Entry(top, b"a file")]


def long_name(rng):
    letter = rng.choice(["x", "\u00e9", "\U0001d11e"])
    return [Entry(rng.choice(["", "iap/"]) + letter * rng.choice([64, 128, 256, 1000, 5000, 70000]), b"x")]


def long_path(rng):
    part = "y" * rng.randint(1, 250) + "/"
    return [Entry(part * (rng.choice([1001, 4100, 65000]) // len(part) + 1) + "f", b"x")]


def many_levels(rng):
    deep = "d/" * rng.choice([63, 64, 65, 500, 2000, 30000])
    return [Entry(deep + "f", b"x") if rng.random() < 0.5 else Entry(deep, kind=FOLDER)]


def outside(rng):
    names = ["../evil", "/tmp/evil", "a/../../evil", "a/..", "..", "/", "//", "../" * 50 + "etc/passwd", "a/../b", "\\..\\evil",
             "C:\\evil", "./../evil", ".../evil"]
    return [Entry(rng.choice(names), b"evil", rng.choice([FILE, FOLDER]))]


def no_name(rng):
    return [Entry(rng.choice(["", ".", "./", "./.", "a/.", "a//", " ", "\0", "a\0b"]), b"x", rng.choice([FILE, FOLDER]))]


def link(rng):
    target = rng.choice([b"/etc/shadow", b"../..", b"iap", b"self", b"", b"x" * 5000])
    return [Entry("self", kind=rng.choice([LINK, HARD_LINK]), target=target), Entry("self/below", b"through the link")]


def device(rng):
    return [Entry("iap/device", kind=rng.choice([CHARACTER, BLOCK, FIFO, b"7", b"S", b"V", b"M", b"N", b"Z", b"\xff"]))]


def twice(rng):
    name = rng.choice(["iap/authors.txt", "a", "iap/"])
    return [Entry(name, b"one"), Entry(name, b"two")]


def odd_bytes(rng):
    names = [b"\xff\xfe\xfd", b"\x1b[2J\x1b]0;owned\x07", b"a\nb\rc", "\u202eexe.c".encode(), b"\xc3", b"\xed\xa0\x80", b"-rf", b"$(reboot)",
             b"`reboot`", "a\u0301".encode(), b"'\"\\"]
    return [Entry(rng.choice([b"", b"iap/"]) + rng.choice(names), b"x")]


def odd_mode(rng):
    return [Entry("iap/odd", b"x", mode=rng.choice([0, 0o7777, 0o4755, 0o001, 0o177777])),
            Entry("iap/closed/", kind=FOLDER, mode=0), Entry("iap/closed/f", b"x", mode=0)]


def bomb(rng):
    return [Entry("iap/zeros", bytes(rng.choice([8, 300]) * MIB), method=8)]


def lying_size(rng):
    return [Entry("iap/big", b"little", size=rng.choice([0, 5, 7, 513, 2**31, 2**32 - 1, 2**33, 2**60, 2**63 - 1]))]


def many_files(rng):
    place = rng.choice(["", "iap/", "a/b/c/d/"])
    return [Entry(place + str(i)) for i in range(rng.choice([9_000, 10_001]))]


def many_folders(rng):
    return [Entry(f"{i}/" + "d/" * 60 + "f") for i in range(rng.choice([100, 400]))]


def encrypted(rng):
    return [Entry("iap/secret", b"\x00" * 40, flags=rng.choice([1, 0x41, 0x2001]))]


def odd_method(rng):
    return [Entry("iap/packed", b"not packed at all", method=rng.choice([1, 6, 8, 9, 12, 14, 93, 95, 98, 99, 65535]))]


def program_is_odd(rng):
    content = [b"", b"\x7fELF", b"\x7fELF" + bytes(200), b"#!", b"#!/no/such/program\n", b"#!" + b"x" * 5000, b"MZ", b"#!/bin/sh\nkill -9 $$\n"]
    return [Entry("iap/main.c", rng.choice(content), mode=0o755)]


ODDITIES = [file_where_a_folder_must_be, folder_where_a_file_must_be, long_name, long_path, many_levels, outside, no_name, link, device,
            twice, odd_bytes, odd_mode, lying_size, encrypted, odd_method, program_is_odd]
COSTLY = [bomb, many_files, many_folders]  # rarely: they take long to make


# ---- formats ----


def tar_number(value, width):
    octal = b"%0*o" % (width - 1, value)
    return octal + b"\0" if len(octal) < width else b"\x80" + value.to_bytes(width - 1, "big")


def tar_block(name, size, kind, mode, target=b""):
    block = bytearray(512)
    block[0:100] = name[:100].ljust(100, b"\0")
    block[100:108] = tar_number(mode & 0o7777777, 8)
    block[124:136] = tar_number(size, 12)
    block[136:148] = tar_number(0, 12)
    block[148:156] = b" " * 8
    block[156:157] = kind
    block[157:257] = target[:100].ljust(100, b"\0")
    block[257:265] = b"ustar\x0000"
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def padded(data):
    return data + bytes(-len(data) % 512)


def pax_line(key, value):
    size = len(key) + len(value) + 3
    while size != len(str(size)) + len(key) + len(value) + 3:
        size = len(str(size)) + len(key) + len(value) + 3
    return b"%d %s=%s\n" % (size, key, value)


def tar_of(entries, rng):
    out = []
    for entry in entries:
        if len(entry.name) > 100 or rng.random() < 0.1:
            if rng.random() < 0.5:
                header = entry.name + b"\0"
                out += [tar_block(b"././@LongLink", len(header), b"L", 0), padded(header)]
            else:
                header = pax_line(b"path", entry.name) + pax_line(b"mtime", rng.choice([b"-1", b"1e999", b"", b"0"]))
                out += [tar_block(b"pax", len(header), b"x", 0), padded(header)]
        size = len(entry.data) if entry.size is None else entry.size
        out += [tar_block(entry.name, size, entry.kind, entry.mode, entry.target), padded(entry.data)]
    return b"".join(out) + bytes(1024)


def zip_of(entries, rng):
    out, central, at = [], [], 0
    for entry in entries:
        data = entry.data
        if entry.method == 8 and rng.random() < 0.9:
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            data = packer.compress(entry.data) + packer.flush()
        folder = entry.kind == FOLDER and not entry.name.endswith(b"/")
        name = (entry.name + (b"/" if folder else b""))[:65535]
        kind = {LINK: 0o120000, FOLDER: 0o040000, FIFO: 0o010000, CHARACTER: 0o020000, BLOCK: 0o060000}.get(entry.kind, 0o100000)
        data = entry.target if entry.kind == LINK else data
        size = min(len(entry.data) if entry.size is None else entry.size, 2**32 - 1)
        about = struct.pack("<HHHHHIIIHH", 20, entry.flags | 0x800 * rng.randint(0, 1), entry.method, 0, 33, zlib.crc32(entry.data), len(data),
                            size, len(name), 0)
        local = b"PK\3\4" + about + name + data
        central.append(b"PK\1\2" + struct.pack("<H", 0x031E) + about
                       + struct.pack("<HHHII", 0, 0, 0, ((kind | entry.mode & 0o7777) << 16) & 0xFFFFFFFF, at) + name)
        out.append(local)
        at += len(local)
    listing = b"".join(central)
    count = min(len(central), 65535)
    return b"".join(out) + listing + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, count, count, len(listing), at, 0)


# ---- damage ----


def damaged(data, rng):
    data = bytearray(data)
    for _ in range(rng.choice([1, 3, 30])):
        kind = rng.randrange(4)
        at = rng.randrange(len(data) + 1)
        if kind == 0 and data:
            data[at % len(data)] = rng.randrange(256)
        elif kind == 1:
            del data[at:at + rng.choice([1, 100, 512])]
        elif kind == 2:
            data[at:at] = rng.randbytes(rng.choice([1, 100, 512]))
        else:
            del data[len(data) - rng.randrange(1 + len(data) // 4):]
    return bytes(data)


def hostile_archive(number):
    """The name and the bytes of one archive."""
    rng = random.Random(number)
    if rng.random() < 0.04:
        return f"{number}.zip", rng.choice([b"", b"PK", b"PK\3\4", b"PK\5\6" + bytes(18), b"\x1f\x8b", rng.randbytes(3000), bytes(10240)])
    entries = [Entry(name, data) for name, data in HONEST] if rng.random() < 0.7 else []
    for _ in range(rng.choice([1, 1, 2, 4])):
        oddity = rng.choice(COSTLY if rng.random() < 0.03 else ODDITIES)
        at = rng.randrange(len(entries) + 1)
        entries[at:at] = oddity(rng)
    if rng.random() < 0.4:
        name, data = f"{number}.zip", zip_of(entries, rng)
    else:
        name, data = f"{number}.tar", tar_of(entries, rng)
    data = damaged(data, rng) if rng.random() < 0.25 else data
    if name.endswith(".tar") and rng.random() < 0.4:
        name, data = name + ".gz", gzip.compress(data, 1, mtime=0)
        data = damaged(data, rng) if rng.random() < 0.1 else data
    return name, data
