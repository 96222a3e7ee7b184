// What becomes of a version of a bot that was handed in.
import {plain} from "./texts.js";

const kBetween = 1500;  // milliseconds between two questions whether a version is ready

const kPlays = {now: "it plays now", next: "it plays from the next round on", no: "another submission plays"};

/// What has become of a version, in a sentence.
export const versionText = (version) => {
  if (version.status === "waiting") return `Submission ${version.number} is being built and tried`;
  if (version.status === "ready") return `Submission ${version.number} is ready: ${kPlays[version.plays] ?? ""}`;
  return `Submission ${version.number} does not play: ${plain(version.problem, 300)}`;
};

/// Asks until a version is ready or has failed. `show` is called with each answer; ends early if it returns false.
export const followVersion = async (source, number, show) => {
  for (;;) {
    const version = await (await source.get(`api/submissions/${number}`)).json();
    if (show(version) === false) return false;
    if (version.status !== "waiting") return true;
    await new Promise((resolve) => setTimeout(resolve, kBetween));
  }
};
