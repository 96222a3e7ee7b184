"""Which pages the site has, and in what order.

SECTIONS are the parts of the navigation: each has patterns of pages, as paths from the top of the repository. A page stands where a
pattern finds it first: name those whose order matters, then the rest of their folder. CHILDREN stand below a page that one of its
patterns finds; their own patterns count from the folder of that page.
"""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HOME = "docs/README.md"
# A finished tournament, its store (.db.gz) and its file (.json), and where the site has its pages.
EXAMPLE = "docs/example"
EXAMPLE_PAGES = "example"
# The commands' pages are made when the site is built, from the program.
COMMANDS = "docs/reference/commands"
# What the pages of new games begin with.
TEMPLATES = "examples/games/templates/common"
GAMES = sorted(re.findall(r"^GAME\((\w+)\)", (ROOT / "engines/games.def").read_text(), re.M))
# Folders whose pages had other addresses once, by what these began with.
MOVED = {"step": "engines/step"}

SECTIONS = {
    "": ["README.md"],
    "Tasks": [
        "docs/tasks/first-bot.md",
        "docs/tasks/is-my-bot-better.md",
        "docs/tasks/look-at-a-match.md",
        "sample_bots/README.md",
        "docs/tasks/evening.md",
        "docs/tasks/class-from-a-zip.md",
        "docs/tasks/your-game.md",
        "docs/tasks/canvas.md",
        "docs/tasks/moodle.md",
        "docs/tasks/class-dials-in.md",
        "docs/tasks/hand-in-night.md",
        "docs/tasks/ladder-overnight.md",
        "docs/tasks/knock-out-final.md",
        "docs/tasks/past-one-machine.md",
        "docs/tasks/pair-a-swiss-round.md",
        "docs/tasks/github-job.md",
        "docs/tasks/gitlab-job.md",
        "docs/tasks/classroom50.md",
        "docs/tasks/gradescope.md",
        "docs/tasks/*.md",
        "examples/class/*.md",
    ],
    "Reference": [
        f"{COMMANDS}/README.md",
        "docs/reference/exit-codes.md",
        "docs/reference/init-and-check.md",
        "docs/reference/tournament-file.md",
        "docs/reference/formats.md",
        "docs/reference/entrants.md",
        "docs/reference/instances-and-maps.md",
        "docs/reference/clocks-of-bots.md",
        "docs/reference/*.md",
        "configs/README.md",
        "configs/rubrics/README.md",
        "handouts/README.md",
        "packaging/README.md",
        "packaging/SIZING.md",
        "referee/tournament/RULES.md",
        "referee/tournament/standings/tie_breaks/TIE_BREAKS.md",
        "referee/tournament/pairing/TABLES.md",
        "referee/tournament/pairing/LADDER.md",
        "referee/statistics/RATINGS.md",
        "referee/statistics/COMPARISON.md",
        "referee/statistics/BANDS.md",
        "referee/swiss/trf/README.md",
        "referee/process/SANDBOX.md",
        "docs/GLOSSARY.md",
        "CHANGELOG.md",
    ],
    "Games": [*(f"engines/{game}/README.md" for game in GAMES), "examples/games/README.md"],
    "Protocol": ["protocol/PROTOCOL.md", "protocol/NEW_MATCH.md", "protocol/RULES_PROGRAM.md", "protocol/MATCH_PROGRAM.md", "protocol/RECORD.md", "protocol/TRACE.md", "protocol/SUBMISSIONS.md"],
    "Design": ["ARCHITECTURE.md", "docs/design/*.md", "SECURITY.md", "CONTRIBUTING.md", "scripts/README.md", "docs/STYLE.md", "docs/*.md"],
}
CHILDREN = {
    f"{COMMANDS}/README.md": ["*.md"],
    "engines/*/README.md": ["RULES.md"],
    "engines/planets/README.md": ["RULES.md", "../../configs/maps/planets/README.md"],
    "examples/games/README.md": ["**/*.md"],
    "handouts/README.md": ["*/README.md"],
    "ARCHITECTURE.md": ["protocol/README.md", "engines/README.md", "engines/step/README.md", "bindings/**/*.md", "referee/**/*.md", "tests/**/*.md", "bench/**/*.md"],
}


def found(pattern, folder, known):
    """The pages of `known` that a pattern finds, seen from a folder, in order."""
    parts = []
    for part in [*folder.parts, *pathlib.PurePosixPath(pattern).parts]:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return [page for page in known if matches(pathlib.PurePosixPath(page).parts, parts)]


def matches(path, pattern):
    """Whether the parts of a path are those of a pattern; `**` stands for any number of folders."""
    if not pattern or not path:
        return not pattern and not path
    if pattern[0] == "**":
        return matches(path, pattern[1:]) or matches(path[1:], pattern)
    return pathlib.PurePosixPath(path[0]).match(pattern[0]) and matches(path[1:], pattern[1:])


class Navigation:
    """`sections`: pages by section; `children`: pages by the page below which they stand; `lost`: pages that stand nowhere."""

    def __init__(self, known):
        self.known = sorted(known)
        self.placed = {HOME}
        self.sections = {title: self.place(patterns, pathlib.PurePosixPath()) for title, patterns in SECTIONS.items()}
        self.children = {}
        for page in [page for pages in self.sections.values() for page in pages]:
            patterns = [of for of in CHILDREN if matches(pathlib.PurePosixPath(page).parts, pathlib.PurePosixPath(of).parts)]
            if patterns:
                self.children[page] = self.place(CHILDREN[patterns[-1]], pathlib.PurePosixPath(page).parent)
        self.lost = [page for page in self.known if page not in self.placed]

    def place(self, patterns, folder):
        pages = []
        for pattern in patterns:
            pages += [page for page in found(pattern, folder, self.known) if page not in self.placed and page not in pages]
        self.placed.update(pages)
        return pages


def pages_of_repository():
    """All pages, by their paths from the top; not what is built, and nothing in hidden folders."""
    pages = [page.relative_to(ROOT) for page in ROOT.rglob("*.md")]
    pages = [page for page in pages if not page.is_relative_to(TEMPLATES)]
    return [str(page) for page in pages if page.parts[0] not in ("build", "out") and not any(part.startswith(".") or part == "node_modules" for part in page.parts)]
