"""Lays out the pages of the site for mkdocs, and checks what mkdocs has made of them. scripts/site calls it.

usage: site_pages.py stage FOLDER   writes the pages of docs/, of the examples and of the root to FOLDER
       site_pages.py check FOLDER   follows each link of the built site in FOLDER; 1: one leads nowhere, or to another machine

Anchors are those that GitHub makes of headings, so that a link leads to the same place in both. Links to what is no page of
the site, such as a folder of sources, become text.
"""

import html.parser
import pathlib
import re
import shutil
import sys
import urllib.parse

ROOT_PAGES = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md"}
# Comments that say where a block comes from (tests/pages/pages.py).
DIRECTIVE = re.compile(r"^\s*<!-- (file|block|run|part)(: .*)? -->\n", re.M)
NAMED = re.compile(r"^<!-- file: (\S+) from [^\n]* -->\n(```+\w+)$", re.M)
FENCED = re.compile(r"(^\s*(```+)[^\n]*\n.*?^\s*\2[ ]*$)", re.M | re.S)


def slug_of(heading):
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-")


def with_anchors(prose, taken):
    def add(match):
        slug, count = slug_of(match.group(2)), 0
        while (name := slug if count == 0 else f"{slug}-{count}") in taken:
            count += 1
        taken.add(name)
        if match.group(1) == "#":
            return match.group(0)  # it is the page's name
        return f"{match.group(1)} {match.group(2)} {{ #{name} }}"

    return re.sub(r"^(#+) (.*)$", add, prose, flags=re.M)


def staged(text, source, pages):
    """The page as mkdocs takes it; `pages` has the place in the site of each path of the repository."""
    here = pages[source]

    def link(match):
        words, target = match.group(1), match.group(2)
        path, _, anchor = target.partition("#")
        if not path or re.match(r"[a-z]+:", target):
            return match.group(0)
        linked = (source.parent / path).resolve()
        if linked.is_dir():
            linked /= "README.md"
        if linked not in pages:
            return words.lstrip("!").strip("[]")
        up = "../" * (len(here.parts) - 1)
        return f"{words}({up}{pages[linked].as_posix()}{'#' + anchor if anchor else ''})"

    text = NAMED.sub(r'\2 title="\1"', text)
    taken = set()
    parts = FENCED.split(DIRECTIVE.sub("", text))
    result = []
    for number, part in enumerate(parts):
        if number % 3 == 0:
            part = with_anchors(re.sub(r"(!?\[[^\]]*\])\(([^)\s]+)\)", link, part), taken)
        elif number % 3 == 1:
            # What commands print is no program; mkdocs would guess one.
            part = re.sub(r"\A(\s*```+)\n", r"\1text\n", part)
        else:
            continue
        result.append(part)
    return "".join(result)


def staged(text, source, pages):
    """The page as mkdocs takes it; `pages` has the place in the site of each path of the repository."""
    here = pages[source]

    def link(match):
        words, target = match.group(1), match.group(2)
        path, _, anchor = target.partition("#")
        if not path or re.match(r"[a-z]+:", target):
            return match.group(0)
        linked = (source.parent / path).resolve()
        if linked.is_dir():
            linked /= "README.md"
        if linked not in pages:
            return words.lstrip("!").strip("[]")
        up = "../" * (len(here.parts) - 1)
        return f"{words}({up}{pages[linked].as_posix()}{'#' + anchor if anchor else ''})"

    text = NAMED.sub(r'\2 title="\1"', text)
    taken = set()
    parts = FENCED.split(DIRECTIVE.sub("", text))
    result = []
    for number, part in enumerate(parts):
        if number % 3 == 0:
            part = with_anchors(re.sub(r"(!?\[[^\]]*\])\(([^)\s]+)\)", link, part), taken)
        elif number % 3 == 1:
            # What commands print is no program; mkdocs would guess one.
            part = re.sub(r"\A(\s*```+)\n", r"\1text\n", part)
        else:
            continue
        result.append(part)
    return "".join(result)


def glossary_of(language):
    """The glossary of the language's reference as a page of its own."""
    text = language[language.index("\n## Glossary\n") :].replace("\n## Glossary\n", "# Glossary\n", 1)
    return text.replace("](#", "](language.md#")


# The first example, which scripts/village builds. A browser that opens the site from the disk shows what it needs.
VILLAGE = '''<iframe src="village/index.html" title="A village of five hundred: click a villager to read why, drag a number" class="village"></iframe>

*A running village: click a villager to read why it does what it does, drag a number in the text, and all five hundred go on with it.
<a href="village/index.html">The whole page</a>; [how it is made](examples/web/README.md).*

'''


def with_village(text):
    """The start of the site with the village in front of the first picture."""
    before, picture, after = text.partition("\n![")
    return f"{before}\n{VILLAGE}{picture.lstrip()}{after}"


def stage(repository, folder):
    if folder.exists():
        shutil.rmtree(folder)
    pages = {}
    for path in sorted((repository / "docs").rglob("*")):
        if path.is_file():
            pages[path] = path.relative_to(repository / "docs")
    # The start of the site is that of the README.
    pages[repository / "README.md"] = pathlib.Path("index.md")
    del pages[repository / "docs" / "README.md"]
    for name, page in ROOT_PAGES.items():
        pages[repository / name] = pathlib.Path(page)
    for path in sorted((repository / "examples").rglob("*")):
        if path.suffix in (".md", ".svg", ".yaml", ".webp") and "node_modules" not in path.parts:
            pages[path] = path.relative_to(repository)
    for source, page in pages.items():
        target = folder / page
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            target.write_text(staged(source.read_text(encoding="utf-8"), source, pages), encoding="utf-8")
        else:
            shutil.copyfile(source, target)
    if (repository / "build/village").is_dir():
        start = folder / "index.md"
        start.write_text(with_village(start.read_text(encoding="utf-8")), encoding="utf-8")


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.anchors, self.links, self.requests = set(), [], []

    def handle_starttag(self, tag, attrs):
        of = dict(attrs)
        if of.get("id"):
            self.anchors.add(of["id"])
        if tag == "a" and of.get("href"):
            self.links.append(of["href"])
        loaded = of.get("href") if tag == "link" and of.get("rel") not in ("canonical", "next", "prev") else of.get("src")
        if loaded:
            self.requests.append(loaded)


def check(folder):
    pages = {}
    for path in sorted(folder.rglob("*.html")):
        pages[path] = Links()
        pages[path].feed(path.read_text(encoding="utf-8"))
    broken = []
    count = 0
    for path, page in pages.items():
        for target in page.links + page.requests:
            count += 1
            if re.match(r"(https?:)?//", target):
                if target in page.requests:
                    broken.append(f"{path.relative_to(folder)} loads {target}")
                continue
            parts = urllib.parse.urlsplit(target)
            if parts.scheme or path.name == "404.html":
                continue
            linked = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if linked.is_dir():
                linked /= "index.html"
            anchor = urllib.parse.unquote(parts.fragment)
            if not linked.exists():
                broken.append(f"{path.relative_to(folder)}: {target} leads nowhere")
            elif anchor and linked in pages and anchor not in pages[linked].anchors:
                broken.append(f"{path.relative_to(folder)}: {target}: that page has no such place")
    print("\n".join(broken), end="\n" if broken else "")
    print(f"{len(pages)} pages, {count} links: {len(broken)} lead nowhere")
    return 1 if broken else 0


def main():
    repository = pathlib.Path(__file__).resolve().parent.parent
    verb, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    if verb == "stage":
        stage(repository, folder)
    else:
        sys.exit(check(folder))


main()
