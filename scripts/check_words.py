"""Finds words in prose for which this project has a usual one, comments that say `whether` in place of `true if`, and
comments of public headers that list errors without `Errors:`.

usage: check_words.py, in the root of the repository

Reads the pages (README, docs, examples), the comments of public headers, and the helps of diagnostics; code, in blocks
and between backticks, is left alone. 0: none is there; 1: some are, a line each.
"""

import pathlib
import re
import sys

WORDS = {
    r"told": "reported, given, got",
    r"tells? apart": "distinguish",
    r"mend(s|ed|ing)?": "fix",
    r"slips?": "typo",
    r"(?<!there )(is|are) none(?! of)": "isn't a …",
    r"none never": "never starved",
    r"exchange[ds]?": "replace",
    r"looked at": "visited, checked",
    r"(more )?seldomer|more seldom": "less often",
}
PATTERN = re.compile("|".join(rf"(?P<w{i}>\b{word}\b)" for i, word in enumerate(WORDS)))
USUAL = list(WORDS.values())
WHETHER = re.compile(r"// *[Ww]hether\b")
HEADERS = ("runtime/include/ishi/*.h", "record/include/ishi/record/*.h", "live/include/ishi/live/*.h", "compiler/include/ishi/compiler/*.h")
STATUS_ENUM = re.compile(r"enum class (?:StatusCode|Result)\b[^{]*\{(.*?)\};", re.DOTALL)
HELP = re.compile(r'help\((?:fmt::format\()?\s*("(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*)')


def prose_of_page(text):
    """Pairs of a line's number and its prose."""
    is_code = False
    for number, line in enumerate(text.split("\n"), 1):
        is_fence = line.lstrip().startswith("```")
        if is_fence:
            is_code = not is_code
        if not is_fence and not is_code:
            yield number, line


def comments(text):
    for number, line in enumerate(text.split("\n"), 1):
        if "//" in line:
            yield number, line[line.index("//") + 2 :]


def helps(text):
    for match in HELP.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match.group(1)


def blocks_of_comments(text):
    """Pairs of the line where a comment of its own lines begins and its text, without what stands in brackets."""
    block, first = [], 0
    for number, line in enumerate(text.split("\n") + [""], 1):
        comment = re.match(r"\s*//\s?(.*)", line)
        if comment:
            first = first if block else number
            block.append(comment.group(1))
        elif block:
            yield first, re.sub(r"\([^()]*\)", "", " ".join(block))
            block = []


def status_names():
    """The codes that calls of the public headers return."""
    names = set()
    for path in files(*HEADERS):
        for members in STATUS_ENUM.findall(path.read_text(encoding="utf-8")):
            names.update(re.findall(r"^\s*([a-z]\w*_\w+)", members, re.MULTILINE))
    return names


def lists_of_errors():
    """Comments in which a sentence begins with a code: a list of errors that does not say so."""
    bare = re.compile(r"(?:^|[.;:] )(" + "|".join(sorted(status_names())) + r")\s*[,.;]")
    for path in files(*HEADERS):
        for number, comment in blocks_of_comments(path.read_text(encoding="utf-8")):
            match = bare.search(re.sub(r"Errors[^:.]*: .*?(\.( |$)|$)", "", comment))
            if match:
                yield f"{path}:{number}: a list of errors begins with `Errors:`: {match.group(1)}"


def files(*patterns):
    return sorted(path for pattern in patterns for path in pathlib.Path().glob(pattern))


def main():
    found = []
    sources = (
        (files("*.md", "docs/**/*.md", "compiler/cli/template/*/README.md", "examples/*/README.md"), prose_of_page),
        (files(*HEADERS), comments),
        (files("compiler/**/*.cpp", "compiler/**/*.h"), helps),
    )
    for paths, read in sources:
        for path in paths:
            if path.name == "CHANGELOG.md":
                continue
            for number, prose in read(path.read_text(encoding="utf-8")):
                for match in PATTERN.finditer(re.sub(r"`[^`]*`", "", prose)):
                    found.append(f"{path}:{number}: `{match.group(0)}`: {USUAL[int(match.lastgroup[1:])]}")
    for path in files(*(f"{folder}/**/*.{end}" for folder in ("compiler", "runtime") for end in ("h", "cpp", "inl"))):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            if WHETHER.search(line):
                found.append(f"{path}:{number}: a comment says `whether`: true if")
    found.extend(lists_of_errors())
    print("\n".join(found))
    sys.exit(1 if found else 0)


main()
