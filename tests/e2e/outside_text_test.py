"""Text from bots, people, files, file names and command lines never reaches a terminal or a report without escapes."""
import json
import os
import shutil
import socket
import unicodedata
import unittest

from fixture.case import PATIENT_CLOCK, ROOT, bot, rude_bot
from fixture.dial_in import DialIn
from fixture.program import PATIENCE
from fixture.tournament import TournamentCase, all_dialled, launched, walls

# ESC, C1, a bidirectional override and isolate, a zero-width space: text as JSON may contain it.
RUDE_TEXT = "a\x1bb\u009bc\u202ed\u2066e\u200bf"
# With a byte that is not UTF-8, as a command line and the name of a file may contain it.
RUDE = os.fsdecode(RUDE_TEXT.encode() + b"\xffg")
SHOWN = r"a\x1bb\xc2\x9bc\xe2\x80\xaed\xe2\x81\xa6e\xe2\x80\x8bf\xffg"  # RUDE as messages show it
SAMPLE = "sample:walls_random"


def harm_in(data):
    """What a terminal must not be shown of these bytes: control characters but for tabs and ends of lines, invisible characters,
    bytes that are not UTF-8."""
    text = data.decode(errors="surrogateescape").replace("\r\n", "\n")
    return [hex(ord(one)) for one in text if one not in "\n\t" and
            (unicodedata.category(one) in ("Cc", "Cf", "Cs", "Zl", "Zp") or ord(one) & 0xfffe == 0xfffe)]


