"""The page to hand in versions in a real browser, from a stand-in for the server. Exit code 77 where there is no
Chromium. It takes over 5 s, most of which go into starting Chromium and loading the page of each test."""
import io
import tarfile
import unittest

import stand_in
import tournament_samples as samples
from browser import Keys
from page_case import FOLDER, PageCase

TOKEN = "secret-of-ada"
READY = {"sha256": "0" * 64, "name": "bot.py", "at": "2026-11-23T08:00:00.000Z", "status": "ready", "plays": "next", "stage": "ready",
         "problem": "", "output": "two <b>warnings</b>\n", "command": ["./bot.py"], "left_out": ["x\u202ey"], "build_seconds": 1.5, "turn_ms": 12.3}
FAILED = {**READY, "status": "failed", "plays": "no", "stage": "build", "problem": "exit status 1", "output": "bot.c:1: error", "turn_ms": None}


class SubmitPage(PageCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (FOLDER / "bot.py").write_text("print(1)\n")
        (FOLDER / "data.txt").write_text("data\n")

    def setUp(self):
        super().setUp()
        self.server = stand_in.StandIn(me=samples.me(), token=TOKEN)
        self.server.next_version = READY
        self.server.start()
        self.browser.open(self.server.url + "submit")

    def tearDown(self):
        self.browser.run("sessionStorage.clear()")
        self.browser.leave()
        self.server.stop()

    def enter(self, token=TOKEN):
        self.browser.find("#token").send_keys(token, Keys.ENTER)

    def hand_in(self, *names):
        self.enter()
        self.browser.wait("return !document.querySelector('#submit').hidden")
        self.browser.find("#files").send_keys("\n".join(str(FOLDER / name) for name in names))
        self.browser.find("#send").send_keys(Keys.ENTER)

    def result(self):
        self.browser.wait("return !document.querySelector('#result').hidden")
        return self.browser.text("#result")

    def test_a_file_is_handed_in_with_the_keyboard_alone(self):
        self.hand_in("bot.py")
        result = self.result()
        self.assertIn("Submission 1 is ready: it plays from the next round on", result)
        self.assertIn("two <b>warnings</b>", result)
        self.assertEqual(self.server.bodies, [b"print(1)\n"])
        self.browser.wait("return document.querySelectorAll('#versions tbody tr').length === 1")
        for path, headers in self.server.requests:
            self.assertNotIn(TOKEN, path)
            private = path.startswith(("/api/submissions", "/submissions"))
            self.assertEqual({name for name, value in headers.items() if TOKEN in value}, {"Authorization"} if private else set())
        self.assertEqual(self.browser.messages(), [])

    def test_several_files_become_an_archive(self):
        self.hand_in("bot.py", "data.txt")
        self.result()
        with tarfile.open(fileobj=io.BytesIO(self.server.bodies[0])) as tar:
            self.assertEqual(tar.getnames(), ["bot.py", "data.txt"])

    def test_what_does_not_build_is_told_in_the_words_of_the_compiler(self):
        self.server.next_version = FAILED
        self.hand_in("bot.py")
        result = self.result()
        self.assertIn("does not play: exit status 1", result)
        self.assertIn("bot.c:1: error", result)

    def test_a_refusal_says_why(self):
        self.server.refusal = (429, [("Retry-After", "600")], {"title": "Too Many Requests", "status": 429, "detail": "12 versions within an hour"})
        self.hand_in("bot.py")
        self.browser.wait("return !document.querySelector('#problem').hidden")
        self.assertIn("12 versions within an hour", self.browser.text("#problem"))
        self.assertFalse(self.browser.run("return document.querySelector('#send').disabled"))

    def test_too_large_a_file_is_not_sent(self):
        (FOLDER / "large.zip").write_bytes(b"x" * 200_000)
        self.hand_in("large.zip")
        self.browser.wait("return !document.querySelector('#problem').hidden")
        self.assertIn("are accepted", self.browser.text("#problem"))
        self.assertEqual(self.server.bodies, [])

    def test_a_wrong_token_is_asked_for_again(self):
        self.enter("wrong")
        self.browser.wait("return !document.querySelector('#problem').hidden")
        self.assertIn("does not know this token", self.browser.text("#problem"))


if __name__ == "__main__":
    unittest.main()
