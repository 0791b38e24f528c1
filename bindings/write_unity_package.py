#!/usr/bin/env python3
"""Puts the package for Unity together, and writes the .meta files that Unity knows its files by.

usage: write_unity_package.py --metas [--check]                   those of bindings/csharp; with --check fails if one is missing or left over
       write_unity_package.py TOOL OUTPUT [PLATFORM=LIBRARY…]     the package as OUTPUT; platforms: linux, windows

A file's GUID comes of its path, so it is the same wherever the package is put together. Unity ignores files without a .meta file in a package
that was installed from an archive.
"""

import hashlib
import json
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "bindings" / "csharp"
# Behaviours have the importer of the package, whose settings Unity writes itself.
IMPORTERS = {".cs": "MonoImporter", ".asmdef": "AssemblyDefinitionImporter", ".json": "PackageManifestImporter", ".md": "TextScriptImporter", ".yaml": None}
# What a sample has besides its folder: a behaviour from elsewhere, and the contract of it.
SAMPLES = {"Village": ("examples/web/ai/village.ishi.yaml", "VillageGame", "VillageContract.cs")}
PLATFORMS = {"linux": ("Plugins/x86_64/libishi.so", "Linux64", "Linux"), "windows": ("Plugins/x86_64/ishi.dll", "Win64", "Windows")}


def guid_of(path):
    return hashlib.md5(("org.ishi.runtime/" + path.as_posix()).encode()).hexdigest()


def settings(importer, extra=""):
    return f"{importer}:\n  externalObjects: {{}}\n{extra}  userData: \n  assetBundleName: \n  assetBundleVariant: \n"


def plugin_settings(player, editor):
    def platform(group, name, enabled, lines):
        texts = "".join(f"        {key}: {value}\n" for key, value in lines)
        return f"  - first:\n      {group}: {name}\n    second:\n      enabled: {enabled}\n      settings:\n{texts}"

    return settings(
        "PluginImporter",
        "  serializedVersion: 2\n  isPreloaded: 0\n  isOverridable: 0\n  platformData:\n"
        + "  - first:\n      Any: \n    second:\n      enabled: 0\n      settings: {}\n"
        + platform("Editor", "Editor", 1, [("CPU", "x86_64"), ("DefaultValueInitialized", "true"), ("OS", editor)])
        + platform("Standalone", player, 1, [("CPU", "x86_64")]),
    )


def meta_of(path, is_folder):
    """The text of the .meta file of a path inside the package."""
    head = f"fileFormatVersion: 2\nguid: {guid_of(path)}\n"
    if is_folder:
        return head + "folderAsset: yes\n" + settings("DefaultImporter")
    for name, player, editor in PLATFORMS.values():
        if path.as_posix() == name:
            return head + plugin_settings(player, editor)
    importer = IMPORTERS.get(path.suffix, "DefaultImporter")
    return head if importer is None else head + settings(importer)


def wanted_metas(package):
    """The .meta files that a package has to have, with their texts. Unity does not look into folders that end in ~, but for samples, which
    are copied into projects."""
    texts = {}
    for path in sorted(package.rglob("*")):
        inside = path.relative_to(package)
        if path.suffix == ".meta" or any(part.startswith(".") for part in inside.parts) or path.name.endswith("~"):
            continue
        texts[path.with_name(path.name + ".meta")] = meta_of(inside, path.is_dir())
    return texts


def write_metas(package, is_check):
    wanted = wanted_metas(package)
    there = set(package.rglob("*.meta"))
    faults = [f"{path} is left over" for path in sorted(there - set(wanted))]
    faults += [f"{path} is missing or another one" for path in sorted(wanted) if path not in there or path.read_text() != wanted[path]]
    guids = [text.split("guid: ")[1].split("\n")[0] for text in wanted.values()]
    if len(set(guids)) != len(guids):
        faults.append("two files have one GUID")
    if is_check:
        if faults:
            sys.exit("\n".join(faults) + "\nwrite_unity_package.py --metas writes them")
        return
    for path in there - set(wanted):
        path.unlink()
    for path, text in wanted.items():
        path.write_text(text)


def put_together(tool, output, libraries):
    if output.exists():
        shutil.rmtree(output)
    shutil.copytree(PACKAGE, output, ignore=shutil.ignore_patterns("Tests", "Tests.meta"))
    shutil.copy(ROOT / "LICENSE", output / "LICENSE.md")
    shutil.copy(ROOT / "CHANGELOG.md", output / "CHANGELOG.md")
    for sample, (source, name_space, contract) in SAMPLES.items():
        folder = output / "Samples~" / sample
        shutil.copy(ROOT / source, folder)
        subprocess.run([tool, "header", ROOT / source, "--language", "csharp", "--namespace", name_space, "-o", folder / contract], check=True)
    for platform, library in libraries.items():
        place = output / PLATFORMS[platform][0]
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(pathlib.Path(library).resolve(), place)
    manifest = json.loads((output / "package.json").read_text())
    for sample in manifest["samples"]:
        if not (output / sample["path"]).is_dir():
            sys.exit(f"package.json names the sample {sample['path']}, which is not there")
    write_metas(output, False)


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--metas"]:
        write_metas(PACKAGE, arguments[1:] == ["--check"])
        return
    if len(arguments) < 2:
        sys.exit(__doc__)
    put_together(arguments[0], pathlib.Path(arguments[1]), dict(one.split("=", 1) for one in arguments[2:]))


main()
