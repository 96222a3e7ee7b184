"""A PostgreSQL server in a temporary folder, with a Unix socket alone."""
import os
import pathlib
import subprocess
import tempfile

PROGRAMS = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
NOBODY = 65534
PATIENCE = 300  # seconds; only a hang takes so long


class Server:
    """It does not run as root. Without fsync a commit survives a crash of the server, but not of the machine."""

    def __init__(self, fsync=False):
        self.fsync = fsync
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        if os.geteuid() == 0:
            os.chown(self.folder, NOBODY, NOBODY)
        self.run("initdb", "--no-sync", "--auth=trust", "--username=referee")
        self.begin()

    def run(self, program, *words):
        user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
        command = [*user, PROGRAMS[-1] / program, f"--pgdata={self.folder}/data", *words]
        subprocess.run(command, cwd="/", check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)

    def begin(self):
        options = f"-c listen_addresses='' -c fsync={'on' if self.fsync else 'off'} -c unix_socket_directories={self.folder}"
        self.run("pg_ctl", "start", "--wait", f"--log={self.folder}/log", f"--options={options}")

    def end(self, mode="fast"):
        self.run("pg_ctl", "stop", "--wait", f"--mode={mode}")

    def store(self, schema, role="referee"):
        return f"postgresql://{role}@/postgres?host={self.folder}&schema={schema}"

    def sql(self, text, role="referee"):
        """What psql prints, and its exit code."""
        done = subprocess.run([PROGRAMS[-1] / "psql", "-h", self.folder, "-U", role, "-d", "postgres", "-Atc", text],
                              capture_output=True, text=True, timeout=PATIENCE)
        return done.stdout.strip(), done.returncode
