"""Checks that pages of the documentation show what is so: each text stands in a file or is run, each output is what the tool
prints, each picture is what it draws, each link leads somewhere.

usage: pages.py ISHI REPOSITORY [--update] [PAGE…]

A page works in an empty folder of its own. In the page, comments that no reader sees say what a block is:

  <!-- file: NAME from PATH -->          the block is this file of the repository; NAME appears in the folder
  <!-- file: NAME from PATH#a.b,c -->    the block is these entries of the file, below their parents. If there is no NAME yet, it is
                                         the whole file. Else a reader has typed what came before: the block goes to the
                                         place where it belongs, and what NAME means then must be what PATH means
  <!-- block: NAME -->                   the block itself becomes this file
  <!-- part -->                          the block is a part of a file that the page shows elsewhere
  <!-- run: COMMAND -->                  is run silently, and must succeed

A block whose first line begins with `$ ` holds commands, each followed by what it prints; `$ cd FOLDER` lasts. A line `…` stands for any lines;
`…5+2`, with --update, becomes the first five lines, `…` and the last two. A picture that the folder holds is compared with that of the page.
--update writes blocks and pictures anew; read what has changed before you commit it. A README of a template is checked in a
project made from that template.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PAGES = ("README.md", "docs/start.md", "docs/install.md", "docs/tutorial.md", "docs/concepts.md", "docs/cookbook/*.md", "docs/coming_from/*.md",
         "docs/embedding.md", "docs/web.md", "docs/godot.md", "docs/unity.md", "docs/unreal.md", "compiler/cli/template/*/README.md")
# Their YAML is tested elsewhere, or is none of Ishi's.
FREE_YAML = ("docs/embedding.md",)
FENCE = re.compile(r"^(\s*)(```+)(.*)$")
DIRECTIVE = re.compile(r"^\s*<!-- (file|block|run|part)(?:: (.*?))? -->$")


def entries(text, wanted):
    """The lines of the entries whose keys are given, as `actions.flee`, below their parents; `# …` stands for others."""
    lines = text.split("\n")
    owners = []  # of each line the names of the entries that it is in
    path = []  # pairs of indentation and key
    for line in lines:
        indent = len(line) - len(line.lstrip())
        match = re.match(r"\s*([^\s#:-][^:]*):(\s|$)", line)
        if match:
            path = [parent for parent in path if parent[0] < indent] + [(indent, match.group(1))]
        owners.append([".".join(part[1] for part in path[: depth + 1]) for depth in range(len(path))])
    missing = [name for name in wanted if not any(name in names for names in owners)]
    if missing:
        raise KeyError(", ".join(missing))
    kept = []
    left_out = None  # the indentation of what was left out since the last line kept
    for line, names in zip(lines, owners):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        is_wanted = any(name in wanted for name in names)
        is_parent = not is_wanted and any(name.startswith(names[-1] + ".") for name in wanted) if names else False
        if not is_wanted and not is_parent:
            if len(names) > 1 and any(name.startswith(names[0] + ".") for name in wanted):
                left_out = indent if left_out is None else min(indent, left_out)
            continue
        if left_out is not None and kept:
            kept.append(" " * left_out + "# …")
        if indent == 0 and kept:
            kept.append("")
        kept.append(line)
        left_out = None
    if left_out is not None:
        kept.append(" " * left_out + "# …")
    return "\n".join(kept)


def children(lines, depth):
    """Pairs of a key and the lines of its entry."""
    result = []
    for line in lines:
        if len(line) - len(line.lstrip()) == depth:
            result.append((line.strip().split(":")[0], [line]))
        elif result and line.strip():
            result[-1][1].append(line)
    return result


def typed(before, block, depth=0):
    """What a reader has who puts the entries of a block in the place of those of the same names; `# …` keeps the others."""
    keeps = depth == 0 or any(line == " " * depth + "# …" for line in block)
    old = children(before, depth)
    new = [(key, lines) for key, lines in children(block, depth) if key != "# …"]
    if not keeps and "# …" not in "".join(block):
        return block
    named = dict(new)
    result = []
    for key, lines in old:
        if key in named:
            result += named[key][:1] + typed(lines[1:], named[key][1:], depth + 2)
        else:
            result += lines
    for key, lines in new:
        if key not in dict(old):
            result += lines
    return result


def is_like(expected, printed):
    """True if the lines are the same but for lines `…`, which stand for any."""
    if expected == ["…"]:
        return False  # not yet filled in
    if "…" not in expected:
        return expected == printed
    first = expected.index("…")
    if expected[:first] != printed[:first]:
        return False
    rest = expected[first + 1 :]
    return any(is_like(rest, printed[start:]) for start in range(first, len(printed) + 1))


def shortened(expected, printed):
    """What is printed, as short as it was expected: so many lines before and behind the first `…`."""
    for number, line in enumerate(expected if expected != ["…"] else []):
        if asked := re.fullmatch(r"…(\d*)(?:\+(\d+))?", line):
            before = int(asked.group(1)) if asked.group(1) else number
            after = int(asked.group(2) or 0) if asked.group(1) else len(expected) - number - 1
            if before + after >= len(printed):
                return printed
            return printed[:before] + ["…"] + (printed[-after:] if after else [])
    return printed


class Page:
    def __init__(self, path, ishi, repository, updates):
        self.path, self.repository, self.updates = path, repository, updates
        self.name = path.relative_to(repository).as_posix()
        self.failures = []
        self.blocks = self.commands = self.pictures = 0
        self.steps = {}  # the files that a reader has typed by now, and those that they should mean
        self.root = pathlib.Path(tempfile.mkdtemp())
        tools = self.root / "tools"
        tools.mkdir()
        (tools / "ishi").symlink_to(pathlib.Path(ishi).resolve())
        self.folder = self.root / "work"
        self.folder.mkdir()
        self.environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "NO_COLOR": "1", "REPOSITORY": str(repository)}
        if self.name.startswith("compiler/cli/template/"):
            self.run(f"ishi new --template {path.parent.name} my_game")
            self.folder /= "my_game"
            for command in ("ishi check --deny-warnings", "ishi fmt --check", "ishi test", "ishi build . -o build"):
                code, printed = self.run(command)
                if code != 0:
                    self.fail(0, f"{command} ends with {code}:\n{printed}")

    def fail(self, number, what):
        self.failures.append(f"{self.name}:{number}: {what}")

    def run(self, command):
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout.decode()

    def check(self):
        text = self.path.read_text(encoding="utf-8")
        lines = text.split("\n")
        result = []
        directive = None
        number = 0
        while number < len(lines):
            line = lines[number]
            said = DIRECTIVE.match(line)
            fence = FENCE.match(line)
            result.append(line)
            number += 1
            if said and said.group(1) == "run":
                code, printed = self.run(said.group(2))
                if code != 0:
                    self.fail(number, f"`{said.group(2)}` ends with {code}: {printed}")
            elif said:
                directive = (number, *said.groups())
            elif fence:
                margin, ticks, language = fence.groups()
                begin = number
                while number < len(lines) and lines[number].strip() != ticks:
                    number += 1
                block = [inner[len(margin) :] for inner in lines[begin:number]]
                block = self.block(begin, language.split(" ")[0], block, directive)
                result += [margin + inner if inner else "" for inner in block]
                result.append(lines[number])
                number += 1
                directive = None
        if self.updates and result != lines:
            self.path.write_text("\n".join(result), encoding="utf-8")
        self.check_pictures(text)
        shutil.rmtree(self.root)

    def block(self, number, language, block, directive):
        self.blocks += 1
        if block and block[0].startswith("$ "):
            return self.console(number, block)
        if directive is None:
            if language == "yaml" and self.name not in FREE_YAML:
                self.fail(number, "this YAML stands in no file: write `<!-- file: … -->` above it")
            return block
        _, kind, what = directive
        if kind == "part":
            return block
        if kind == "block":
            (self.folder / what).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / what).write_text("\n".join(block) + "\n", encoding="utf-8")
            return block
        name, source = what.split(" from ")
        source, _, wanted = source.partition("#")
        whole = (self.repository / source).read_text(encoding="utf-8")
        target = self.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            shown = entries(whole, wanted.split(",")) if wanted else whole.rstrip("\n")
        except KeyError as missing:
            self.fail(number, f"{source} has no {missing.args[0]}")
            return block
        # What only editors read stands in no page.
        shown = [line for line in shown.split("\n") if not line.startswith("# yaml-language-server")]
        if wanted and target.exists():
            target.write_text("\n".join(typed(target.read_text(encoding="utf-8").split("\n"), shown)) + "\n", encoding="utf-8")
            self.steps[name] = (number, source)
        else:
            target.write_text(whole, encoding="utf-8")
        if shown != block and not self.updates:
            self.fail(number, f"this is not what stands in {source}")
        return shown

    def check_steps(self):
        for name, (number, source) in self.steps.items():
            code, printed = self.run(f"ishi diff --samples 0 {name} {self.repository / source}")
            if code != 0:
                self.fail(number, f"who follows the page has not what stands in {source}:\n{printed}")
            # In the order of the file, so that lines have its numbers.
            shutil.copyfile(self.repository / source, self.folder / name)
        self.steps = {}

    def console(self, number, block):
        self.check_steps()
        result = []
        at = 0
        while at < len(block):
            command = block[at][2:]
            end = at + 1
            while end < len(block) and not block[end].startswith("$ "):
                end += 1
            expected = block[at + 1 : end]
            self.commands += 1
            _, printed = self.run(command)
            if command.startswith("cd "):
                self.folder /= command[3:]
            printed = [line.rstrip() for line in printed.rstrip("\n").split("\n")] if printed else []
            blank = []
            while expected and expected[-1] == "" and end < len(block):
                blank.append(expected.pop())
            result.append(block[at])
            if is_like(expected, printed):
                result += expected
            elif self.updates:
                result += shortened(expected, printed)
            else:
                self.fail(number + at, f"`{command}` prints\n" + "\n".join(printed[:40]))
                result += expected
            result += blank
            at = end
        return result

    def check_pictures(self, text):
        for target in re.findall(r"!\[[^\]]*\]\(([^)]+\.svg)\)", text):
            drawn = self.folder / pathlib.PurePosixPath(target).name
            shown = self.path.parent / target
            if not drawn.exists():
                continue
            self.pictures += 1
            if self.updates:
                shown.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(drawn, shown)
            elif not shown.exists() or drawn.read_bytes() != shown.read_bytes():
                self.fail(0, f"{target} is not what is drawn")


def anchors(text):
    """The anchors of a page: of its headings, and those that it declares."""
    found = set(re.findall(r'<a id="([^"]+)"', text))
    text = re.sub(r"^(```+).*?^\1", "", text, flags=re.M | re.S)
    for heading in re.findall(r"^#+ (.*)$", text, flags=re.M):
        slug = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()).strip().replace(" ", "-")
        slug, count = slug, 0
        while (name := slug if count == 0 else f"{slug}-{count}") in found:
            count += 1
        found.add(name)
    return found


def broken_links(repository):
    """Links between the repository's pages that lead nowhere, and the number of those that were followed."""
    broken, count = [], 0
    pages = [page for pattern in ("*.md", "docs/**/*.md", "examples/*/README.md") for page in repository.glob(pattern)]
    for page in pages:
        text = page.read_text(encoding="utf-8")
        bare = re.sub(r"^(\s*)(```+).*?^\s*\2", "", text, flags=re.M | re.S)
        bare = re.sub(r"`[^`\n]*`", "", bare)
        for target in re.findall(r"\]\(([^)\s]+)\)", bare):
            if re.match(r"[a-z]+:", target):
                continue
            count += 1
            path, _, anchor = target.partition("#")
            linked = (page.parent / path).resolve() if path else page
            if not linked.exists():
                broken.append(f"{page.relative_to(repository)}: {target} leads nowhere")
            elif anchor and linked.suffix == ".md" and anchor not in anchors(linked.read_text(encoding="utf-8")):
                broken.append(f"{page.relative_to(repository)}: {target}: that page has no such place")
    return broken, count


