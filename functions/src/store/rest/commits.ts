import type { Timestamp } from '@google-cloud/firestore';
import type { Write } from '../model/writes.ts';
import { createBatcher } from './batcher.ts';
import { FirestoreError, StaleConnection, type Transport, UnknownFate } from './transport.ts';
import { decodeTime, NeedsSdk } from './values.ts';
import { isConditional, wireWrite } from './writes.ts';

/** Writes that a request takes together with others. */
interface Sent {
  readonly text: string;
  readonly writes: number;
  readonly done: (time: Timestamp | null) => void;
  readonly failed: (error: unknown) => void;
}

interface Posted {
  readonly verb: 'commit' | 'batchWrite';
  /** Of the writes. */
  readonly text: string;
  /** See `Message`. */
  readonly ended?: (() => void) | undefined;
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
export const mostBytes = 10_000_000;
/** Commits of more writes or characters go alone. */
const fewWrites = 4;
const fewCharacters = 16_384;
const invalidArgument = 3;
/** NOT_FOUND, ALREADY_EXISTS and FAILED_PRECONDITION: the errors of a failed precondition. */
const refusals = [5, 6, 9];
/** Codes of a commit that was not made: also INVALID_ARGUMENT and ABORTED. */
const notMade = [invalidArgument, ...refusals, 10];

/**
 * Sends commits. Single conditional writes of one turn of the event loop share a request, in which
 * Firestore applies each by itself: https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/batchWrite
 * Small commits of several writes, such as a record and the entry of its history, share one that is made as a whole; when it is refused,
 * each goes alone. Decision 097.
 */
export function createCommits(transport: Transport, root: string) {
  const takeSingle = createBatcher<Sent>(most, sendSingles);
  const takeSmall = createBatcher<Sent>(most, sendTogether);

  /**
   * @returns the update time of the first document; null when it was removed
   * @throws {NeedsSdk} before anything was sent @throws {UnknownFate} when the connection broke off after it was
   */
  return async function commit(writes: readonly Write[]): Promise<Timestamp | null> {
    const [only] = writes;
    const text = writes.map((write) => wireWrite(write, root)).join(',');
    if (only && writes.length === 1 && isConditional(only)) {
      return new Promise((done, failed) => takeSingle({ text, writes: 1, done, failed }, only.path));
    }
    if (only && isSmall(writes, text)) {
      return new Promise((done, failed) => takeSmall({ text, writes: writes.length, done, failed }, only.path));
    }
    if (Buffer.byteLength(text) > mostBytes) throw new NeedsSdk('a commit that is shorter in the SDK’s format');
    return timeOf((await send({ verb: 'commit', text }, isRepeatable(writes))).answer);
  };

  async function sendSingles(singles: readonly Sent[], answered: () => void): Promise<void> {
    const [only] = singles;
    if (only && singles.length === 1) return sendAlone(only, answered);
    try {
      const { answer, isSecond } = await send({ verb: 'batchWrite', text: textOf(singles), ended: answered }, true);
      for (const [i, { done, failed }] of singles.entries()) settle(answer, { i, isSecond, done, failed });
    } catch (error) {
      // Firestore has applied none of them: sent singly, an invalid write does not stop the others.
      if (error instanceof FirestoreError && error.code === invalidArgument) await Promise.all(singles.map((single) => sendAlone(single)));
      else for (const { failed } of singles) failed(error);
    }
  }

  async function sendTogether(small: readonly Sent[], answered: () => void): Promise<void> {
    const [only] = small;
    if (only && small.length === 1) return sendAlone(only, answered);
    try {
      const answer = await post({ verb: 'commit', text: textOf(small), ended: answered });
      let at = 0;
      for (const { writes, done } of small) {
        done(timeOf(answer, at));
        at += writes;
      }
    } catch (error) {
      if (error instanceof StaleConnection) await Promise.all(small.map(sendAgain));
      else if (error instanceof FirestoreError && notMade.includes(error.code)) await Promise.all(small.map((each) => sendAlone(each)));
      else for (const { failed } of small) failed(error);
    }
  }

  async function sendAlone(sent: Sent, ended?: () => void): Promise<void> {
    await settleAlone(sent, send({ verb: 'commit', text: sent.text, ended }, true));
  }

  async function sendAgain(sent: Sent): Promise<void> {
    await settleAlone(sent, second({ verb: 'commit', text: sent.text }));
  }

  /**
   * A connection may turn out closed only after a request was sent on it. It is then unknown whether
   * Firestore got the request, so it is repeated only when its conditions would refuse a second run.
   */
  async function send(posted: Posted, conditional: boolean): Promise<{ answer: Answer; isSecond: boolean }> {
    try {
      return { answer: await post(posted), isSecond: false };
    } catch (error) {
      if (!(error instanceof StaleConnection) || !conditional) throw error;
    }
    return second(posted);
  }

  /** A refusal of the second run does not show which one was first. */
  async function second({ verb, text }: Posted): Promise<{ answer: Answer; isSecond: boolean }> {
    try {
      return { answer: await post({ verb, text }), isSecond: true };
    } catch (error) {
      throw error instanceof FirestoreError && refusals.includes(error.code) ? new UnknownFate({ cause: error }) : error;
    }
  }

  async function post({ verb, text, ended }: Posted): Promise<Answer> {
    return (await transport.send('POST', `${root}:${verb}`, { body: `{"writes":[${text}]}`, repeat: false, ended })) as Answer;
  }
}

/** A commit is made as a whole, so one condition refuses all of it. Where nothing is added up, a second run would also leave all as it is. */
function isRepeatable(writes: readonly Write[]): boolean {
  return writes.every(isConditional) || (writes.some(isConditional) && writes.every(({ kind }) => kind !== 'add'));
}

/** Sums are left out: commits that add to one document would follow each other. */
function isSmall(writes: readonly Write[], text: string): boolean {
  return writes.length <= fewWrites && text.length <= fewCharacters && isRepeatable(writes) && writes.every(({ kind }) => kind !== 'add');
}

async function settleAlone({ done, failed }: Sent, answer: Promise<{ answer: Answer }>): Promise<void> {
  try {
    done(timeOf((await answer).answer));
  } catch (error) {
    failed(error);
  }
}

function textOf(sent: readonly Sent[]): string {
  return sent.map(({ text }) => text).join(',');
}

function settle(
  answer: Answer,
  { i, isSecond, done, failed }: { i: number; isSecond: boolean; done: Sent['done']; failed: Sent['failed'] },
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
