#!/usr/bin/env python3
"""Writes bindings/csharp/Runtime/Native.cs: the structs, constants and functions of ishi/c_api.h for C#.

usage: bindings/write_csharp.py [--check]

--check compares instead, and exits with 1 if the file is not what the headers give.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "runtime/include/ishi"
OUTPUT = ROOT / "bindings/csharp/Runtime/Native.cs"

TYPES = {"uint8_t": "byte", "uint16_t": "ushort", "uint32_t": "uint", "uint64_t": "ulong", "int32_t": "int",
         "int64_t": "long", "float": "float", "size_t": "UIntPtr", "char": "byte", "void": "void"}
# Words of C# that are names in the headers.
KEYWORDS = {"event", "params", "ref", "out", "in", "is", "as", "object", "string", "lock", "base", "byte", "fixed"}


def without_comments(text):
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def type_of(text):
    words = text.replace("*", " * ").replace("const", " ").replace("ISHI_EXPORT", " ").split()
    return TYPES.get(words[0], words[0]) + "*" * words.count("*")


def declaration(text):
    """`const float *values` as (type, name)."""
    match = re.fullmatch(r"\s*(.*?)(\w+)\s*", text, flags=re.S)
    name = match[2]
    return type_of(match[1]), "@" + name if name in KEYWORDS else name


def constants(text):
    for body in re.findall(r"^enum \{(.*?)\};", text, flags=re.S | re.M):
        yield from re.findall(r"(ISHI_\w+) = (\d+)", body)
    yield from re.findall(r"^#define (ISHI_\w+) ([0-9]\S*)", text, flags=re.M)


def constant(name, value):
    if value.endswith("f"):
        return f"public const float {name} = {value};"
    value = value.rstrip("u")
    kind = "ulong" if len(value) > 12 else "uint"
    return f"public const {kind} {name} = {value};"


def struct(name, body):
    lines = ["[StructLayout(LayoutKind.Sequential)]", f"public unsafe struct {name} {{"]
    for member in body.split(";"):
        if not member.strip():
            continue
        function = re.search(r"\(\*(\w+)\)\(", member)
        if function:
            lines.append(f"  public IntPtr {function[1]};  // a function")
        else:
            lines.append("  public %s %s;" % declaration(member))
    return lines + ["}"]


def call(result, name, parameters):
    listed = [] if parameters.strip() == "void" else [declaration(one) for one in parameters.split(",")]
    given = ", ".join(f"{kind} {word}" for kind, word in listed)
    return ["[DllImport(Library, CallingConvention = CallingConvention.Cdecl)]",
            f"public static extern {type_of(result)} ishi_{name}({given});"]


# One struct for each type of rows: `where T : unmanaged` is not known to every compiler that this is for.
COLUMN = """/// <summary>A column without a copy: memory of the world, valid until that is destroyed or reloaded. An index that is none throws.</summary>
public unsafe struct {name} {{
  readonly {kind}* data_;
  public readonly int Length;

  /// <summary>Throws if the rows are of another type.</summary>
  public {name}(ishi_column column) {{
    if (column.type != Native.{tag})
      throw new IshiException("the rows of the column are of another type", Native.ISHI_WRONG_TYPE, column.type);
    data_ = ({kind}*)column.data;
    Length = (int)column.count;
  }}

  public ref {kind} this[int row] {{
    get {{
      if ((uint)row >= (uint)Length) throw new IndexOutOfRangeException();
      return ref data_[row];
    }}
  }}
}}
"""
COLUMNS = [("FloatColumn", "float", "ISHI_FLOAT"), ("IntColumn", "int", "ISHI_INT32"), ("ByteColumn", "byte", "ISHI_BYTE"),
           ("EntityColumn", "ishi_entity_id", "ISHI_ENTITY"), ("MaskColumn", "ulong", "ISHI_MASK")]


def write():
    api = without_comments((INCLUDE / "c_api.h").read_text())
    calls = without_comments((INCLUDE / "c_calls.inl").read_text())
    lines = ["// Written by bindings/write_csharp.py from ishi/c_api.h, which says what each of these is. Do not edit.", "",
             "using System;", "using System.Runtime.InteropServices;", "", "namespace Ishi {", ""]
    for name, body in re.findall(r"typedef struct (ishi_\w+) \{(.*?)\n\} ishi_\w+;", api, flags=re.S):
        if name != "ishi_api":  # a table of functions, of which C# has each by its name
            lines += struct(name, body) + [""]
    lines += ["public static unsafe class Native {", "#if UNITY_IOS && !UNITY_EDITOR",
              '  public const string Library = "__Internal";', "#else", '  public const string Library = "ishi";', "#endif", ""]
    lines += ["  " + constant(name, value) for name, value in constants(api)] + [""]
    for result, name, parameters in re.findall(r"ISHI_CALL\(([^,]+),\s*(\w+)\)\s*\(([^)]*)\)", calls):
        lines += ["  " + line for line in call(result, name, parameters)]
    lines += ["}", ""]
    lines += [COLUMN.format(name=name, kind=kind, tag=tag) for name, kind, tag in COLUMNS]
    return "\n".join(lines + ["}", ""])


def run(output, text, usage):
    if sys.argv[1:] == ["--check"]:
        if output.read_text() != text:
            sys.exit(f"{output.relative_to(ROOT)} is not what the headers give; run {sys.argv[0]}")
    elif sys.argv[1:]:
        sys.exit(usage)
    else:
        output.write_text(text)


if __name__ == "__main__":
    run(OUTPUT, write(), __doc__)
