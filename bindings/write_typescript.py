#!/usr/bin/env python3
"""Writes what in bindings/web follows from ishi/c_api.h: src/native.ts, its constants, the layouts of its structs in WebAssembly and
its functions for TypeScript; and module/calls.cpp, these functions as the module exports them. Also src/version.ts, of the project's version.

usage: bindings/write_typescript.py [--check]

--check compares instead, and exits with 1 if a file is not what the headers give.
"""
import re
import sys

from write_csharp import INCLUDE, ROOT, constants, without_comments

NATIVE = ROOT / "bindings/web/src/native.ts"
CALLS = ROOT / "bindings/web/module/calls.cpp"
VERSION = ROOT / "bindings/web/src/version.ts"
# Bytes in WebAssembly of 32 bits, where each type is aligned to its size.
BYTES = {"uint8_t": 1, "uint16_t": 2, "uint32_t": 4, "uint64_t": 8, "int32_t": 4, "int64_t": 8, "float": 4, "size_t": 4}


def pascal(name):
    return "".join(part.capitalize() for part in name.removeprefix("ishi_").split("_"))


def members_of(body):
    """The members of a struct as (type, name); pointers, of functions too, have the type "*"."""
    for member in filter(str.strip, body.split(";")):
        function = re.search(r"\(\*(\w+)\)\(", member)
        if function:
            yield "*", function[1]
            continue
        kind, name = re.fullmatch(r"\s*(.*?)(\w+)\s*", member, flags=re.S).groups()
        yield "*" if "*" in kind else kind.strip(), name


class Layouts:
    def __init__(self, text):
        self.places, self.sizes, self.alignments = {}, {"*": 4, **BYTES}, {"*": 4, **BYTES}
        for name, body in re.findall(r"typedef struct (ishi_\w+) \{(.*?)\n\} ishi_\w+;", text, flags=re.S):
            if name != "ishi_api":
                self.add(name, body)

    def add(self, struct, body):
        end, places = 0, []
        members = list(members_of(body))
        for kind, name in members:
            alignment = self.alignments[kind]
            place = -(-end // alignment) * alignment
            places.append((name, place))
            end = place + self.sizes[kind]
        self.alignments[struct] = max(self.alignments[kind] for kind, _ in members)
        self.sizes[struct] = -(-end // self.alignments[struct]) * self.alignments[struct]
        self.places[struct] = places


def calls_of(text):
    """Each function as (result, name, [(type, name)])."""
    for result, name, parameters in re.findall(r"ISHI_CALL\(([^,]+),\s*(\w+)\)\s*\(([^)]*)\)", text):
        listed = [] if parameters.strip() == "void" else parameters.split(",")
        yield result, name, [tuple(re.fullmatch(r"\s*(.*?)\s*(\w+)\s*", one, flags=re.S).groups()) for one in listed]


def is_struct(kind):
    return kind.startswith("ishi_") and "*" not in kind


def write_native(api, calls, layouts):
    lines = ["// Written by bindings/write_typescript.py from ishi/c_api.h, which says what each of these is. Do not edit.", ""]
    lines += ["/** The codes of refused calls, and the other constants of the C interface. */", "export const constants = {"]
    # Numbers are exact up to 2^53: of the constants, the id that stands for no profile is above that.
    lines += [f"  {name.removeprefix('ISHI_')}: {value.rstrip('u') if value.startswith('0x') else value.rstrip('uf')},"
              for name, value in constants(api) if len(value) <= 12]
    lines += ["} as const;", "", "// The place of each member in its struct, in bytes; `bytes_of` is the struct as a whole."]
    for struct, places in layouts.places.items():
        listed = ", ".join(f"{name} = {place}" for name, place in [("bytes_of", layouts.sizes[struct]), *places])
        lines.append(f"export const enum {pascal(struct)} {{ {listed} }}")
    lines += ["", "/**", " * The functions of the C interface in the module. Pointers, and structs that C takes by value, are places in its memory; a function",
              " * that gives a status gives its code, and `last_where` has the rest.", " */", "export interface Calls {"]
    for result, name, parameters in calls:
        listed = ", ".join(f"{word}: {'bigint' if kind == 'uint64_t' else 'number'}" for kind, word in parameters)
        lines.append(f"  {name}({listed}): {'bigint' if result == 'uint64_t' else 'number'};")
    return "\n".join(lines + ["}", ""])


def write_calls(calls, layouts):
    lines = ["// Written by bindings/write_typescript.py from ishi/c_api.h. Do not edit.", "// clang-format off", "",
             "#include <cstddef>", "", '#include "exports.h"', "", "// The functions of the C interface: structs that it takes by value come by their place.", ""]
    for struct, places in layouts.places.items():
        checks = [f"sizeof({struct}) == {layouts.sizes[struct]}"] + [f"offsetof({struct}, {name}) == {place}" for name, place in places]
        lines.append(f"static_assert({' && '.join(checks)});")
    lines.append("")
    for result, name, parameters in calls:
        taken = ", ".join(f"const {kind}* {word}" if is_struct(kind) else f"{kind} {word}" for kind, word in parameters)
        given = ", ".join(f"*{word}" if is_struct(kind) else word for kind, word in parameters)
        call = f"ishi_{name}({given})"
        kind = "uint32_t" if result == "ishi_status" else result
        lines.append(f"ISHI_WEB_EXPORT({name}) {kind} ishi_web_{name}({taken}) {{ return {f'code_of({call})' if result == 'ishi_status' else call}; }}")
    return "\n".join(lines + [""])


def write_version():
    version = re.search(r"^project\(ishi VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), flags=re.M)[1]
    return f"/** The version of this package; the module has the same. */\nexport const version = '{version}';\n"


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    api = without_comments((INCLUDE / "c_api.h").read_text())
    calls = list(calls_of(without_comments((INCLUDE / "c_calls.inl").read_text())))
    layouts = Layouts(api)
    for output, text in ((NATIVE, write_native(api, calls, layouts)), (CALLS, write_calls(calls, layouts)), (VERSION, write_version())):
        if not sys.argv[1:]:
            output.write_text(text)
        elif output.read_text() != text:
            sys.exit(f"{output.relative_to(ROOT)} is not what the headers give; run bindings/write_typescript.py")


if __name__ == "__main__":
    main()
