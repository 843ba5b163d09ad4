#!/usr/bin/env python3
"""Libraries that can't be loaded here, read: foreign_library.py HEADER WHEEL...    needs PyPI's pefile and macholib
Each is of the system and the processor that its wheel's name says, asks for the system's own libraries alone, and
exports every function of the header and nothing else."""

import pathlib
import re
import sys
import tempfile
import zipfile

import macholib.mach_o
import macholib.MachO
import macholib.SymbolTable
import pefile

SYSTEMS = {"win_amd64": ("dll", 0x8664), "macosx_11_0_arm64": ("dylib", 0x0100000C), "macosx_11_0_x86_64": ("dylib", 0x01000007)}
WINDOWS = re.compile(r"(?i)(kernel32|ntdll|advapi32|ws2_32|user32|ucrtbase|api-ms-win-[\w-]+)\.dll")
MAC = re.compile(r"/usr/lib/libSystem\.B\.dylib|@rpath/libninelives\.dylib")


def windows(file):
    found = pefile.PE(file)
    needed = {row.dll.decode() for row in found.DIRECTORY_ENTRY_IMPORT}
    return found.FILE_HEADER.Machine, {name for name in needed if not WINDOWS.fullmatch(name)}, {
        row.name.decode() for row in found.DIRECTORY_ENTRY_EXPORT.symbols}


def mac(file):
    found = macholib.MachO.MachO(file)
    header = found.headers[0]
    needed = {bytes(data).rstrip(b"\0").decode() for kind, _, data in header.commands if kind.cmd == macholib.mach_o.LC_LOAD_DYLIB}
    symbols = macholib.SymbolTable.SymbolTable(found)
    return header.header.cputype, {name for name in needed if not MAC.fullmatch(name)}, {
        name.decode().removeprefix("_") for _, name in symbols.extdefsyms}


def faults(wheel, promised):
    system = next((name for name in SYSTEMS if name in wheel), None)
    if not system:
        return
    ending, processor = SYSTEMS[system]
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel) as archive:
        file = archive.extract(f"ninelives/libninelives.{ending}", folder)
        machine, strangers, exported = (windows if ending == "dll" else mac)(file)
    if machine != processor:
        yield f"is for the processor {machine:#x}"
    if strangers:
        yield f"wants {strangers}"
    if exported != promised:
        yield f"exports otherwise than the header: {sorted(exported ^ promised)[:8]}"
    print(f"== {system}: {len(exported)} functions, asks for the system alone{'; not run' if ending == 'dylib' else ''}")


def main():
    header = pathlib.Path(sys.argv[1]).read_text()
    promised = set(re.findall(r"^NL_API [^;(]*?(nl_\w+)\(", header, re.MULTILINE))
    found = [f"{wheel}: {fault}" for wheel in sys.argv[2:] for fault in faults(wheel, promised)]
    sys.exit("\n".join(found) or 0)


main()
