"""Checks that a case of tests/cases/fail shows each text that the compiler's diagnostics are made of.

usage: messages.py REPOSITORY

A text is a string of at least two words in the sources that report diagnostics, each of its lines by itself; what is formatted into
it may be anything on one line. A text is covered if the expected rendering of a case holds it. uncovered.txt lists the texts
without a case, below the reason why none can have one, or the test that shows them instead. The check fails when a text that is not listed has
no case, when a listed one has got a case or has gone, and when the test does not show it.
"""

import pathlib
import re
import sys

# The folders whose diagnostics designers see.
FOLDERS = (
    "front/syntax", "front/language", "front/resolve", "front/expression", "front/check", "back/lower", "back/analyze", "ask/simulate",
    "project/pipeline",
)

# Their files whose texts are no parts of diagnostics: the tables of the language, which the reference shows and whose
# tests are in tests/compiler/language, and what tests, `why` and `play` tell of a run.
NO_DIAGNOSTICS = (
    "*_table.cpp", "*_rows.h", "step_records.cpp", "functions.cpp", "glossary.cpp", "foreign_words.cpp", "game_words.cpp", "reference.cpp", "schema.cpp",
    "schema_patterns.cpp", "plan_limit.cpp", "restarts.cpp", "simulated_agent.cpp", "catalogue_examples.cpp",
)

TOKEN = re.compile(
    r"""(?P<skipped>\s+|//[^\n]*|/\*.*?\*/|\#[^\n]*)
    |R"\((?P<raw>.*?)\)"
    |"(?P<text>(?:[^"\\\n]|\\.)*)"
    |'(?:[^'\\]|\\.)+'
    |[A-Za-z_]\w*|.""",
    re.S | re.X)
ESCAPED = {"n": "\n", "t": "\t"}


def strings(source):
    """The string literals of a source text; adjacent ones are one, and those of static_assert are left out."""
    found, parts = [], []
    asserts = 0  # open parentheses of a static_assert
    before = ""
    for token in TOKEN.finditer(source):
        if token["skipped"]:
            continue
        if token["raw"] is not None:
            parts.append(token["raw"])
        elif token["text"] is not None:
            parts.append(re.sub(r"\\(.)", lambda escape: ESCAPED.get(escape[1], escape[1]), token["text"]))
        else:
            if parts and not asserts:
                found.append("".join(parts))
            parts = []
            if token[0] == "(" and (asserts or before == "static_assert"):
                asserts += 1
            elif token[0] == ")" and asserts:
                asserts -= 1
        before = token[0]
    return found


def pattern(text):
    """What the text may become: each `{…}` anything, `{{` a brace."""
    pieces = re.split(r"(\{\{|\}\}|\{[^{}]*\})", text)
    result = ""
    for piece in pieces:
        if piece in ("{{", "}}"):
            result += re.escape(piece[0])
        elif piece.startswith("{") and piece.endswith("}"):
            result += r"[^\n]{0,400}?"
        else:
            result += re.escape(piece)
    return result


def is_shown(text, shown):
    """Whether a line of `shown` holds what the text may become."""
    fixed = max(re.split(r"\{\{|\}\}|\{[^{}]*\}", text), key=len)
    whole = re.compile(pattern(text))
    found = shown.find(fixed)
    while found != -1:
        end = shown.find("\n", found)
        if whole.search(shown, shown.rfind("\n", 0, found) + 1, end):
            return True
        found = shown.find(fixed, end)
    return False


def texts(compiler):
    """(file, text) of all texts of diagnostics."""
    for folder in FOLDERS:
        for path in sorted((compiler / folder).rglob("*")):
            if path.suffix not in (".h", ".cpp") or any(path.match(name) for name in NO_DIAGNOSTICS):
                continue
            for string in strings(path.read_text()):
                for line in string.split("\n"):
                    if len(re.findall(r"[A-Za-z]{2,}", re.sub(r"\{[^{}]*\}", "", line))) >= 2 and " " in line.strip():
                        yield str(path.relative_to(compiler)), line


def listed(path):
    """(file, text, test) of uncovered.txt: a line for each `file: text`, below `# In TEST:` where another test shows it; other
    lines with # are reasons."""
    test = ""
    for line in path.read_text().splitlines():
        if named := re.fullmatch(r"# In (\S+):", line):
            test = named[1]
        elif not line:
            test = ""
        elif not line.startswith("#"):
            yield (*line.split(": ", 1), test)


def main():
    repository = pathlib.Path(sys.argv[1])
    shown = "\n".join(path.read_text() for path in sorted((repository / "tests/cases/fail").rglob("*.txt")))
    seen = set(texts(repository / "compiler"))
    covered = {one for one in seen if one[1] in shown or is_shown(one[1], shown)}
    allowed, elsewhere = [], []
    for file, text, test in listed(pathlib.Path(__file__).parent / "uncovered.txt"):
        allowed.append((file, text))
        elsewhere += [(file, text, test)] if test else []
    faults = [f"{file}: {text}\n  no case of tests/cases/fail shows this text: add one" for file, text in sorted(seen - covered - set(allowed))]
    for one in allowed:
        if one in covered:
            faults.append(f"{one[0]}: {one[1]}\n  a case shows this text: take it out of uncovered.txt")
        elif one not in seen:
            faults.append(f"{one[0]}: {one[1]}\n  no source has this text: take it out of uncovered.txt")
    for file, text, test in elsewhere:
        fixed = max(re.split(r"\{[^{}]*\}", text), key=len).strip(" ")
        if fixed not in re.sub(r'"\s*"', "", (repository / test).read_text()):
            faults.append(f"{file}: {text}\n  {test} does not show this text")
    for one in sorted(set(one for one in allowed if allowed.count(one) > 1)):
        faults.append(f"{one[0]}: {one[1]}\n  uncovered.txt lists this text twice")
    print("\n".join(faults + [f"{len(seen)} texts, {len(allowed)} of them without a case, {len(faults)} faults"]))
    return 1 if faults or len(seen) < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
