"""axe-core, the checker of accessibility, from npm. A test ends with exit code 77 where it cannot be fetched."""
import pathlib
import sys

from browser import LOOKS, SKIPPED
from fixture import npm
from page_case import PLACE, PageCase

HERE = pathlib.Path(__file__).resolve().parent
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def axe_script(folder):
    """The text of axe-core in the version that package-lock.json names, installed below `folder`."""
    try:
        return (npm.node_modules(HERE, folder) / "axe-core/axe.min.js").read_text()
    except npm.Unavailable as missing:
        print(f"skipped: {missing}")
        sys.exit(SKIPPED)


def violations(browser, script, *around):
    """What axe finds wrong with the page that `browser` shows, or with the elements that these selectors name: texts of rule,
    weight and element."""
    if not browser.run("return Boolean(globalThis.axe)"):
        # By the debugging protocol, because the policy of the pages allows no script of others.
        browser.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": script})
    # Lists of what passes, and of styles that no rule here reads, would take a tenth of the time.
    return browser.run("""
        const options = {runOnly: arguments[0], resultTypes: ["violations"], preload: false};
        return axe.run(arguments[1].length ? {include: arguments[1]} : document, options).then((result) => result.violations.map(
            ({id, impact, nodes}) => `${id} (${impact}): ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`));
        """, RULES, around)


class AxeTest(PageCase):
    """Has axe's `script`."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.script = axe_script(PLACE / "npm")

    def check(self, *around):
        """Expects axe to find nothing wrong with the page that is open, or with the elements that these selectors name."""
        self.browser.painted()
        self.assertEqual(violations(self.browser, self.script, *around), [])

    def each_look(self, what, *around):
        """Does so in every other size and theme. `what`: names the page in a failure."""
        for width, height, dark in LOOKS[1::2]:
            with self.subTest(what=what, dark=dark, width=width):
                self.browser.look(width, height, dark)
                self.check(*around)
