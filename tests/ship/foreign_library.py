#!/usr/bin/env python3
"""Checker of other systems' libraries, by their bytes: foreign_library.py HEADER WHEEL...    needs lief and pefile
Each is of the system and the processor that its wheel's name says, asks for the system's own libraries alone, and
exports every function of the header and nothing else. One for macOS runs on the version that its wheel promises, has
the name by which it is found beside others, and for Apple's processors a signature that holds: they run nothing without."""

import hashlib
import pathlib
import re
import struct
import sys
import tempfile
import zipfile

import lief
import pefile

SYSTEMS = {"win_amd64": ("dll", 0x8664), "macosx_11_0_arm64": ("dylib", "ARM64"), "macosx_11_0_x86_64": ("dylib", "X86_64")}
WINDOWS = re.compile(r"(?i)(kernel32|ntdll|advapi32|ws2_32|user32|ucrtbase|api-ms-win-[\w-]+)\.dll")
MAC = re.compile(r"/usr/lib/libSystem\.B\.dylib")
# The library's own address, which Zig's linker shows, and C++'s own new and delete, which every program may replace:
# a Mac takes one of them for all libraries, and each is malloc and free.
NOT_OURS = re.compile(r"__dso_handle|_mh_dylib_header|_Z(nw|na|dl|da)\w+")
ON_RPATH = "@rpath/libninelives.dylib"


def but(names, pattern):
    return {name for name in names if not pattern.fullmatch(name)}


def windows(file):
    found = pefile.PE(file)
    needed = {row.dll.decode() for row in found.DIRECTORY_ENTRY_IMPORT}
    return found.FILE_HEADER.Machine, but(needed, WINDOWS), {
        row.name.decode() for row in found.DIRECTORY_ENTRY_EXPORT.symbols}, []


def mac(file):
    found = lief.MachO.parse(file).at(0)
    commands = {command.command.name: command for command in found.commands}
    needed = {library.name for library in found.libraries if library.command.name != "ID_DYLIB"}
    trie = found.dyld_exports_trie if found.has_dyld_exports_trie else found.dyld_info
    # Symbols that dlsym looks in, and not the table of symbols, which a Mac may strip.
    exported = {row.symbol.name.removeprefix("_") for row in trie.exports}
    return found.header.cpu_type.name, but(needed, MAC), but(exported, NOT_OURS), [
        *promises(found, commands["ID_DYLIB"].name), *signature(pathlib.Path(file).read_bytes(), found)]


def promises(found, name):
    version = found.build_version
    if version.platform.name != "MACOS" or list(version.minos)[:2] != [11, 0]:
        yield f"is for {version.platform.name} from {version.minos} on"
    if name != ON_RPATH:
        yield f"calls itself {name}"


def signature(data, found):
    """Made by a linker and by nobody in particular: the digest of each page."""
    if not found.has_code_signature:
        if found.header.cpu_type.name == "ARM64":
            yield "is not signed"
        return
    place = found.code_signature.data_offset
    magic, _, blobs = struct.unpack_from(">III", data, place)
    offsets = dict(struct.unpack_from(">II", data, place + 12 + 8 * i) for i in range(blobs))
    if magic != 0xFADE0CC0 or 0 not in offsets:
        yield "has a signature that nobody can read"
        return
    book = place + offsets[0]
    _, _, _, flags, digests, _, _, pages, limit, size, kind, _, log_page = struct.unpack_from(">IIIIIIIIIBBBB", data, book)
    if (kind, size) != (2, 32) or not flags & 2 or limit > place or limit <= place - 16 or pages != -(-limit >> log_page):
        yield f"has a signature of another kind: {kind=} {size=} {flags=:#x} {limit=} {place=} {pages=}"
        return
    for page in range(pages):
        begin = page << log_page
        digest = hashlib.sha256(data[begin:min(limit, begin + (1 << log_page))]).digest()
        if digest != data[book + digests + 32 * page:][:32]:
            yield f"was changed after it was signed, in page {page} of {pages}"
            return
    print(f"== signed for the occasion: {pages} pages, each as its digest says")


def faults(wheel, promised):
    system = next((name for name in SYSTEMS if name in wheel), None)
    if not system:
        return
    ending, processor = SYSTEMS[system]
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel) as archive:
        file = archive.extract(f"ninelives/libninelives.{ending}", folder)
        machine, strangers, exported, others = (windows if ending == "dll" else mac)(file)
    yield from others
    if machine != processor:
        yield f"is for the processor {machine}"
    if strangers:
        yield f"wants {strangers}"
    if exported != promised:
        yield f"exports otherwise than the header: {sorted(exported ^ promised)[:8]}"
    print(f"== {system}: {len(exported)} functions, asks for the system alone{'; not run' if ending == 'dylib' else ''}")


def main():
    lief.logging.disable()
    header = pathlib.Path(sys.argv[1]).read_text()
    promised = set(re.findall(r"^NL_API [^;(]*?(nl_\w+)\(", header, re.MULTILINE))
    found = [f"{wheel}: {fault}" for wheel in sys.argv[2:] for fault in faults(wheel, promised)]
    sys.exit("\n".join(found) or 0)


main()
