"""GitHub's runner, as far as our action and the workflows of our pages need it: steps in their order, with the environment,
the files and the expressions of the service. Steps that call actions of others are stood in for: a cache that is a folder, and
an upload that says which files it was given."""
import os
import pathlib
import re
import shutil
import subprocess

import yaml

from support import PATIENCE, ROOT

EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
COMPARISON = re.compile(r"(\S+) (==|!=) '([^']*)'")


class Runner:
    """A machine for one job. After run(): codes and outputs of the action's steps by their names, and what was uploaded."""

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
            "github": {"action_path": str(ROOT), "action_repository": "OWNER/referee"},
            "runner": {"temp": str(self.temporary)},
        }
        self.codes, self.skipped, self.uploaded, self.log = {}, [], [], ""

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
        assert re.fullmatch(r"OWNER/referee@v[0-9.]+", action["uses"]), action
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
        done = subprocess.run(words, cwd=self.work, env=environment, capture_output=True, text=True, timeout=PATIENCE)
        self.log += f"== {step['name']}\n{done.stdout}{done.stderr}"
        self.codes[step["name"]] = done.returncode
        with self.summary.open("a") as summary:
            summary.write(files["GITHUB_STEP_SUMMARY"].read_text())
        for folder in files["GITHUB_PATH"].read_text().splitlines():
            self.environment["PATH"] = folder + os.pathsep + self.environment["PATH"]
        return dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())

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
