"""What is promised of the Python bots as texts, and the README's smallest bot."""

import io
import os
import re
import sys
import tempfile
import tokenize
import unittest

from fake_referee import PYTHON_BOTS, TREE, BotTest
from games import Walls
from stdio_test import play_match


def read(*path):
    with open(os.path.join(TREE, "sample_bots", *path), encoding="utf-8") as file:
        return file.read()


def code_lines(text):
    """Numbers of the lines that hold code: no blank lines, comments or docstrings."""
    idle = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    idle += (tokenize.ENCODING, tokenize.ENDMARKER)
    lines, fresh = set(), True
    for token in tokenize.tokenize(io.BytesIO(text.encode()).readline):
        is_docstring = token.type == tokenize.STRING and fresh
        if token.type not in idle and not is_docstring:
            lines.update(range(token.start[0], token.end[0] + 1))
        fresh = token.type in idle if not is_docstring else False
    return lines


class SourceTest(BotTest):
    def test_python_bots_are_short(self):
        for bot in PYTHON_BOTS:
            with self.subTest(bot=bot):
                text = read("python", bot)
                self.assertLessEqual(len(code_lines(text)), 30)
                self.assertLessEqual(max(map(len, text.splitlines())), 110)
                self.assertNotIn(";", re.sub(r'""".*?"""', "", text, flags=re.DOTALL))

    def test_the_counter_counts_code_only(self):
        self.assertEqual(code_lines('"""Doc\nmore."""\n# why\n\nx = (1,\n     2)  # two\nif x:\n    y = "a"\n'), {5, 6, 7, 8})

    def test_the_readme_s_smallest_bot_plays(self):
        blocks = re.findall(r"```python\n(.*?)```", read("README.md"), flags=re.DOTALL)
        self.assertEqual(len(blocks), 1)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "my_bot.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(blocks[0])
            process, peer = self.launch_peer([sys.executable, path])
            self.assertEqual(peer.receive(), {"type": "hello", "protocol": 1})
            peer.welcome()
            play_match(self, peer, Walls(), "m1")
            process.stdin.close()
            self.assert_exit(process, 0)


if __name__ == "__main__":
    unittest.main()
