// Behind pyodide in one text: a worker that is to a bot in Python what python3 is to its process. It is sent {start}: the bot, referee.py, the compiled module and
// the standard library; then as bot_worker.js is. It says {ready} before the bot begins. There is no network, and no file but those of Python.
(() => {
  const MOST_PRINTED = 256 * 1024; // characters; nobody reads more
  const say = self.postMessage.bind(self);
  let printed = 0;
  let take; // gives the bot a line

  const print = (text) => {
    if (printed > MOST_PRINTED) return;
    printed += text.length;
    say({ printed: text + (printed > MOST_PRINTED ? "\n(The rest is not kept: the bot prints too much.)" : "") });
  };

  const GLUE = `
import json, sys, traceback, types
def _begin(library_text, bot_text, say, leave):
    library = types.ModuleType("referee")
    library.__file__ = "referee.py"
    exec(compile(library_text, "referee.py", "exec"), library.__dict__)
    sys.modules["referee"] = library
    bots = []
    def play(move, *, start=None, see=None, one_match=False):
        bots.append(library.Bot(move, start, see, one_match))
        say(json.dumps(bots[0].hello))
    library.play = play  # the page gives messages to the bot: nobody can wait for them here
    with open("bot.py", "w") as file:
        file.write(bot_text)
    def guarded(act):
        try:
            return act()
        except SystemExit as left:
            leave(f"ended with exit status {left.code or 0}")
        except BaseException as error:
            at = error.__traceback__
            while at and at.tb_frame.f_code.co_filename != "bot.py" and at.tb_next:
                at = at.tb_next
            if at.tb_frame.f_code.co_filename != "bot.py":
                at = None  # its text is not Python: the exception has the place
            print("".join(traceback.format_exception(type(error), error, at)).rstrip(), file=sys.stderr)
            leave("ended with exit status 1")
    def take(line):
        message = json.loads(line)
        answer = bots[0].answer(message) if bots else None
        if answer:
            say(json.dumps(answer))
        if message["type"] == "bye":
            sys.exit()
    guarded(lambda: exec(compile(bot_text, "bot.py", "exec"), {"__name__": "__main__", "__file__": "bot.py"}))
    if not bots:
        print("The bot has not called play(move) of referee. In the browser a bot cannot read standard input by itself.", file=sys.stderr)
        leave("it has not called play()")
    return lambda line: guarded(lambda: take(line))
_begin
`;

  /** Python, from what was sent: nothing is fetched. */
  async function load({ wasm, stdlib, lock }) {
    self.fetch = async (address) => new Response(String(address).endsWith(".zip") ? stdlib : new Uint8Array(), { headers: { "Content-Type": "application/wasm" } });
    WebAssembly.instantiateStreaming = async (response, imports) => ({ module: wasm, instance: await WebAssembly.instantiate(wasm, imports) });
    const python = await loadPyodide({ indexURL: "https://nowhere.invalid/", lockFileContents: lock, stdLibURL: "https://nowhere.invalid/python_stdlib.zip" });
    self.fetch = undefined;
    python.setStdout({ batched: print });
    python.setStderr({ batched: print });
    return python;
  }

  async function begin(start) {
    try {
      const python = await load(start);
      say({ ready: true });
      take = python.runPython(GLUE)(start.library, start.code, (line) => say({ output: `${line}\n` }), (why) => say({ gone: why }));
    } catch (failure) {
      print(String(failure));
      say({ gone: "Python cannot be started" });
    }
  }

  self.onmessage = ({ data }) => {
    if (data.ping) say({ pong: true });
    else if (data.start) begin(data.start);
    else if (data.end) say({ gone: "ended with exit status 0" });
    else if (data.input !== undefined) data.input.split("\n").filter(Boolean).forEach((line) => take(line));
  };
})();
