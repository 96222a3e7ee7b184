// Whether the page follows the tournament, in words.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});

  /// What the page says of a connection: {state: "static" | "connecting" | "live" | "lost" | "held", since: Date or
  /// null, data: the moment of the data shown or "", status: of the tournament, ended: when it ended}. "Live" is said only
  /// while something is. `alarm`: whether people should be told.
  const connectionText = ({state, since, data, status, ended}) => {
    const as = data ? ` of ${referee.momentText(data)}` : "";
    switch (state) {
      case "static":
        return {text: data ? `Saved ${referee.momentText(data)}. This page does not update itself.` : "This page does not update itself.", alarm: false};
      case "live":
        return {text: status === "finished" ? `Finished${ended ? ` at ${referee.momentText(ended)}` : ""}` : status === "waiting" ? "Has not begun" : "Live", alarm: false};
      case "held":
        return {text: `Updates are paused. You see the state${as}.`, alarm: false};
      case "lost":
        return {text: `Connection lost${since ? " at " + referee.momentText(since) : ""}. Trying again. You see the state${as}.`, alarm: true};
      default:
        return {text: "Connecting", alarm: false};
    }
  };

  /// Shows it in `node`, and tells `announcer` when the connection is lost and when it is back.
  class ConnectionState {
    constructor(node, announcer) {
      Object.assign(this, {node, announcer});
      this.lost = false;
    }

    show(connection) {
      const {text, alarm} = connectionText(connection);
      referee.setText(this.node, text);
      this.node.dataset.state = connection.state;
      this.node.dataset.status = connection.status ?? "";
      if (connection.state === "connecting") return;  // neither lost nor back
      if (alarm !== this.lost) this.announcer.tell(alarm ? text : "Connected again");
      this.lost = alarm;
    }
  }

  Object.assign(referee, {connectionText, ConnectionState});
})();
