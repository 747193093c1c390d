import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { z } from 'zod';
import type { Document } from '../model/document.ts';
import type { CompiledRuleset } from '../rules/compiled-ruleset.ts';
import { decodeDocument, FirestoreDocument } from './document-json.ts';
import { loadRuleset } from './load.ts';
import { type Answer, answer, FetchedDocument, Identified, LoadRuleset, Verify } from './messages.ts';
import { verify } from './verify.ts';

/**
 * Speaks the protocol that firebase-tools expects from its storage rules process: one JSON object per line.
 * @returns a promise that settles when the input has ended and every answer is written
 */
export async function runStorageRules(stdin: Readable, stdout: Writable): Promise<void> {
  const runtime = new StorageRulesRuntime((message) => stdout.write(`${JSON.stringify(message)}\n`));
  runtime.start();
  for await (const line of createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== '') runtime.receive(line);
  }
  await runtime.settled();
}

class StorageRulesRuntime {
  readonly #send: (message: object) => void;
  readonly #rulesets = new Map<string, CompiledRuleset>();
  /** By the id of the verification that waits for a document. */
  readonly #fetches = new Map<number, (document: unknown) => void>();
  readonly #running = new Set<Promise<void>>();

  constructor(send: (message: object) => void) {
    this.#send = send;
  }

  /** firebase-tools starts nothing before it has seen this answer. */
  start(): void {
    this.#send(answer(-1));
  }

  receive(line: string): void {
    const message = parseJson(line);
    const identified = Identified.safeParse(message);
    if (!identified.success) return this.#send(answer(-2, { errors: ['Every line is a JSON object with a numeric id.'] }));
    const { id, action } = identified.data;
    if (action === undefined) this.#fetched(id, message);
    else this.#run(id, action, message);
  }

  /** After the end of the input no document can arrive any more: they count as missing. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) {
      for (const id of this.#fetches.keys()) this.#fetched(id, { id, status: 'not_found' });
      await Promise.race(this.#running);
    }
  }

  #run(id: number, action: string, message: unknown): void {
    const running = this.#answer(id, action, message)
      .catch((error: unknown) => answer(id, { errors: [`The storage rules runtime failed: ${String(error)}`] }))
      .then((result) => this.#send(result))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #answer(id: number, action: string, message: unknown): Promise<Answer> {
    if (action === 'load_ruleset') return this.#parsed(id, LoadRuleset, message, (request) => loadRuleset(request, this.#rulesets));
    if (action === 'verify') {
      return this.#parsed(id, Verify, message, (request) =>
        verify(request, this.#rulesets.get(request.context.rulesetName), (path) => this.#fetch(id, path)),
      );
    }
    return answer(id, { errors: [`Unknown action '${action.slice(0, 60)}'. Use load_ruleset or verify.`] });
  }

  async #parsed<T>(id: number, schema: z.ZodType<T>, message: unknown, run: (request: T) => Answer | Promise<Answer>): Promise<Answer> {
    const request = schema.safeParse(message);
    if (request.success) return run(request.data);
    const problems = request.error.issues.slice(0, 5).map(({ path, message: problem }) => `${path.join('.')}: ${problem}`);
    return answer(id, { errors: problems });
  }

  #fetch(id: number, path: string): Promise<Document | undefined> {
    const encoded = path.split('/').map(encodeURIComponent).join('/');
    return new Promise((resolve) => {
      this.#fetches.set(id, (fetched) => {
        const document = FirestoreDocument.safeParse(fetched);
        resolve(document.success ? decodeDocument(document.data, path) : undefined);
      });
      // The same id twice: another server_request_id could be the id of a later request.
      this.#send({
        ...answer(id),
        server_request_id: id,
        action: 'fetch_firestore_document',
        context: { path: `/databases/(default)/documents/${encoded}` },
      });
    });
  }

  #fetched(id: number, message: unknown): void {
    const resume = this.#fetches.get(id);
    this.#fetches.delete(id);
    const fetched = FetchedDocument.safeParse(message);
    resume?.(fetched.success && fetched.data.status === 'ok' ? fetched.data.result : undefined);
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
