"""Makes the pictures of the first page from the records beside this file: the page of a match, as Chromium shows it
(match.png), and a moving picture (planets.gif).

Usage: python3 docs/pictures.py REFEREE [FOLDER]
FOLDER: where they are written; default: docs."""
import pathlib
import subprocess
import sys
import tempfile

DOCS = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS.parent / "tests"), str(DOCS.parent / "tests/pages")]
WIDTH, HEIGHT = 1200, 800  # pixels
TURN = 60  # of the match of Light Cycle: each team still has a cycle


def show(referee, record, *words):
    subprocess.run([referee, "show", DOCS / record, *words], check=True)


def picture_of_page(referee, picture):
    from browser import Browser  # ends with exit code 77 where there is no Chromium

    browser = Browser()
    try:
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "match.html")
            show(referee, "match.jsonl", "--html", page)
            browser.look(WIDTH, HEIGHT)
            browser.open(f"{page.as_uri()}#t={TURN}")
            browser.wait(f"return document.fonts.status === 'loaded' && referee.viewer.reel.turnOf(referee.viewer.playback.index) === {TURN}")
            browser.run("document.activeElement.blur();")  # no frame around what has the focus
            picture.write_bytes(browser.driver.get_screenshot_as_png())
    finally:
        browser.close()


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("\n".join(__doc__.splitlines()[-2:]))
    referee = pathlib.Path(sys.argv[1]).resolve()
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else DOCS
    show(referee, "planets.jsonl", "--gif", folder / "planets.gif")
    picture_of_page(referee, folder / "match.png")


main()
