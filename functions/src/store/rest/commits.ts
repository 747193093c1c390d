import type { Timestamp } from '@google-cloud/firestore';
import type { Write } from '../model/writes.ts';
import { createBatcher } from './batcher.ts';
import { FirestoreError, StaleConnection, type Transport, UnknownFate } from './transport.ts';
import { decodeTime, NeedsSdk } from './values.ts';
import { isConditional, wireWrite } from './writes.ts';

interface Single {
  readonly text: string;
  readonly done: (time: Timestamp | null) => void;
  readonly failed: (error: unknown) => void;
}

interface Answer {
  readonly status?: Status[];
  readonly writeResults?: { readonly updateTime?: string }[];
}

interface Status {
  readonly code?: number;
  readonly message?: string;
}

/** The same number as in a request of the SDK's BulkWriter. */
const most = 20;
/** Below Firestore's limit of 10 MiB for a request: https://firebase.google.com/docs/firestore/quotas */
const mostBytes = 10_000_000;
const invalidArgument = 3;
/** NOT_FOUND, ALREADY_EXISTS and FAILED_PRECONDITION: the errors of a failed precondition. */
const refusals = [5, 6, 9];

/**
 * Sends commits. Single conditional writes of one turn of the event loop share a request, in which
 * Firestore applies each by itself: https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/batchWrite
 */
export function createCommits(transport: Transport, root: string) {
  const take = createBatcher<Single>(most, sendSingles);

  /**
   * @returns the update time of the first document; null when it was removed
   * @throws {NeedsSdk} before anything was sent @throws {UnknownFate} when the connection broke off after it was
   */
  return async function commit(writes: readonly Write[]): Promise<Timestamp | null> {
    const [only] = writes;
    const text = writes.map((write) => wireWrite(write, root)).join(',');
    if (only && writes.length === 1 && isConditional(only)) {
      return new Promise((done, failed) => take({ text, done, failed }, only.path));
    }
    if (Buffer.byteLength(text) > mostBytes) throw new NeedsSdk('a commit that is shorter in the SDK’s format');
    return timeOf((await send('commit', text, writes.every(isConditional))).answer);
  };

  async function sendSingles(singles: readonly Single[]): Promise<void> {
    const [only] = singles;
    if (only && singles.length === 1) {
      await send('commit', only.text, true).then(({ answer }) => only.done(timeOf(answer)), only.failed);
      return;
    }
    try {
      const text = singles.map((single) => single.text).join(',');
      const { answer, isSecond } = await send('batchWrite', text, true);
      for (const [i, { done, failed }] of singles.entries()) settle(answer, { i, isSecond, done, failed });
    } catch (error) {
      // Firestore has applied none of them: sent singly, an invalid write does not stop the others.
      if (error instanceof FirestoreError && error.code === invalidArgument)
        await Promise.all(singles.map((single) => sendSingles([single])));
      else for (const { failed } of singles) failed(error);
    }
  }

  /**
   * A connection may turn out closed only after a request was sent on it. It is then unknown whether
   * Firestore got the request, so it is repeated only when the conditions of all its writes would
   * refuse a second run. Such a refusal does not show which run was first.
   */
  async function send(verb: 'commit' | 'batchWrite', text: string, conditional: boolean): Promise<{ answer: Answer; isSecond: boolean }> {
    const message = { body: `{"writes":[${text}]}`, repeat: false };
    try {
      return { answer: (await transport.send('POST', `${root}:${verb}`, message)) as Answer, isSecond: false };
    } catch (error) {
      if (!(error instanceof StaleConnection) || !conditional) throw error;
    }
    try {
      return { answer: (await transport.send('POST', `${root}:${verb}`, message)) as Answer, isSecond: true };
    } catch (error) {
      throw error instanceof FirestoreError && refusals.includes(error.code) ? new UnknownFate({ cause: error }) : error;
    }
  }
}

function settle(
  answer: Answer,
  { i, isSecond, done, failed }: { i: number; isSecond: boolean; done: Single['done']; failed: Single['failed'] },
): void {
  const { code = 0, message = '' } = answer.status?.[i] ?? {};
  if (code === 0) done(timeOf(answer, i));
  else if (isSecond && refusals.includes(code)) failed(new UnknownFate({ cause: new FirestoreError(code, message) }));
  else failed(new FirestoreError(code, message));
}

function timeOf({ writeResults = [] }: Answer, i = 0): Timestamp | null {
  const time = writeResults[i]?.updateTime;
  return time === undefined ? null : decodeTime(time);
}
