"""Packs a compiled extension as .vsix: a zip with a manifest beside the extension's own files.

    pack.py FOLDER OUTPUT

The same files give the same bytes.
"""

import json
import pathlib
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

TYPES = {".json": "application/json", ".js": "application/javascript", ".md": "text/markdown", ".txt": "text/plain",
         ".vsixmanifest": "text/xml", ".ts": "text/plain", ".map": "application/json", ".node": "application/octet-stream",
         ".svg": "image/svg+xml", ".mjs": "application/javascript", ".cjs": "application/javascript", ".css": "text/css"}


def runtime_packages(folder):
    """Folders of the packages that the extension needs when it runs, with theirs, by its lock file."""
    packages = json.loads((folder / "package-lock.json").read_text())["packages"]
    return [folder / path for path, package in packages.items() if path and not package.get("dev")]


def files_of(folder):
    own = ["package.json", "language-configuration.json", "README.md", "LICENSE.txt"]
    for name in own:
        yield folder / name
    for inside in ("out", "syntaxes", "snippets", "media"):
        yield from sorted(path for path in (folder / inside).rglob("*") if path.is_file())
    for package in runtime_packages(folder):
        nested = [other for other in runtime_packages(folder) if package in other.parents]
        for path in sorted(package.rglob("*")):
            if path.is_file() and path.suffix not in (".map", ".ts") and not any(other in path.parents for other in nested):
                yield path


def manifest(package):
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={quoteattr(package["name"])} Version={quoteattr(package["version"])} Publisher={quoteattr(package["publisher"])}/>
    <DisplayName>{escape(package["displayName"])}</DisplayName>
    <Description xml:space="preserve">{escape(package["description"])}</Description>
    <Categories>{escape(",".join(package["categories"]))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(package["engines"]["vscode"])}/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def main():
    folder, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    package = json.loads((folder / "package.json").read_text())
    entries = {"extension.vsixmanifest": manifest(package).encode()}
    for path in files_of(folder):
        entries["extension/" + path.relative_to(folder).as_posix()] = path.read_bytes()
    suffixes = sorted({pathlib.PurePath(name).suffix for name in entries if pathlib.PurePath(name).suffix})
    types = "".join(f'<Default Extension="{suffix}" ContentType="{TYPES.get(suffix, "application/octet-stream")}"/>' for suffix in suffixes)
    plain = [name for name in entries if not pathlib.PurePath(name).suffix]
    types += "".join(f'<Override PartName={quoteattr("/" + name)} ContentType="text/plain"/>' for name in plain)
    entries["[Content_Types].xml"] = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{types}</Types>\n').encode()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(entries.items()):
            archive.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)


main()
