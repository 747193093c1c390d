// A client's view of Listen targets, by gRPC or WebChannel, kept as an SDK would keep it.
import { http } from './rest-client.mjs';
import { encoded, framed } from './grpc-client.mjs';
import { canonicalFields, micros } from './values.mjs';

export class Listener {
  /** target id -> map of path to canonical fields. */
  targets = new Map();
  problems = [];
  readTime = 0n;
  ended = false;
  #pending = new Map();
  #documents;
  #send;
  close;

  constructor(database, open) {
    this.#documents = `${database}/documents/`;
    this.database = database;
    const { send, close } = open(
      (answer) => this.#take(answer),
      () => (this.ended = true),
    );
    this.#send = send;
    this.close = close;
  }

  add(id, target) {
    this.#pending.set(id, new Map());
    this.#send({ database: this.database, addTarget: { targetId: id, ...target } });
  }

  remove(id) {
    this.targets.delete(id);
    this.#pending.delete(id);
    this.#send({ database: this.database, removeTarget: id });
  }

  /** Paths and contents of a target as of the last consistent moment. */
  state(id) {
    return this.targets.get(id);
  }

  #take(answer) {
    const { targetChange, documentChange, documentDelete, documentRemove, filter } = answer;
    if (targetChange) this.#targetChange(targetChange);
    else if (documentChange) {
      const path = documentChange.document.name.slice(this.#documents.length);
      for (const id of documentChange.targetIds ?? []) this.#pending.get(id)?.set(path, canonicalFields(documentChange.document.fields));
      for (const id of documentChange.removedTargetIds ?? []) this.#pending.get(id)?.delete(path);
    } else if (documentDelete ?? documentRemove) {
      const gone = documentDelete ?? documentRemove;
      for (const id of gone.removedTargetIds ?? []) this.#pending.get(id)?.delete(gone.document.slice(this.#documents.length));
    } else if (filter) {
      const known = this.#pending.get(filter.targetId);
      if (known && known.size !== (filter.count ?? 0)) this.problems.push(`a filter says ${filter.count}, the client has ${known.size}`);
    } else if (answer.error) this.problems.push(`stream error ${JSON.stringify(answer.error)}`);
  }

  #targetChange({ targetChangeType = 'NO_CHANGE', targetIds = [], cause, readTime }) {
    if (cause) this.problems.push(`target ${targetIds} refused: ${cause.message}`);
    if (targetChangeType === 'RESET') for (const id of targetIds) this.#pending.set(id, new Map());
    if (targetChangeType !== 'NO_CHANGE' || targetIds.length > 0 || !readTime) return;
    const time = micros(readTime);
    if (time < this.readTime) this.problems.push(`the read time went back from ${this.readTime} to ${time}`);
    this.readTime = time;
    for (const [id, documents] of this.#pending) this.targets.set(id, new Map(documents));
  }
}

export function grpcListener(grpc, database) {
  return new Listener(database, (onAnswer, onEnd) => {
    const { stream, ended } = grpc.open('Listen', {}, onAnswer);
    void ended.then(onEnd);
    return { send: (json) => stream.write(framed(encoded('Listen', json))), close: () => stream.close() };
  });
}

/** Long polling: each back channel ends with the first messages. */
export function webChannelListener(port, database) {
  return new Listener(database, (onAnswer, onEnd) => {
    const path = '/google.firestore.v1.Firestore/Listen/channel?VER=8';
    let sid;
    let sent = 0;
    let seen = 0;
    let closed = false;
    let queue = Promise.resolve();
    const form = (json) =>
      new URLSearchParams({
        count: '1',
        ofs: String(sent++),
        req0___data__: JSON.stringify(json),
        ...(sid === undefined && { headers: 'Authorization:Bearer owner' }),
      });
    const post = async (json) => {
      const { status, text } = await http(
        port,
        'POST',
        sid === undefined ? `${path}&RID=1` : `${path}&RID=${sent}&SID=${sid}&AID=${seen}`,
        { body: form(json).toString() },
      );
      if (status !== 200) return onEnd();
      if (sid !== undefined) return undefined;
      sid = frames(text)[0][0][1][1];
      void poll();
    };
    const poll = async () => {
      for (;;) {
        if (closed) return undefined;
        const { status, text } = await http(port, 'GET', `${path}&RID=rpc&SID=${sid}&AID=${seen}&CI=1&TYPE=xmlhttp`, { timeout: 90_000 });
        if (status !== 200) return closed || onEnd();
        for (const [id, [message]] of frames(text).flat()) {
          if (id !== seen + 1 && !closed) onAnswer({ error: { message: `array ${id} follows ${seen}` } });
          seen = id;
          if (typeof message === 'object') onAnswer(message);
        }
      }
    };
    return {
      send: (json) => {
        queue = queue.then(() => post(json));
      },
      close: () => {
        closed = true;
        void http(port, 'POST', `${path}&SID=${sid}&TYPE=terminate`, { body: '' });
      },
    };
  });
}

/** Lengths count UTF-16 code units. */
function frames(text) {
  const found = [];
  for (let rest = text; rest.length > 0; ) {
    const newline = rest.indexOf('\n');
    const end = newline + 1 + Number(rest.slice(0, newline));
    found.push(JSON.parse(rest.slice(newline + 1, end)));
    rest = rest.slice(end);
  }
  return found;
}