class OutsideText(TournamentCase):
    def assert_safe(self, done):
        for data in done._read.values():
            self.assertEqual([], harm_in(bytes(data)), bytes(data))

    def run_safely(self, *words, code=None):
        """Runs the referee, whose output has to be safe for a terminal; with no code named it must fail."""
        done = self.run_to_end(*words)
        self.assert_safe(done)
        self.assertTrue(done.code == code if code is not None else done.code, f"{done.code}: {done.out}{done.err}")
        return done

    def assert_quoted(self, *words):
        """The referee refuses, with a line that shows RUDE."""
        done = self.run_safely(*words)
        self.assertIn(SHOWN, done.out + done.err)

    def assert_safe_reports(self, folder):
        """Only records keep harmful text as the bot said it."""
        files = [file for file in (self.folder / folder).iterdir() if file.is_file()]
        self.assertTrue(files)
        for file in files:
            self.assertEqual([], harm_in(file.read_bytes()), file.name)

    def rude_tournament(self):
        entrants = [{**launched(name, *rude_bot(program)), "display": RUDE_TEXT}
                    for name, program in (("rude", "harmful_text"), ("honest", "honest_walls"))]
        return {**walls(1, entrants), "name": RUDE_TEXT}

    # ---- command lines ----

    def test_names_of_files_are_quoted(self):
        for words in [["match", "walls", "--clock", "@" + RUDE],
                      ["match", "walls", "--bot", SAMPLE, "--bot", SAMPLE, "--reports", "/dev/null/" + RUDE],
                      ["run", RUDE], ["run", "--store", "x:" + RUDE, "config.json"], ["check", RUDE], ["standings", RUDE],
                      ["grade", RUDE, "--extra", "1"], ["ctl", "--socket", RUDE, "status"], ["verify", RUDE], ["show", RUDE],
                      ["ask", RUDE, "--seat", "0", "--", SAMPLE], ["pair", RUDE], ["pair", "--check", RUDE],
                      ["token", "--roster", RUDE], ["step", "walls", "--moves", RUDE],
                      ["superball", "player", "8", "10", "5", "pbyrg", RUDE, "n", "n", "1"]]:
            with self.subTest(ascii(words)):
                done = self.run_safely(*words)
                self.assertTrue(done.out + done.err)
        self.write_config(self.rude_tournament())
        for words in [["check", RUDE], ["standings", RUDE], ["verify", RUDE], ["ask", RUDE, "--seat", "0", "--", SAMPLE],
                      ["pair", RUDE]]:
            self.assert_quoted(*words)

    def test_other_words_of_the_command_line_are_quoted(self):
        for words in [[RUDE], ["match", RUDE], ["match", "walls", RUDE], ["match", "walls", "--games", RUDE],
                      ["match", "walls", "--bot", RUDE, "--bot", RUDE],
                      ["match", "walls", "--bot", "sample:" + RUDE, "--bot", SAMPLE], ["match", "walls", "--option", RUDE],
                      ["match", "walls", "--option", RUDE + "=1", "--bot", "cat", "--bot", "cat"],
                      ["match", "walls", "--clock", RUDE], ["match", "walls", "--listen", RUDE], ["ctl", RUDE], ["token", RUDE],
                      ["join", RUDE, "--name", "a", "--", "cat"], ["join", "127.0.0.1:1", "--name", RUDE, "--", "cat"],
                      ["join", "127.0.0.1:1", "--name", "a", "--", RUDE], ["check-bot", "--game", RUDE, "--", "cat"],
                      ["check-bot", "--game", "walls", "--", RUDE], ["step", RUDE], ["grade", "none.db", "--extra", RUDE],
                      ["grade", "none.db", "--extra", "1", "--csv", RUDE + ":x"]]:
            with self.subTest(ascii(words)):
                self.assertTrue(self.run_safely(*words).err)
        self.assert_quoted("match", RUDE)

    def test_an_end_of_a_line_in_the_command_line_begins_no_line_of_ours(self):
        forged = "x\nreferee: all is well"
        for words in [[forged], ["check", forged], ["standings", "none.db", "--format", forged], ["step", forged],
                      ["match", "walls", forged]]:
            with self.subTest(words):
                said = self.run_safely(*words).err
                self.assertIn(r"x\nreferee: all is well", said)
                self.assertNotIn("\nreferee: all is well", said)

    # ---- files ----

    def test_keys_and_values_of_a_tournament_file_are_quoted(self):
        rude = self.rude_tournament()
        honest = rude["entrants"][1]
        texts = [json.dumps(config, ensure_ascii=False) for config in [
            {**rude, RUDE_TEXT: 1},
            *({**rude, key: RUDE_TEXT}
              for key in ("game", "format", "clock", "start", "listen", "sandbox", "seed", "house_bot")),
            {**rude, "entrants": [{**rude["entrants"][0], "name": RUDE_TEXT}, honest]},
            {**rude, "entrants": [launched("rude", "./" + RUDE_TEXT), honest], "options": {"n": 3, RUDE_TEXT: RUDE_TEXT}}]]
        for text in [*texts, '{"name":"' + RUDE, RUDE, '{"a' + RUDE_TEXT + '":{"b":1,"b":2}}']:
            with self.subTest(ascii(text)):
                self.write("config.json", os.fsencode(text))
                self.run_safely("check", "config.json", code=2)

    def test_a_student_list_is_quoted(self):
        self.write("list.csv", f"name,login\n{RUDE_TEXT},ann\n,\n")
        self.assert_safe(self.run_to_end("token", "--roster", "list.csv", "--out", "tokens"))
        self.write("list.csv", f"{RUDE_TEXT},{RUDE_TEXT}\n1,2\n")
        self.run_safely("token", "--roster", "list.csv", code=2)

    # ---- bots ----

    def test_of_a_bot_in_a_match(self):
        file = shutil.copy(ROOT / "tests/e2e/rude/harmful_text.py", self.folder / f"{RUDE}.py")
        shutil.copy(ROOT / "tests/e2e/rude/talk.py", self.folder)
        done = self.run_safely(*self.match("walls", [f"/usr/bin/python3 -BS '{file}'", bot("honest_walls")], "--option", "n=3"),
                               code=0)
        self.assertIn("ended with exit status 5: last: a?b?c?d?e?f", done.out)
        (record,) = self.record_files()
        self.assertIn("b\u009bc\u202ed\u2066e\u200bf", record.read_text(), "records hold what was said")
        self.run_safely("verify", record, code=0)
        self.run_safely("show", record, code=0)

    def test_of_a_bot_that_is_checked(self):
        done = self.run_safely("check-bot", "--game", "walls", "--clock", json.dumps(PATIENT_CLOCK), "--pause-ms", "100",
                               "--json", "findings.json", "--", *rude_bot("harmful_text"), code=1)
        self.assertIn("last: a?b?c?d?e?f", done.out)
        findings = (self.folder / "findings.json").read_bytes()
        self.assertEqual([], harm_in(findings))
        json.loads(findings)

    def test_of_a_tournament(self):
        config, store = f"{RUDE}.json", f"{RUDE}.db"
        self.write(config, json.dumps(self.rude_tournament(), ensure_ascii=False))
        for form in ("text", "json"):
            self.run_safely("run", config, "--store", store, "--reports", RUDE, "--log-format", form, "--log-level", "debug",
                            code=0)
        self.assert_safe_reports(RUDE)
        for form in ("text", "json", "csv", "md", "html", "trf"):
            self.run_safely("standings", store, "--format", form, code=0)
        for words, code in [(["--explain", "rude"], 0), (["--explain", RUDE], 2), (["--hall-of-fame"], 2)]:
            self.run_safely("standings", store, *words, code=code)
        self.run_safely("grade", store, "--extra", "5", code=0)
        self.assertEqual(RUDE_TEXT, json.loads(self.referee("standings", store, "--format", "json"))["tournament"])

    def test_of_the_arbiter(self):
        served = self.serve({**walls(1, all_dialled("alice", "bob", "carol")), "name": RUDE_TEXT})
        self.assertIn("a", self.order("status"))
        for words in [["withdraw", "carol", RUDE], ["withdraw", RUDE], ["status"]]:
            self.ctl(*words)
        self.stop()
        self.assert_safe(served)
        self.assert_safe_reports("out")

    def test_of_a_referee_elsewhere(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(PATIENCE)
            alice = self.start("join", f"127.0.0.1:{listener.getsockname()[1]}", "--name", "alice", "--", "cat")
            connection = DialIn.adopt(listener.accept()[0])
        self.addCleanup(connection.close)
        connection.next()
        for message in [{"type": "welcome", "protocol": 1, "server": "referee 0.1", "name": "alice", "tournament": RUDE_TEXT},
                        {"type": "wait", "reason": RUDE_TEXT}, {"type": "error", "code": RUDE_TEXT, "message": RUDE_TEXT},
                        {"type": "bye", "reason": RUDE_TEXT}]:
            connection.send(message)
        self.assert_safe(alice.wait())
        self.assertIn("says bye: a?b?c?d?e?f\n", alice.err)


if __name__ == "__main__":
    unittest.main()
