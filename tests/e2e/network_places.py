"""Network namespaces for tests on one machine: one with a PostgreSQL server that speaks TLS, and others whose only way to it is
a link that can be taken away. Addresses are those for documentation: nothing leaves the namespaces."""
import os
import shutil
import subprocess

from postgresql_server import PATIENCE, PROGRAMS, Server

DATABASE = "192.0.2.1"


def command(*words):
    subprocess.run([str(word) for word in words], check=True, capture_output=True, timeout=PATIENCE)


def may_make_namespaces():
    if os.geteuid() != 0 or shutil.which("ip") is None:
        return False
    name = f"referee-{os.getpid()}"
    if subprocess.run(["ip", "netns", "add", name], capture_output=True).returncode != 0:
        return False
    command("ip", "netns", "delete", name)
    return True


class Places:
    """The place `near`, and so many far ones, each with a link of its own to a bridge in the near one."""

    def __init__(self, far):
        self.near = f"referee-{os.getpid()}-near"
        self.far = [f"referee-{os.getpid()}-far-{number}" for number in range(1, far + 1)]
        self.made = []
        try:
            self.make()
        except BaseException:
            self.close()
            raise

    def make(self):
        for place in (self.near, *self.far):
            command("ip", "netns", "add", place)
            self.made.append(place)
            command("ip", "-n", place, "link", "set", "lo", "up")
        command("ip", "-n", self.near, "link", "add", "bridge", "type", "bridge")
        command("ip", "-n", self.near, "address", "add", f"{DATABASE}/24", "dev", "bridge")
        command("ip", "-n", self.near, "link", "set", "bridge", "up")
        for number, place in enumerate(self.far, 1):
            cable = f"cable{number}"
            command("ip", "-n", self.near, "link", "add", cable, "type", "veth", "peer", "name", "cable", "netns", place)
            command("ip", "-n", self.near, "link", "set", cable, "master", "bridge", "up")
            command("ip", "-n", place, "address", "add", f"192.0.2.{number + 1}/24", "dev", "cable")
            self.link(place, "up")

    def link(self, place, state):
        command("ip", "-n", place, "link", "set", "cable", state)

    def close(self):
        while self.made:
            command("ip", "netns", "delete", self.made.pop())


class NetworkServer(Server):
    """A server that also listens in a namespace, with TLS."""

    def __init__(self, namespace):
        self.namespace = namespace
        super().__init__()

    @property
    def certificate(self):
        return self.folder / "data/server.crt"

    def run(self, program, *words):
        if program == "pg_ctl" and words[0] == "start":
            words = [*words[:-1], words[-1].replace("listen_addresses=''", f"listen_addresses={DATABASE} -c ssl=on")]
            self.admit()
        user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        command("ip", "netns", "exec", self.namespace, *user, PROGRAMS[-1] / program, f"--pgdata={self.folder}/data", *words)

    def admit(self):
        key = self.folder / "data/server.key"
        command("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=database",
                "-addext", f"subjectAltName=IP:{DATABASE}", "-keyout", key, "-out", self.certificate)
        for file in (key, self.certificate):
            shutil.chown(file, "nobody", "nogroup")
        key.chmod(0o600)
        with (self.folder / "data/pg_hba.conf").open("a") as rules:
            rules.write("hostssl all all 192.0.2.0/24 trust\n")

    def far_store(self, schema, certificate):
        return f"postgresql://referee@{DATABASE}/postgres?schema={schema}&sslmode=verify-full&sslrootcert={certificate}"
