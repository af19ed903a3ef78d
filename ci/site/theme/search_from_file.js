// The search for pages that are read from a folder. A browser lets such pages neither fetch the index nor start a
// worker: so the index comes as a script, and the worker's script runs in a hidden frame.
if (location.protocol === "file:") {
  const index = new URL("search/search_index.js", document.currentScript.src);
  document.write(`<script src="${index}"></scr` + "ipt>");

  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.loaded = new Promise((resolve) => {
        const script = frame.contentDocument.createElement("script");
        script.src = url;
        script.onload = resolve;
        frame.contentDocument.body.append(script);
      });
    }

    postMessage(data) {
      this.loaded.then(() => this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data })));
    }
  };
}
