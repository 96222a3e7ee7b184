// The lobby, which the server has written into the page: shows what it writes from then on, and copies commands.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});

  class Lobby {
    /// `node`: the section of the lobby.
    constructor(node) {
      this.node = node;
      this.showButtons(node);
      node.addEventListener("click", (event) => this.copy(event.target));
      this.source = new referee.PageSource("./", {onPage: (text) => this.receive(text), onState: () => {}});
    }

    start() {
      this.source.start();
      document.addEventListener("visibilitychange", () => {
        if (this.node.isConnected && document.visibilityState === "visible") this.source.start();
        else this.source.stop();
      });
    }

    /// Without a lobby in the page the tournament has begun.
    receive(text) {
      const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("lobby");
      if (fresh) {
        this.showButtons(fresh);
        referee.updateElement(this.node, fresh);
      } else {
        this.node.remove();
        this.source.stop();
      }
    }

    showButtons(node) {
      for (const button of node.querySelectorAll("[data-copy]")) button.hidden = false;
    }

    /// Browsers copy only on pages of this machine or with TLS: on others the command is selected.
    copy(button) {
      if (!button.dataset.copy) return;
      getSelection().selectAllChildren(button.parentNode.querySelector("code"));
      button.textContent = "Selected";
      navigator.clipboard?.writeText(button.dataset.copy).then(() => { button.textContent = "Copied"; }, () => {});
    }
  }

  referee.Lobby = Lobby;
  if (globalThis.document?.body?.dataset.page === "tournament") {
    document.addEventListener("DOMContentLoaded", () => {
      const node = document.getElementById("lobby");
      if (node) new Lobby(node).start();
    });
  }
})();
