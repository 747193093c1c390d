import type { Storage } from '@bedplate/contract';
import { useState } from 'react';
import { statusNames } from '../../lib/status-names.ts';
import { type ApiCall, headersOf, type Keys, methodOf, needsBody, needsRecord, pathOf } from './operations.ts';

export interface PlaygroundAnswer {
  status: number;
  statusText: string;
  took: number;
  /** The unparsed answer, because parsing changes numbers beyond 2^53. */
  text: string;
  /** False for example when a proxy answers. */
  isJson: boolean;
  /** Documents that were read and written; null when something else has answered. */
  cost: { reads: number; writes: number } | null;
  /** Finds the call in the request log; null when something else has answered. */
  requestId: string | null;
}

export interface Problems {
  recordId?: boolean;
  body?: boolean;
  keys?: boolean;
}

/** The form's call of the project's data API, and its last answer. */
export function usePlayground(storages: readonly Storage[]) {
  const first = storages[0];
  const [call, setCall] = useState<ApiCall>({
    operation: 'list',
    storageKey: first?.storageKey ?? '',
    storageId: first?.id ?? '',
    recordId: '',
    query: 'limit=5',
    body: '{\n  "title": "Hello"\n}',
  });
  const [answer, setAnswer] = useState<PlaygroundAnswer | null>(null);
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});

  async function send(keys: Keys) {
    const found = problemsOf(call, keys);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    setFailed(false);
    try {
      setAnswer(await run(call, keys));
    } catch {
      setAnswer(null);
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }

  return { call, change: (part: Partial<ApiCall>) => setCall((before) => ({ ...before, ...part })), answer, failed, busy, problems, send };
}

function problemsOf(call: ApiCall, { apiKey, secretKey }: Keys): Problems {
  return {
    ...(needsRecord(call.operation) && call.recordId.trim() === '' ? { recordId: true } : {}),
    ...(needsBody(call.operation) && !isJson(call.body) ? { body: true } : {}),
    ...(apiKey === '' || secretKey === '' ? { keys: true } : {}),
  };
}

async function run(call: ApiCall, keys: Keys): Promise<PlaygroundAnswer> {
  const began = performance.now();
  const sendsBody = needsBody(call.operation);
  const response = await fetch(pathOf(call), {
    method: methodOf[call.operation],
    headers: { ...headersOf(keys), ...(sendsBody ? { 'Content-Type': 'application/json' } : {}) },
    ...(sendsBody ? { body: call.body } : {}),
  });
  const text = await response.text();
  const statusText = response.statusText || (statusNames[response.status] ?? '');
  const requestId = response.headers.get('x-request-id');
  const took = Math.round(performance.now() - began);
  return { status: response.status, statusText, took, text, isJson: isJson(text), cost: costOf(response), requestId };
}

function costOf({ headers }: Response): PlaygroundAnswer['cost'] {
  const reads = headers.get('x-bedplate-reads');
  return reads === null ? null : { reads: Number(reads), writes: Number(headers.get('x-bedplate-writes')) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
