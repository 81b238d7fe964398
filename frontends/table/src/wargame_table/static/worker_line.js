// The line to a table in a worker. `screen` gives a transport for one `<wargame-table>`, on the same line each time.

export class WorkerLine {
  /** `handlers` has `progress(text)`, `broken(problem)` and `stumbled(failure)`, both for failure.js. */
  constructor(table, handlers) {
    this.questions = new Map();
    this.handlers = handlers;
    this.isOpen = false;
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.#heard(data);
    this.worker.onerror = ({ message, filename, lineno }) => handlers.broken({ at: "worker", details: `${message || "the worker did not start"} ${filename ?? ""} ${lineno ?? ""}`.trim() });
    this.worker.postMessage({ open: table });
  }

  #heard(data) {
    if (data.hear) this.transport?.onmessage(data.hear);
    else if (data.progress) this.handlers.progress(data.progress);
    else if (data.broken) this.handlers.broken(data.broken);
    else if (data.stumbled) this.handlers.stumbled(data.stumbled);
    else if (data.state) {
      this.isOpen = true;
      this.transport?.onstate(data.state);
    } else if (data.answer) {
      this.questions.get(data.answer)?.(data.value);
      this.questions.delete(data.answer);
    }
  }

  /** What a function of the table returns: `sheet`, `picture`, `record`. */
  ask(methodName, ...callArguments) {
    return new Promise((resolve) => {
      const number = (this.count = (this.count ?? 0) + 1);
      this.questions.set(number, resolve);
      this.worker.postMessage({ ask: number, what: methodName, given: callArguments });
    });
  }

  /** A transport for a new screen; the one before hears nothing any more. */
  screen() {
    const transport = {
      onmessage: (_message) => {},
      onstate: (_state) => {},
      close: () => {},
      open: () => this.isOpen && transport.onstate("open"),
      send: (message) => this.worker.postMessage({ say: message }),
    };
    this.transport = transport;
    return transport;
  }
}
