"""Headless Chromium for tests of pages. A test ends with exit code 77 where there is no Chromium or no Selenium."""
import atexit
import base64
import functools
import os
import pathlib
import shutil
import sys
import time

from fixture.program import PATIENCE

SKIPPED = 77
BLANK = "about:blank"
PICTURES = "REFEREE_PICTURES" in os.environ  # each takes as long as several checks
# Width, height in CSS pixels, and whether in dark colors: each size in one of both, as neither changes what the other shows.
LOOKS = [(1920, 1080, True), (1400, 900, False), (390, 844, False), (320, 568, True)]
# A window a test, on few cores: its pages are not kept when it leaves them, and compile and collect on their own thread.
ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
             "--disable-features=BackForwardCache", "--js-flags=--single-threaded"]
# Looks until what `%s` returns is true, for at most so many ms, and gives that and the error of the last look. The page itself looks
# again: asking from here as often takes a fifth of a core.
LOOK_AGAIN = """
const look = async () => { %s };
const until = async (end) => {
  for (;;) {
    let problem = "";
    try {
      const value = await look();
      if (value) return [value, problem];
    } catch (failed) {
      problem = `; ${failed}`;
    }
    if (performance.now() > end) return [null, problem];
    await new Promise((done) => setTimeout(done, 20));
  }
};
return until(performance.now() + arguments[0]);"""
PAINTED = "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));"

try:
    from selenium import webdriver
    from selenium.common.exceptions import JavascriptException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    print("skipped: python3-selenium is missing; scripts/setup --all installs it")
    sys.exit(SKIPPED)


def program(*names):
    """The path of the first of these programs that is installed."""
    for name in names:
        if path := shutil.which(name):
            return path
    print(f"skipped: {names[0]} is missing; scripts/setup --all installs it")
    sys.exit(SKIPPED)


class Browser:
    """A window of Chromium. Sizes are in CSS pixels."""

    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = program("chromium", "chromium-browser", "google-chrome")
        for argument in ARGUMENTS:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(program("chromedriver")))
        self.driver.set_page_load_timeout(PATIENCE)
        self.driver.set_script_timeout(PATIENCE)
        self.look()

    def close(self):
        self.driver.quit()

    def look(self, width=1400, height=900, dark=False, still=True):
        """Size of the window, its colors, and whether the reader asks for less motion."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}]})

    def open(self, address):
        """Loads a page or a file anew, and forgets messages of before."""
        if isinstance(address, pathlib.Path):
            address = address.resolve().as_uri()
        if "#" in address:  # only another fragment loads nothing anew
            self.leave()
        self.messages()
        self.driver.get(address)

    def leave(self):
        """Closes the page and its connections."""
        if self.driver.current_url != BLANK:
            self.driver.get(BLANK)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, what=None, seconds=PATIENCE):
        """Waits until the script gives a value that is true, and gives it. A script that fails, as on an element that is still to come, is tried again."""
        end = time.monotonic() + seconds
        while True:
            try:
                value, problem = self.run(LOOK_AGAIN % script, 1000)
            except JavascriptException as failed:
                value, problem = None, f"; {failed.msg}"
                time.sleep(0.02)
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"{what or script}: not after {seconds} s{problem}; messages: {self.messages()}")

    def press(self, *keys):
        """Presses keys where the focus is."""
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.find(selector).text

    def messages(self):
        """What the console says since it was asked last."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def painted(self):
        """Waits until the screen shows what was changed before."""
        self.run(PAINTED)

    def screenshot(self, file, always=False):
        """For people to look at: only where PICTURES says so, unless `always`."""
        self.painted()
        if not (PICTURES or always):
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        taken = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"optimizeForSpeed": True})
        file.write_bytes(base64.b64decode(taken["data"]))


@functools.cache
def shared():
    """The browser of all tests of this program, which ends with it."""
    browser = Browser()
    atexit.register(browser.close)
    return browser


__all__ = ["LOOKS", "PICTURES", "Browser", "By", "Keys", "SKIPPED", "program", "shared"]