def unmeasured_figures(repository):
    """Figures of the README's item about speed that docs/performance.md, their only source, does not have."""
    item = re.search(r"^- \*\*Fast\.\*\*.*?(?=\n- |\n\n)", (repository / "README.md").read_text(encoding="utf-8"), re.M | re.S).group(0)
    measured = (repository / "docs/performance.md").read_text(encoding="utf-8")
    figures = re.findall(r"\d[\d.,]*\d(?: ms)?|\d(?: ms)?", item)
    return [f"README.md: {figure} stands nowhere in docs/performance.md" for figure in figures
            if not re.search(r"(?<![\d.,])" + re.escape(figure) + r"(?![\d]|[.,]\d)", measured)]


def untested_files(ishi, repository):
    """The YAML of the pages: it is laid out, its tests pass without a warning, and each file stands on a page."""
    docs = repository / "docs"
    wrong = []
    # Those of coming_from show constructs side by side, most of which never win; tests/tool/peers_test.sh tests them.
    for folder in (docs / "tutorial", docs / "cookbook"):
        for command in (["fmt", "--check"], ["test", "--deny-warnings"]):
            done = subprocess.run([ishi, *command, folder], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            lines = [line for line in done.stdout.decode().split("\n") if "✓" not in line]
            wrong += ["\n".join(lines)] if done.returncode != 0 else []
    text = "".join(page.read_text(encoding="utf-8") for page in docs.rglob("*.md"))
    files = [path.relative_to(repository).as_posix() for path in docs.rglob("*.ishi.yaml")]
    return wrong + [f"{name} stands on no page" for name in files if not re.search(re.escape(name) + r"[# ]", text)]


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--update"]
    updates = "--update" in sys.argv
    ishi, repository = arguments[0], pathlib.Path(arguments[1]).resolve()
    paths = [pathlib.Path(path).resolve() for path in arguments[2:]]
    paths = paths or [path for pattern in PAGES for path in sorted(repository.glob(pattern))]
    failures = []
    blocks = commands = pictures = 0
    for path in paths:
        page = Page(path, ishi, repository, updates)
        page.check()
        failures += page.failures
        blocks, commands, pictures = blocks + page.blocks, commands + page.commands, pictures + page.pictures
    broken, links = broken_links(repository)
    failures += broken + unmeasured_figures(repository) + untested_files(ishi, repository)
    print("\n".join(failures))
    print(f"{len(paths)} pages: {blocks} blocks, {commands} commands, {pictures} pictures, {links} links; {len(failures)} wrong")
    sys.exit(1 if failures else 0)


main()
