#!/usr/bin/env python3
"""Writes bindings/python/ishi/native.py: the structs, constants and functions of ishi/c_api.h for ctypes.

usage: bindings/write_python.py [--check]

--check compares instead, and exits with 1 if the file is not what the headers give.
"""
import re
import sys

import write_csharp
from write_csharp import INCLUDE, ROOT, constants, without_comments

OUTPUT = ROOT / "bindings/python/ishi/native.py"
TYPES = {"uint8_t": "c_uint8", "uint16_t": "c_uint16", "uint32_t": "c_uint32", "uint64_t": "c_uint64",
         "int32_t": "c_int32", "int64_t": "c_int64", "float": "c_float", "size_t": "c_size_t"}


def type_of(text):
    words = [word for word in text.replace("*", " * ").split() if word != "const"]
    stars = words.count("*")
    if stars and words[0] in ("char", "void"):
        name, stars = ("c_char_p" if words[0] == "char" and "const" in text else "c_void_p"), stars - 1
    else:
        name = TYPES.get(words[0], words[0])
    return "POINTER(" * stars + name + ")" * stars


def declaration(text):
    match = re.fullmatch(r"\s*(.*?)(\w+)\s*", text, flags=re.S)
    return match[2], type_of(match[1])


def struct(name, body):
    lines = [f"class {name}(Structure):", "    _fields_ = ["]
    for member in body.split(";"):
        function = re.search(r"\(\*(\w+)\)\(", member)
        if function:
            lines.append(f'        ("{function[1]}", c_void_p),  # a function')
        elif member.strip():
            lines.append('        ("%s", %s),' % declaration(member))
    return lines + ["    ]", "", ""]


def write():
    api = without_comments((INCLUDE / "c_api.h").read_text())
    calls = without_comments((INCLUDE / "c_calls.inl").read_text())
    lines = ['"""Written by bindings/write_python.py from ishi/c_api.h, which says what each of these is. Do not edit."""',
             "from ctypes import (POINTER, Structure, c_char_p, c_float, c_int32, c_int64, c_size_t, c_uint8, c_uint16, c_uint32,",
             "                    c_uint64, c_void_p)", ""]
    lines += [f"{name} = {value.rstrip('uf')}" if not value.startswith("0x") else f"{name} = {value.rstrip('u')}"
              for name, value in constants(api)] + ["", ""]
    for name, body in re.findall(r"typedef struct (ishi_\w+) \{(.*?)\n\} ishi_\w+;", api, flags=re.S):
        if name != "ishi_api":
            lines += struct(name, body)
    lines += ["# Of each function: what it gives, and what it takes.", "CALLS = {"]
    for result, name, parameters in re.findall(r"ISHI_CALL\(([^,]+),\s*(\w+)\)\s*\(([^)]*)\)", calls):
        listed = [] if parameters.strip() == "void" else [declaration(one)[1] for one in parameters.split(",")]
        lines.append(f'    "{name}": ({type_of(result)}, [{", ".join(listed)}]),')
    return "\n".join(lines + ["}", ""])


if __name__ == "__main__":
    write_csharp.run(OUTPUT, write(), __doc__)
