"""Prints a list of what is in a package, as SPDX 2.3: each file with its hash, and each library that is compiled into one of them.

usage: sbom.py FOLDER TARGET VERSION

FOLDER is what was installed, TARGET such as linux-x64. Libraries, versions and licences are those of docs/dependencies.md. The time is
SOURCE_DATE_EPOCH, the name of the document depends on the hashes alone: the same package gives the same bytes.
"""

import datetime
import hashlib
import json
import os
import pathlib
import re
import sys

LICENCES = {"Apache-2.0 with LLVM exception": "Apache-2.0 WITH LLVM-exception"}


def rows_below(text, heading):
    """The cells of the rows of the table below a heading."""
    section = text.split(f"\n{heading}\n", 1)[1].split("\n## ", 1)[0]
    for line in section.splitlines():
        if line.startswith("| `"):
            yield [cell.strip().strip("`") for cell in line.strip("| ").split(" | ")]


def libraries(text, target, has_tool):
    """Name, version and licence of each library that is compiled into a package."""
    for name, _, version, licence, purpose in rows_below(text, "## Libraries"):
        if re.search(r"runtime|compiler|tool" if has_tool else "runtime", purpose):
            yield name, version, licence
    for name, version, licence, systems in rows_below(text, "## Linked into packages"):
        if target.split("-")[0] in systems.lower():
            yield name, version, licence


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def file_entry(folder, path):
    data = path.read_bytes()
    sums = [{"algorithm": name.upper(), "checksumValue": hashlib.new(name, data).hexdigest()} for name in ("sha1", "sha256")]
    relative = path.relative_to(folder).as_posix()
    return {"SPDXID": identifier("file-" + relative), "fileName": "./" + relative, "checksums": sums,
            "licenseConcluded": "NOASSERTION", "licenseInfoInFiles": ["NOASSERTION"], "copyrightText": "NOASSERTION"}


def package_entry(name, version, licence, purl=None):
    entry = {"SPDXID": identifier("package-" + name), "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
             "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION"}
    if purl:
        entry["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}]
    return entry


def main():
    folder, target, version = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    root = pathlib.Path(__file__).resolve().parent.parent
    text = (root / "docs/dependencies.md").read_text(encoding="utf-8")
    files = [file_entry(folder, path) for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink()]
    ours = package_entry("ishi", version, "MIT")
    ours["filesAnalyzed"] = True
    ours["licenseInfoFromFiles"] = ["NOASSERTION"]
    ours["hasFiles"] = [file["SPDXID"] for file in files]
    sha1s = sorted(file["checksums"][0]["checksumValue"] for file in files)
    ours["packageVerificationCode"] = {"packageVerificationCodeValue": hashlib.sha1("".join(sha1s).encode()).hexdigest()}
    packages = [ours]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": ours["SPDXID"]}]
    for name, its_version, licence in libraries(text, target, any((folder / "bin" / name).exists() for name in ("ishi", "ishi.exe"))):
        licence = LICENCES.get(licence, licence)
        packages.append(package_entry(name, its_version, licence, f"pkg:deb/debian/{name}@{its_version}?distro=bookworm"))
        relations.append({"spdxElementId": ours["SPDXID"], "relationshipType": "STATIC_LINK", "relatedSpdxElement": packages[-1]["SPDXID"]})
    time = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"ishi-{version}-{target}",
        "documentNamespace": f"urn:ishi:{version}:{target}:{ours['packageVerificationCode']['packageVerificationCodeValue']}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: scripts/sbom.py"]},
        "packages": packages, "files": files, "relationships": relations,
    }
    json.dump(document, sys.stdout, indent=1, ensure_ascii=False)
    print()


main()
