// How processes end.
import { constants } from "node:os";

const NAMES = { SIGABRT: "Aborted", SIGBUS: "Bus error", SIGFPE: "Floating point exception", SIGHUP: "Hangup", SIGILL: "Illegal instruction", SIGINT: "Interrupt",
  SIGKILL: "Killed", SIGPIPE: "Broken pipe", SIGQUIT: "Quit", SIGSEGV: "Segmentation fault", SIGTERM: "Terminated", SIGXCPU: "CPU time limit exceeded" };
const DRAINED_MS = 200; // from the end of a process to that of its output, which a child of it may hold open

/** "signal 9 (Killed)". */
export const signalText = (signal) => `signal ${constants.signals[signal]} (${NAMES[signal] ?? signal})`;

/** The end of a process, when all that it has printed was read: {code, signal}. What a child of it prints later is not read, so that
 * this program need not wait for that child. */
export function endOf(child) {
  const closed = new Promise((resolve) => { child.on("close", resolve); });
  return new Promise((resolve) => {
    child.on("exit", async (code, signal) => {
      await Promise.race([closed, new Promise((late) => { setTimeout(late, DRAINED_MS); })]);
      for (const stream of child.stdio) stream?.destroy();
      resolve({ code, signal });
    });
  });
}
