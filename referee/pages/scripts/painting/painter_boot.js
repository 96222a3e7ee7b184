// Runs in the frame of a game's own painter, and nothing else does: it starts the painter as a worker of the frame. The
// frame is sandboxed, so it has an origin of its own, and its policy allows no network. The worker can only compute and
// talk to the page through the port that it is given; the page ends it by taking the frame away.
addEventListener("message", (event) => {
  if (event.source !== parent) return;
  const worker = new Worker(URL.createObjectURL(new Blob([event.data.source], {type: "text/javascript"})));
  worker.addEventListener("error", (error) => parent.postMessage({problem: String(error.message)}, "*"), {once: true});
  worker.postMessage(event.data.match, [event.ports[0]]);
}, {once: true});
parent.postMessage({ready: true}, "*");
