"""Manual pages and completions say what --help says: both are made of the definitions of the commands. It takes over
5 s because each of three shells is started for each command."""
import functools
import os
import pty
import re
import select
import subprocess
import unittest

from fixture.case import new_folder
from fixture.program import PATIENCE, REFEREE, need, run


@functools.cache
def help_of(command):
    return run(REFEREE, command, "--help")


class Help:
    """What --help of a command shows: its rows by what they are of, and its footer."""

    def __init__(self, command):
        self.text = help_of(command)
        self.rows = {}
        section, row = None, None
        lines = self.text.splitlines()
        for number, line in enumerate(lines):
            if line in ("Positionals:", "Options:"):
                section = line.rstrip(":")
            elif section and line.startswith("    ") and row:
                row.append(line.strip())
            elif section and line.startswith("  "):
                row = [line.strip()]
                self.rows.setdefault(section, []).append(row)
            elif section and not line and lines[number + 1 : number + 2] and lines[number + 1] not in ("Positionals:", "Options:"):
                self.footer = "\n".join(lines[number + 1 :])
                break
        else:
            self.footer = ""

    def options(self):
        return {name for row in self.rows["Options"] for name in re.split(r"\s", row[0])[0].split(",")}


@functools.cache
def listed():
    """The commands, and what each does, in groups by their titles: as --list shows them."""
    groups, title = {}, None
    for line in run(REFEREE, "--list").splitlines()[1:]:
        if line.endswith(":") and not line.startswith(" "):
            title = groups.setdefault(line.rstrip(":"), {})
        elif re.match(r"  \S", line):
            name, about = line.split(maxsplit=1)
            title[name] = about
        elif line:
            title[name] += " " + line.strip()
    return groups


def commands():
    return [name for group in listed().values() for name in group]


def plain(page):
    """The words of a page of man(7), without its requests."""
    lines = []
    for line in page.splitlines():
        if re.match(r"\.(TP|PP|nf|fi|RS|RE|SH|SS|TH)\b", line):
            continue
        line = re.sub(r"^\.(B|I|BR|RI) ", "", line)
        lines.append(line.replace("\\&", "").replace("\\-", "-").replace("\\e", "\\"))
    return " ".join(" ".join(lines).split())


