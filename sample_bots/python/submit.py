#!/usr/bin/env python3
"""Submits a new bot of yours while a tournament is open. Packs FILE or DIR, sends it, waits for the build and the trial,
and prints what they say. Exit code: 0 it plays, 1 refused or failed, 2 wrong usage, 3 no connection."""
import argparse, gzip, hashlib, http.client, io, json, os, ssl, sys, tarfile, time, urllib.parse

ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz")
PATIENCE = 60  # seconds without a byte


class Refused(Exception):
    """The answer of the referee is no."""


def packed(path):
    """The name and the bytes to send. The same files always give the same bytes, and so the same version."""
    if os.path.isfile(path) and path.lower().endswith(ARCHIVES):
        with open(path, "rb") as file:
            return os.path.basename(path), file.read()
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as zipped, tarfile.open(fileobj=zipped, mode="w") as tar:
        if os.path.isfile(path):
            add(tar, path, os.path.basename(path))
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(name for name in folders if name not in (".git", "__pycache__"))
            for name in sorted(files):
                full = os.path.join(folder, name)
                add(tar, full, os.path.relpath(full, path))
    return os.path.basename(os.path.abspath(path)) + ".tar.gz", out.getvalue()


def add(tar, path, name):
    if not os.path.isfile(path) or os.path.islink(path):
        print(f"submit: left out, because it is no plain file: {name}", file=sys.stderr)
        return
    info = tarfile.TarInfo(name.replace(os.sep, "/"))
    info.size, info.mode = os.path.getsize(path), 0o755 if os.access(path, os.X_OK) else 0o644
    with open(path, "rb") as file:
        tar.addfile(info, file)


class Referee:
    """Requests to one referee, each with the token."""

    def __init__(self, url, token, ca, pin):
        parts = urllib.parse.urlsplit(url if "://" in url else "http://" + url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url}: expected an address as https://HOST:PORT/")
        self.host, self.port, self.pin = parts.hostname, parts.port, pin.replace(":", "").lower()
        self.headers, self.tls = {"Authorization": "Bearer " + token}, None
        if parts.scheme == "https":
            self.tls = ssl.create_default_context(cafile=ca)
            if pin:  # the certificate itself is known: nobody else has to vouch for it
                self.tls.check_hostname, self.tls.verify_mode = False, ssl.CERT_NONE

    def ask(self, method, path, body=None):
        """Status and JSON of the answer."""
        if self.tls:
            connection = http.client.HTTPSConnection(self.host, self.port, timeout=PATIENCE, context=self.tls)
        else:
            connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        try:
            connection.connect()
            if self.pin and hashlib.sha256(connection.sock.getpeercert(True)).hexdigest() != self.pin:
                raise ssl.SSLError("the certificate is not the one of --pin")
            try:
                connection.request(method, path, body, self.headers)
            except (BrokenPipeError, ConnectionResetError):
                pass  # refused before all of it was sent: the answer says why
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
            try:
                data = json.loads(text)
            except ValueError:
                data = {"detail": text.strip()[:200]}
            if answer.status >= 400:
                wait = answer.getheader("Retry-After")
                again = f" (try again in {wait} s)" if wait else ""
                raise Refused(f"{answer.status} {answer.reason}: {data.get('detail', '')}{again}")
            return data
        finally:
            connection.close()


def say(text, file=sys.stdout):
    """Prints a text with words of others in it, without characters that change a terminal or cannot be seen."""
    unseen = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
    print("".join(c if c.isprintable() and c not in unseen or c in "\n\t" else "?" for c in text), file=file)


def report(version):
    """Prints what has become of a version; the exit code."""
    if version.get("output"):
        say(version["output"].rstrip("\n"))
    for name in version.get("left_out", []):
        say("not copied: " + name)
    if version["status"] != "ready":
        say(f"submission {version['number']} does not play ({version['stage']}): {version['problem']}")
        return 1
    when = {"now": "it plays now", "next": "it plays from the next round on", "no": "another submission plays"}
    took = f", first answer after {version['turn_ms']:.0f} ms" if version.get("turn_ms") is not None else ""
    say(f"submission {version['number']} is ready{took}: {when[version['plays']]}")
    return 0


def word_in(path):
    """The token in a file, also as the shells and editors of Windows write it: in UTF-16, or with a mark."""
    with open(path, "rb") as file:
        text = file.read()
    wide = text[:2] in (b"\xff\xfe", b"\xfe\xff")
    return text.decode("utf-16" if wide else "utf-8-sig").strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url", help="of the tournament's pages: https://HOST:PORT/")
    parser.add_argument("path", metavar="FILE|DIR", help="the bot: a folder, an archive, or its only file")
    parser.add_argument("--token-file", required=True, help="the token of your entrant")
    parser.add_argument("--no-wait", action="store_true", help="do not wait for the build and the trial")
    parser.add_argument("--ca", help="certificates that are trusted, PEM")
    parser.add_argument("--pin", default="", help="SHA-256 of the referee's certificate")
    arguments = parser.parse_args()
    try:
        referee = Referee(arguments.url, word_in(arguments.token_file), arguments.ca, arguments.pin)
        if not os.path.exists(arguments.path):
            raise ValueError(f"{arguments.path}: expected a file or a folder")
        name, body = packed(arguments.path)
    except (OSError, ValueError) as wrong:
        parser.error(str(wrong))
    try:
        most = referee.ask("GET", "/api/submissions")["max_bytes"]
        if len(body) > most:
            raise Refused(f"it has {len(body)} bytes, and at most {most} are accepted")
        version = referee.ask("PUT", "/submissions?name=" + urllib.parse.quote(name), body)
        known = ", the same as before" if version["known"] else ""
        say(f"received: submission {version['number']}{known}, SHA-256 {version['sha256']}")
        if arguments.no_wait:
            return 0
        version = referee.ask("GET", version["url"])
        while version["status"] == "waiting":
            time.sleep(1)
            version = referee.ask("GET", f"/api/submissions/{version['number']}")
        return report(version)
    except Refused as refused:
        say(f"submit: {refused}", sys.stderr)
        return 1
    except (OSError, http.client.HTTPException) as lost:
        say(f"submit: {arguments.url}: {lost}", sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main())
