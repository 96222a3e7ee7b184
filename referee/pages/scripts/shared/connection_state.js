// Whether the page follows the tournament, in words.
import {setText} from "./dom.js";
import {momentText, plain} from "./texts.js";

/// "21:40", with the day if it is another one than `now`'s.
const clockText = (moment, now = new Date()) => {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return plain(moment);
  const two = (number) => String(number).padStart(2, "0");
  const day = date.toDateString() === now.toDateString() ? "" : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}, `;
  return `${day}${two(date.getHours())}:${two(date.getMinutes())}`;
};

/// Whether a tournament is played now.
export const isPlayed = ({status, live, between_rounds: between}) => status === "running" && live && !between;

/// How far a tournament is while the page follows it; "Live" only while it is played.
export const courseText = (data, now) => {
  const {status, live, finished_at: finishedAt} = data;
  if (status === "finished") return finishedAt ? `Finished at ${clockText(finishedAt, now)}` : "Finished";
  if (status === "waiting") return "Not begun";
  if (!live) return "Not being played now";
  return isPlayed(data) ? "Live" : "Between rounds";
};

/// What the page says of a connection: {state: "static" | "connecting" | "live" | "lost" | "held", since: Date or
/// null, data: the moment of the data shown or "", course: what to say in place of "Live", played: whether something is live}.
/// `alarm`: whether people should be told.
export const connectionText = ({state, since, data, course}) => {
  const as = data ? ` of ${momentText(data)}` : "";
  switch (state) {
    case "static":
      return {text: data ? `Saved ${momentText(data)}. This page does not update itself.` : "This page does not update itself.", alarm: false};
    case "live":
      return {text: course ?? "Live", alarm: false};
    case "held":
      return {text: `Updates are paused. You see the state${as}.`, alarm: false};
    case "lost":
      return {text: `Connection lost${since ? " at " + momentText(since) : ""}. Trying again. You see the state${as}.`, alarm: true};
    default:
      return {text: "Connecting", alarm: false};
  }
};

/// Shows it in `node`, and tells `announcer` when the connection is lost and when it is back.
export class ConnectionState {
  constructor(node, announcer) {
    Object.assign(this, {node, announcer});
    this.lost = false;
  }

  show(connection) {
    const {text, alarm} = connectionText(connection);
    setText(this.node, text);
    this.node.dataset.state = connection.state;
    this.node.classList.toggle("quiet", connection.played === false);
    if (connection.state === "connecting") return;  // neither lost nor back
    if (alarm !== this.lost) this.announcer.tell(alarm ? text : "Connected again");
    this.lost = alarm;
  }
}
