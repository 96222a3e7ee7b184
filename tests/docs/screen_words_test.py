"""Screens say the words of users. The texts of pages, reports, terminals and notes are found in the sources; keys of JSON, names of
classes and comments are none of them. docs/GLOSSARY.md says which word stands for which."""
import ast
import html.parser
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Words of records and code, with those that users read instead.
OURS = {
    r"encounters?": "match",
    r"hand(?:s|ed|ing)?[- ]ins?": "submission; submit",
    r"charged?": "thinking time",
    r"struck": "cancelled by the arbiter",
    r"(?:did|has|have|had) not come": "absent",
    r"equal with": "drew with",
    r"(?:won|wins)[-, ]+shared": "won, drawn",
}
WORDS = re.compile(rf"(?<![-\w])(?:{'|'.join(OURS)})(?![-\w])", re.I)
TERMS = re.compile(r"direct encounter", re.I)  # FIDE's name of a tie-break

ROOMS = ["referee/collect", "referee/games", "referee/join", "referee/lab", "referee/pages", "referee/play", "referee/report", "referee/score",
         "referee/screen", "referee/series", "referee/show", "referee/tournament/formats", "referee/tournament/run", "referee/tournament/standings",
         "referee/versions", "referee/web", "sample_bots/python"]
PRINTED = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "referee/cli").rglob("*.cpp"))
           if re.search(r"(_command|_run|match_summary|progress|tournament_web)\.cpp$", path.name)]
# A spreadsheet's columns and values stay what they were.
KEPT = {("referee/collect/class_list.cpp", "Hand-in"), ("referee/collect/class_list.cpp", "no hand-in")}

CPP = re.compile(r"""//[^\n]*|/\*.*?\*/|\#include[^\n]*|R"(\w*)\((?P<raw>.*?)\)\1"|"(?P<text>(?:\\.|[^"\\\n])*)"|(?<!\w)'(?:\\.|[^'\\\n])+'""", re.S)


def texts_of_cpp(source):
    for found in CPP.finditer(source):
        text = found["raw"] if found["raw"] is not None else found["text"]
        if text:
            yield text.replace('\\"', '"').replace("\\n", "\n")


def texts_of_js(source):
    """Strings, and the parts of templates between their values, which may have templates of their own."""
    at, braces, text = 0, [], None  # `braces`: how many are open in each value around; `text`: the part of a template that is read
    while at < len(source):
        found = re.compile(r"\\." if text is not None else r"""//[^\n]*|/\*.*?\*/|"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'""", re.S).match(source, at)
        if found:
            if text is None and (found[1] or found[2]):
                yield found[1] or found[2]
            at = found.end()
            continue
        if text is not None and source.startswith("${", at):
            yield text
            text = None
            braces.append(0)
            at += 2
            continue
        letter = source[at]
        if text is not None and letter == "`":
            yield text
            text = None
        elif text is not None:
            text += letter
        elif letter == "`":
            text = ""
        elif braces and letter in "{}":
            braces[-1] += 1 if letter == "{" else -1
            if braces[-1] < 0:
                braces.pop()
                text = ""
        at += 1


class Texts(html.parser.HTMLParser):
    def __init__(self, source):
        super().__init__()
        self.texts = []
        self.feed(source)

    def handle_starttag(self, tag, attrs):
        self.texts += [value for name, value in attrs if name in ("alt", "aria-label", "placeholder", "title") and value]

    def handle_data(self, data):
        self.texts.append(data)


def texts_of_py(source):
    tree = ast.parse(source)
    comments = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))
                and isinstance(node.body[0], ast.Expr)}
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in comments]


READERS = {".cpp": texts_of_cpp, ".h": texts_of_cpp, ".js": texts_of_js, ".html": lambda source: Texts(source).texts, ".py": texts_of_py}


def is_prose(text):
    """Not so: a key, an identifier, a class."""
    return bool(re.search(r"\s", text.strip())) or text[:1].isupper() or text[:1] in " (,;:"


def ours_in(name, source):
    """(text, word) of each text that has a word of ours."""
    found = []
    for text in READERS[pathlib.PurePath(name).suffix](source):
        if is_prose(text) and (name, text) not in KEPT and (word := WORDS.search(TERMS.sub("", text))):
            found.append((text, word[0]))
    return found


class ScreenWords(unittest.TestCase):
    maxDiff = None

    def test_texts_have_the_words_of_users(self):
        files = [ROOT / name for name in PRINTED]
        for room in ROOMS:
            files += [path for path in sorted((ROOT / room).rglob("*")) if path.suffix in READERS]
        self.assertGreater(len(files), 300)
        said = [f"{name}: {word!r} in {text!r}" for path in files for name in [path.relative_to(ROOT).as_posix()]
                for text, word in ours_in(name, path.read_text())]
        self.assertEqual([], said, "docs/GLOSSARY.md has the words that users read: " + "; ".join(
            f"{theirs} (not {ours})" for ours, theirs in OURS.items()))

    def test_a_word_of_ours_is_found_wherever_it_is_shown(self):
        for name, source in [
            ("a.cpp", 'out += "the " + "encounter is over";'), ("a.cpp", 'std::string(R"(<p>Handed in</p>)")'),
            ("a.cpp", 'column("Hand-in")'), ("a.cpp", "if (c == '\"') { say(\"was charged 3 ms\"); }"),
            ("a.js", "const a = `${n} games ${why ? `of an encounter` : \"\"}`;"), ("a.js", "f({a: 1}, `(${x}) (struck)`)"),
            ("a.js", "text('nobody has handed in')"), ("a.html", "<p>Charged time</p>"), ("a.html", '<b title="an encounter">x</b>'),
            ("a.py", 'print(f"handed in: {number}")'), ("a.py", '"""Hands in a bot."""\n'),
        ]:
            with self.subTest(name, source=source):
                self.assertEqual(1, len(ours_in(name, source)))

    def test_keys_classes_and_comments_are_no_texts(self):
        for name, source in [
            ("a.cpp", '// an encounter\nout.field("encounters", 1).field("struck", x); /* charged time */'),
            ("a.cpp", 'html::cell("2", "charge-bar over")'), ("a.cpp", 'Entry{"DE", kind, "direct encounter"}'),
            ("a.js", '// charged\nbyId("hand-in").status === "struck" ? charged : {class: "charge-bar over"}'),
            ("a.html", '<section id="hand-in" class="charged more">games</section>'),
            ("a.py", 'def f():\n    """An encounter."""\n    return version["struck"]  # handed in\n'),
        ]:
            with self.subTest(name, source=source):
                self.assertEqual([], ours_in(name, source))

    def test_the_glossary_has_each_word(self):
        table = (ROOT / "docs/GLOSSARY.md").read_text()
        for word in ("encounter", "hand-in", "charged time", "submission", "thinking time", "struck"):
            self.assertIn(word, table)


if __name__ == "__main__":
    unittest.main()
