"""`referee token`: tokens for entrants that dial in."""
import hashlib
import json
import re
import unittest

from fixture.case import RefereeCase

CANVAS = ("Student,ID,SIS User ID,SIS Login ID,Section,Kalah tournament\n"
          "Points Possible,,,,,100\n"
          '"Liddell, Alice",,s1001,alice,,61.5\n'
          '"Hatter, Mad",,s1002,mad@example.edu,,3\n')


class Token(RefereeCase):
    def mode_of(self, name):
        return (self.folder / name).stat().st_mode & 0o7777

    def roster(self, text, code=0):
        self.write("students.csv", text)
        return self.referee("token", "--roster", "students.csv", code=code)

    def entrants(self):
        return self.read_json("tokens/entrants.json")

    def test_one_line_for_each_name(self):
        tokens, lines = set(), self.referee("token", "alice", "Bob").splitlines()
        for name, line in zip(("alice", "Bob"), lines, strict=True):
            token, entrant = re.fullmatch(name + r"  token: ([0-9a-f]{32})  entrant: (\{.*\})", line).groups()
            self.assertEqual({"name": name, "token_sha256": hashlib.sha256(token.encode()).hexdigest()}, json.loads(entrant))
            tokens.add(token)
        self.assertEqual(2, len(tokens))
        self.assertFalse((self.folder / "tokens").exists(), "printed once, never stored")

    def test_json_is_one_object(self):
        (told,) = json.loads(self.referee("token", "alice", "--json"))["tokens"]
        sha256 = hashlib.sha256(told["token"].encode()).hexdigest()
        self.assertEqual(("alice", {"name": "alice", "token_sha256": sha256}), (told["name"], told["entrant"]))

    def test_wrong_names_are_refused_before_any_token_is_printed(self):
        for name, message in (("a b", "name 'a b': expected 1 to 32 letters, digits"),
                              ("x\x1b[2J", "name 'x?[2J': expected 1 to 32 letters"),
                              ("GOOD", "name 'GOOD': expected each name once"),
                              ("house-2", "name 'house-2': expected another name")):
            with self.subTest(name):
                self.assertEqual("", self.referee("token", "good", name, code=2))
                self.assertIn(message, self.said)
        self.assertIn("expected names, or --roster FILE", self.run_to_end("token").err)
        self.referee("token", "alice", "--roster", "students.csv", code=2)

    def test_a_roster_gives_entrants_and_one_token_file_a_student(self):
        said = self.roster(CANVAS)
        self.assertEqual(4, said.count("\n"), said)
        self.assert_words(said, "tokens/entrants.json: 2 entrants, ", "tokens/NAME.token: 2 new tokens; ",
                          '"roster": "students.csv"', "skipped: line 2: Points Possible\n")
        before = self.entrants()
        self.assertEqual(["alice", "mad"], [entrant["name"] for entrant in before])
        self.assertEqual("Alice Liddell", before[0]["display"])
        for entrant in before:
            file = f"tokens/{entrant['name']}.token"
            token = self.read(file).removesuffix("\n")
            self.assertRegex(token, r"\A[0-9a-f]{32}\Z")
            self.assertEqual(hashlib.sha256(token.encode()).hexdigest(), entrant["token_sha256"])
            self.assertEqual(0o600, self.mode_of(file), '"mode 0600"')
            self.assertNotIn(token, self.read("tokens/entrants.json"), "hashes only")
            self.assertNotIn(token, said)

        # What it writes is good for a tournament file.
        config = {"name": "x", "game": "walls", "format": {"kind": "round_robin"}, "entrants": before}
        self.write("x.json", json.dumps(config))
        self.assertIn("2 bots: all of them dial in with a token.", self.referee("check", "x.json"))

        # A token file that is there is kept.
        token = self.read("tokens/alice.token")
        said = self.roster(CANVAS + '"Rabbit, White",,s3,white,,\n')
        self.assert_words(said, "tokens/NAME.token: 1 new tokens", "kept: 2 token files that were there: alice, mad\n")
        self.assertEqual(token, self.read("tokens/alice.token"))
        after = self.entrants()
        self.assertEqual((3, before), (len(after), after[:2]))

    def test_a_file_that_holds_no_token_is_named_and_left_alone(self):
        for content in ("", " \n", "two words\n"):
            with self.subTest(content):
                self.write("tokens/alice.token", content)
                self.roster(CANVAS, code=2)
                self.assertTrue(self.said.startswith("referee: tokens/alice.token: holds no token"), self.said)
                self.assert_words(self.said, "expected one word", "remove it to draw one\n")
                self.assertEqual(content, self.read("tokens/alice.token"))
                self.assertFalse((self.folder / "tokens/entrants.json").exists())

    def test_wrong_rosters_are_named(self):
        self.roster("Rufname,Matrikel\nAlice,1\n", code=2)
        self.assert_words(self.said, "students.csv: line 1: got the columns", '["Rufname","Matrikel"], expected the header')
        self.assertFalse((self.folder / "tokens").exists(), "nothing is made before the roster is read")
        self.referee("token", "--roster", "nowhere.csv", code=2)
        self.assertEqual("referee: nowhere.csv: cannot be read: no such file\n", self.said)

    def test_the_folder_is_for_its_owner_and_may_be_chosen(self):
        self.write("students.csv", CANVAS)
        self.referee("token", "--roster", "students.csv", "--out", "a/b")
        self.assertEqual(0o700, self.mode_of("a/b"))
        self.assertTrue(self.mode_of("a/b/entrants.json") & 0o400)


if __name__ == "__main__":
    unittest.main()
