"""GitHub's runner, as far as our action and the workflows of our pages need it: steps in their order, with the environment,
the files and the expressions of the service. Steps that call actions of others are stood in for: a cache that is a folder, and
an upload that says which files it was given."""
import os
import pathlib
import re
import shutil
import subprocess

import yaml

from support import PATIENCE, REPOSITORY, ROOT

EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
COMPARISON = re.compile(r"(\S+) (==|!=) '([^']*)'")
COMMANDS = ["add-mask", "add-matcher", "add-path", "debug", "echo", "endgroup", "error", "group", "notice", "remove-matcher", "save-state", "set-env",
            "set-output", "stop-commands", "warning"]
FORMS = [re.compile(r"\s*::(?P<name>.*?)(?: .*?)?::(?P<data>.*)"), re.compile(r".*?##\[(?P<name>[^\] ]*)(?: [^\]]*)?\](?P<data>.*)")]


class CommandReader:
    """What the runner takes for commands in a stream of a step (ActionCommand.cs and ActionCommandManager.cs of actions/runner): `::NAME KEYS::DATA`
    behind blanks at most, and `##[NAME KEYS]DATA` anywhere in a line. After stop-commands, whose data is a word, all is text up to
    `::WORD::`. taken: the commands that it has followed, as (name, data); word: the one that it waits for, or None."""

    def __init__(self):
        self.taken, self.word = [], None

    def read(self, text):
        for line in re.split(r"\r\n|\r|\n", text):
            self.read_line(line)
        return self

    def read_line(self, line):
        known = [*COMMANDS, *([self.word.lower()] if self.word else [])]
        found = next((found for form in FORMS if (found := form.fullmatch(line)) and found["name"].lower() in known), None)
        if not found:
            return
        name = found["name"].lower()
        if self.word:
            self.word = None if name == self.word.lower() else self.word
        elif name == "stop-commands":
            self.word = found["data"]
        else:
            self.taken.append((name, found["data"]))


class Runner:
    """A machine for one job. After run(): codes and outputs of the action's steps by their names, the commands that it found in what they
    wrote, and what was uploaded."""

    def __init__(self, folder, environment):
        self.folder = pathlib.Path(folder)
        self.work = self.folder / "work"
        self.temporary = self.folder / "temporary"
        self.cache = self.folder / "cache"
        self.summary = self.folder / "summary.md"
        for made in [self.work, self.temporary, self.cache]:
            made.mkdir(exist_ok=True)
        self.environment = {"RUNNER_TEMP": str(self.temporary), **environment}
        self.context = {
            "github": {"action_path": str(ROOT), "action_repository": REPOSITORY},
            "runner": {"temp": str(self.temporary)},
        }
        self.codes, self.skipped, self.uploaded, self.commands, self.log = {}, [], [], [], ""

    def value(self, path):
        """What an expression such as inputs.rubric is; an output that no step has written is empty, as on the service."""
        found = self.context
        for name in path.split("."):
            found = found.get(name, "") if path.startswith("steps.") else found[name]
            if found == "":
                break
        return found

    def evaluated(self, text):
        return EXPRESSION.sub(lambda given: self.value(given[1]), str(text))

    def wanted(self, condition):
        """Whether a step with this condition runs: `A == 'x' || B != 'y'`."""
        holds = False
        for part in condition.split(" || "):
            path, comparison, text = COMPARISON.fullmatch(part).groups()
            holds |= (self.value(path) == text) == (comparison == "==")
        return holds

    def run_job(self, job):
        """Runs a job of a workflow, whose repository is already checked out in self.work; the exit code of its action."""
        checkout, action = job["steps"]
        assert re.fullmatch(r"actions/checkout@v\d+", checkout["uses"]), checkout
        assert re.fullmatch(rf"{REPOSITORY}@v[0-9.]+", action["uses"]), action
        return self.run_action(action["with"])

    def run_action(self, given):
        """Runs action.yml with these inputs; the exit code of its first step that fails, or 0."""
        action = yaml.safe_load((ROOT / "action.yml").read_text())
        unknown = set(given) - set(action["inputs"])
        missing = {name for name, description in action["inputs"].items() if description.get("required") and name not in given}
        assert not unknown and not missing, (unknown, missing)
        self.context["inputs"] = {**{name: description.get("default", "") for name, description in action["inputs"].items()}, **given}
        self.context["steps"] = {}
        for step in action["runs"]["steps"]:
            if "if" in step and not self.wanted(step["if"]):
                self.skipped.append(step["name"])
                continue
            outputs = self.call(step) if "uses" in step else self.shell(step)
            self.context["steps"][step.get("id", step["name"])] = {"outputs": outputs}
            if self.codes.get(step["name"]):
                return self.codes[step["name"]]
        self.outputs = {name: self.evaluated(output["value"]) for name, output in action["outputs"].items()}
        self.keep_cache()
        return 0

    def shell(self, step):
        """Runs a step's lines in its shell; its outputs."""
        assert step["shell"] == "bash"
        files = {name: self.folder / name for name in ["GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"]}
        for path in files.values():
            path.write_text("")
        own = {key: self.evaluated(value) for key, value in step.get("env", {}).items()}
        environment = {**self.environment, **own, **{name: str(path) for name, path in files.items()}}
        script = self.folder / "step.sh"
        script.write_text(self.evaluated(step["run"]))
        words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", script]
        done = subprocess.run(words, cwd=self.work, env=environment, capture_output=True, timeout=PATIENCE)
        self.follow(step, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))
        self.codes[step["name"]] = done.returncode
        with self.summary.open("a") as summary:
            summary.write(files["GITHUB_STEP_SUMMARY"].read_text())
        for folder in files["GITHUB_PATH"].read_text().splitlines():
            self.environment["PATH"] = folder + os.pathsep + self.environment["PATH"]
        return dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())

    def follow(self, step, stdout, stderr):
        """Follows the commands that a step has written. The runner reads its streams in no order: what is told in one holds for the other at no time."""
        self.log += f"== {step['name']}\n{stdout}{stderr}"
        readers = [CommandReader().read(stdout), CommandReader().read(stderr)]
        assert not any(reader.word for reader in readers), f"{step['name']}: commands stay stopped"
        self.commands += readers[0].taken + readers[1].taken

    def call(self, step):
        given = {key: self.evaluated(value) for key, value in step["with"].items()}
        name, version = step["uses"].split("@")
        assert re.fullmatch(r"v\d+", version), step
        return {"actions/cache": self.restore, "actions/upload-artifact": self.upload}[name](given)

    def restore(self, given):
        self.kept = (self.cache / given["key"], pathlib.Path(given["path"]))
        kept, path = self.kept
        if not kept.exists():
            return {"cache-hit": ""}
        shutil.copytree(kept, path)
        return {"cache-hit": "true"}

    def keep_cache(self):
        kept, path = self.kept
        if not kept.exists():
            shutil.copytree(path, kept)

    def upload(self, given):
        path = self.work / given["path"]
        assert path.is_dir() if "name" in given else path.is_file() and given["archive"] == "False", given
        self.uploaded.append(given["path"])
        return {"artifact-url": f"https://forge.example/artifacts/{len(self.uploaded)}"}