class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = new_folder(cls.addClassCleanup)
        run(REFEREE, "manual", cls.folder)

    def test_each_command_has_a_page_and_the_first_page_lists_them(self):
        self.assertGreater(len(commands()), 10)
        self.assertEqual({"referee.1", *(f"referee-{name}.1" for name in commands())}, {page.name for page in self.folder.iterdir()})
        first = plain((self.folder / "referee.1").read_text())
        for title, group in listed().items():
            self.assertIn(f".SS {title}\n", (self.folder / "referee.1").read_text())
            for name, about in group.items():
                self.assertIn(f"{name} {about}", re.sub(r"referee-(\S+) \(1\)", r"\1", first))

    def test_a_page_has_every_row_of_help_and_no_other_option(self):
        for command in commands():
            page = (self.folder / f"referee-{command}.1").read_text()
            said = Help(command)
            for section, title in [("Positionals", "ARGUMENTS"), ("Options", "OPTIONS")]:
                listed = re.search(rf"^\.SH {title}\n(.*?)(?=^\.SH )", page, re.M | re.S)
                rows = [" ".join(" ".join(row).split()) for row in said.rows.get(section, [])]
                self.assertEqual(" ".join(rows), plain(listed.group(1)) if listed else "", command)

    def test_a_page_has_what_help_says_below_the_options(self):
        for command in commands():
            footer = re.sub(r"^(Exit code|Examples?): ?", "", Help(command).footer, flags=re.M)
            footer = re.sub(r" \\\n +", " ", footer)  # a long example
            page = plain((self.folder / f"referee-{command}.1").read_text())
            for line in footer.splitlines():
                self.assertIn(" ".join(line.split()), page, command)

    @need("groff")
    def test_groff_has_nothing_to_say_about_them(self):
        for page in self.folder.iterdir():
            done = subprocess.run(["groff", "-man", "-Tutf8", "-wall", "-z", page], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual((0, ""), (done.returncode, done.stderr), page.name)


class Completion(unittest.TestCase):
    """Each shell is asked what it would offer: for all options of a command these are the options of its help."""

    @classmethod
    def setUpClass(cls):
        cls.folder = new_folder(cls.addClassCleanup)
        for shell in ["bash", "zsh", "fish"]:
            (cls.folder / shell).write_text(run(REFEREE, "completion", shell))

    def bash(self, *words):
        script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _referee; printf "%s\\n" "${COMPREPLY[@]}"'
        return set(run("bash", "-c", script, "bash", self.folder / "bash", "referee", *words).split())

    def fish(self, *words):
        script = f"source {self.folder / 'fish'}; complete -C '{' '.join(['referee', *words])}'"
        environment = {**os.environ, "HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}
        return {line.split("\t")[0] for line in run("fish", "--no-config", "-c", script, env=environment, cwd=self.folder).splitlines()}

    def zsh(self, *words):
        """Through a terminal: what zsh lists can be had in no other way."""
        # LISTMAX: it lists more options than the terminal has rows without asking, for the answer would be the exit.
        setup = f"PROMPT=; LISTMAX=10000; autoload -Uz compinit; compinit -u -d {self.folder}/dump; source {self.folder}/zsh; "
        # What the completion system adds is written down, too.
        hook = f'compadd() {{ local -a got; builtin compadd -A got "$@"; print -rl -- $got >>{self.folder}/offered; builtin compadd "$@"; }}; '
        hook += "complete_and_tell() { zle complete-word; print off''ered; }; zle -N complete_and_tell; bindkey '^I' complete_and_tell; "
        (self.folder / "offered").write_text("")
        ours, theirs = pty.openpty()
        environment = {**os.environ, "HOME": str(self.folder), "TERM": "xterm", "ZDOTDIR": str(self.folder)}
        with subprocess.Popen(["zsh", "-f", "-i"], stdin=theirs, stdout=theirs, stderr=theirs, env=environment, cwd=self.folder, start_new_session=True) as shell:
            os.close(theirs)
            os.write(ours, (setup + hook + "print rea''dy\n").encode())
            self.read_until(ours, b"ready")
            os.write(ours, (" ".join(["referee", *words]) + "\t").encode())
            self.read_until(ours, b"offered")
            os.write(ours, b"\x15exit\n")  # what was typed is taken back
            while self.readable(ours):
                pass
            shell.wait(PATIENCE)
        os.close(ours)
        return set((self.folder / "offered").read_text().split())

    @staticmethod
    def readable(terminal):
        """The next of its output; nothing at its end."""
        if not select.select([terminal], [], [], PATIENCE)[0]:
            return b""
        try:
            return os.read(terminal, 4096)
        except OSError:
            return b""

    def read_until(self, terminal, word):
        seen = b""
        while word not in seen:
            more = self.readable(terminal)
            self.assertTrue(more, seen)
            seen += more

    def check(self, offered):
        self.assertLessEqual(set(commands()), offered(""))
        for command in commands():
            self.assertEqual(Help(command).options(), {word for word in offered(command, "-") if word.startswith("-")}, command)
        self.assertEqual({"none", "basic", "bwrap", "full"}, offered("match", "walls", "--sandbox", ""))
        self.assertLessEqual({"walls", "snake", "lightcycle"}, offered("play", ""))
        self.assertLessEqual({"withdraw", "status"}, offered("ctl", ""))

    @need("bash")
    def test_bash(self):
        self.check(self.bash)
        self.assertEqual(set(), self.bash("score", "rubric.json", "--", "python3", "-"))

    @need("fish")
    def test_fish(self):
        # Where an option has two names, fish offers the long one behind "--", and the short one behind "-".
        def offered(*words):
            return self.fish(*words) | (self.fish(*words[:-1], "--") if words[-1] == "-" else set())

        self.check(offered)

    @need("zsh")
    def test_zsh(self):
        self.check(self.zsh)


if __name__ == "__main__":
    unittest.main(verbosity=2)
