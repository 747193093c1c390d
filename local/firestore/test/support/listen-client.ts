import { connect, type ClientHttp2Session } from 'node:http2';
import { framed, FrameReader } from '../../src/wire/grpc/frames.ts';
import { listenRequest, listenResponse, type ListenRequest, type ListenResponse } from '../../src/codec/messages/listen.ts';

export type Target = Partial<NonNullable<ListenRequest['addTarget']>> & { readonly targetId: number };

/** A Listen stream without an SDK: what the server says, message by message. */
export class ListenClient {
  readonly messages: ListenResponse[] = [];
  readonly #session: ClientHttp2Session;
  readonly #stream;
  readonly #database: string;
  #arrived: () => void = () => undefined;
  /** The gRPC status once the stream has ended. */
  status: string | undefined;

  constructor(url: string, database: string, authorization = 'Bearer owner') {
    this.#database = database;
    this.#session = connect(url);
    this.#stream = this.#session.request({
      ':method': 'POST',
      ':path': '/google.firestore.v1.Firestore/Listen',
      'content-type': 'application/grpc',
      ...(authorization !== '' && { authorization }),
    });
    const reader = new FrameReader(undefined);
    this.#stream.on('data', (chunk: Buffer) => {
      this.messages.push(...reader.push(chunk).map((message) => listenResponse.decode(message)));
      this.#arrived();
    });
    this.#stream.on('trailers', (trailers) => {
      this.status = String(trailers['grpc-status']);
      this.#arrived();
    });
    this.#stream.on('error', () => this.#arrived());
  }

  add(target: Target): void {
    this.#send({ addTarget: { resumeToken: new Uint8Array(), once: false, ...target } });
  }

  remove(id: number): void {
    this.#send({ removeTarget: id });
  }

  /** Everything up to and including the next global message, or what came before the stream ended. */
  async snapshot(): Promise<readonly ListenResponse[]> {
    for (;;) {
      const end = this.messages.findIndex(isGlobal);
      if (end !== -1) return this.messages.splice(0, end + 1);
      if (this.status !== undefined) return this.messages.splice(0);
      await this.#next();
    }
  }

  /** The next message, whatever it is. */
  async message(): Promise<ListenResponse | undefined> {
    while (this.messages.length === 0 && this.status === undefined) await this.#next();
    return this.messages.shift();
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  close(): void {
    this.#session.destroy();
  }

  #send(request: Partial<ListenRequest>): void {
    this.#stream.write(framed(listenRequest, [{ database: this.#database, ...request }]));
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#arrived = resolve;
    });
  }
}

function isGlobal({ targetChange }: ListenResponse): boolean {
  return targetChange?.targetChangeType === '' || targetChange?.targetChangeType === 'NO_CHANGE'
    ? (targetChange.targetIds?.length ?? 0) === 0
    : false;
}

/** One word per message: `ADD 2`, `doc c/a 2`, `out c/a 2`, `delete c/a 2`, `filter 2 3`, `now`. */
export function told(messages: readonly ListenResponse[]): readonly string[] {
  return messages.map((message) => {
    if (isGlobal(message)) return 'now';
    const { targetChange, documentChange, documentDelete, documentRemove, filter } = message;
    if (targetChange)
      return `${targetChange.targetChangeType} ${targetChange.targetIds?.join(',')}${targetChange.cause ? ` cause ${targetChange.cause.code}` : ''}`;
    if (documentChange) {
      const name = short(documentChange.document?.name ?? '');
      return (documentChange.targetIds?.length ?? 0) > 0
        ? `doc ${name} ${sorted(documentChange.targetIds)}`
        : `out ${name} ${sorted(documentChange.removedTargetIds)}`;
    }
    if (documentDelete) return `delete ${short(documentDelete.document)} ${sorted(documentDelete.removedTargetIds)}`;
    if (documentRemove) return `remove ${short(documentRemove.document)} ${sorted(documentRemove.removedTargetIds)}`;
    return `filter ${filter?.targetId} ${filter?.count}`;
  });
}

function short(name: string): string {
  return name.slice(name.indexOf('/documents/') + '/documents/'.length);
}

function sorted(ids: readonly number[] = []): string {
  return ids.toSorted((a, b) => a - b).join(',');
}
