import type { ErrorCode } from '@bedplate/contract';
import { describe, expect, test } from 'vitest';
import { type Call, call } from './call.ts';
import { contentVersions } from './content-versions.ts';

/** One request and what must come of it. */
export interface Scenario {
  /** A fact in the present tense, with the ids of the checklist rows that it covers. */
  name: string;
  /** The request; a function when it needs what `beforeAll` made. */
  send: Call | (() => Call | Promise<Call>);
  status: number;
  /** Of a refusal. */
  code?: ErrorCode;
  message?: string | RegExp;
  /** Of a refusal: the field that a detail names. */
  field?: string;
  /** A part of the body. */
  contains?: object | (() => object);
  /** Text that the answer must, or must not, hold. */
  says?: string;
  hides?: string;
}

const unheardOf = '\u0000';

/** Each row becomes a test. A refusal (status 400 and above) also proves its shape and that no content changed. */
export function scenarios(title: string, rows: readonly Scenario[]): void {
  describe(`${title}`, () => {
    test.each(rows.map((row) => [row.name, row] as const))('%s', async (_, row) => {
      const request = typeof row.send === 'function' ? await row.send() : row.send;
      const { answer, before, after } = await tried(row, request);
      expect({ status: answer.status, requestId: answer.headers.get('x-request-id'), ...answer.body }).toMatchObject(expectedOf(row));
      expect(after).toBe(before);
      expect(answer.text).toContain(row.says ?? '');
      expect(answer.text).not.toContain(row.hides ?? unheardOf);
    });
  });
}

/** Jobs of tests before may still be removing what was deleted: who writes at every try is told from them. */
async function tried(row: Scenario, request: Call) {
  for (let left = 20; ; left -= 1) {
    const before = await versionsWhenRefused(row);
    const answer = await call(request);
    const after = await versionsWhenRefused(row);
    if (after === before || left === 0) return { answer, before, after };
  }
}

function versionsWhenRefused({ status }: Scenario): Promise<string> | null {
  return status >= 400 ? contentVersions() : null;
}

function expectedOf({ status, code, message, field, contains }: Scenario): object {
  const someText = matching(/\S/);
  const refusal = {
    success: false,
    message: someText,
    error: {
      requestId: someText,
      ...(code && { code }),
      ...(field !== undefined && { details: naming(field) }),
    },
  };
  return {
    status,
    requestId: someText,
    ...(status >= 400 && refusal),
    ...(message !== undefined && { message: typeof message === 'string' ? message : matching(message) }),
    ...(typeof contains === 'function' ? contains() : contains),
  };
}

function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

function naming(field: string): unknown {
  return expect.arrayContaining([expect.objectContaining({ field })]);
}
