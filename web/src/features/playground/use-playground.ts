import type { Storage, StorageSchema } from '@bedplate/contract';
import { useState } from 'react';
import { useUnsent } from '../../lib/use-unsent.ts';
import { statusNames } from '../../lib/status-names.ts';
import { type ApiCall, headersOf, type Keys, methodOf, needsBody, needsRecord, type Operation, operations, pathOf } from './operations.ts';
import { useSampleSchema } from './sample-schema.ts';
import { bodyOf, sampleRecord } from './sample-record.ts';

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
  fieldName?: boolean;
  file?: boolean;
}

/** The call that a link fills in. */
export interface WantedCall {
  storageId: string | null;
  operation: string | null;
}

/** @returns the body that the form has until somebody types another one */
function bodyFor(storageKey: string, schema: StorageSchema | null): string {
  return bodyOf(sampleRecord(storageKey, schema));
}

/** The form's call of the project's data API, and its last answer. */
export function usePlayground(projectId: string, storages: readonly Storage[], wanted: WantedCall) {
  const first = storages.find(({ id }) => id === wanted.storageId) ?? storages[0];
  const [asked, setAsked] = useState<Omit<ApiCall, 'body'>>({
    operation: operationOf(wanted.operation),
    storageKey: first?.storageKey ?? '',
    storageId: first?.id ?? '',
    recordId: '',
    query: 'limit=5',
    fieldName: 'photo',
  });
  const [typed, setTyped] = useState<string | null>(null);
  const { schema } = useSampleSchema(projectId, asked.storageId);
  const call: ApiCall = { ...asked, body: typed ?? bodyFor(asked.storageKey, schema) };
  const [file, setFile] = useState<File | null>(null);
  const [answer, setAnswer] = useState<PlaygroundAnswer | null>(null);
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const noteSent = useUnsent([call.recordId, call.query, typed, call.fieldName]);

  async function send(keys: Keys) {
    const found = problemsOf({ call, keys, file });
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    setFailed(false);
    try {
      setAnswer(await run({ call, keys, file }));
      noteSent();
    } catch {
      setAnswer(null);
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }

  const change = ({ body, ...part }: Partial<ApiCall>) => {
    if (body !== undefined) setTyped(body);
    setAsked((before) => ({ ...before, ...part }));
  };
  return { call, change, setFile, answer, failed, busy, problems, send };
}

function operationOf(name: string | null): Operation {
  return operations.find((operation) => operation === name) ?? 'list';
}

interface Sent {
  call: ApiCall;
  keys: Keys;
  file: File | null;
}

function problemsOf({ call, keys: { apiKey, secretKey }, file }: Sent): Problems {
  const isUpload = call.operation === 'upload';
  return {
    ...(isUpload && call.fieldName.trim() === '' ? { fieldName: true } : {}),
    ...(isUpload && !file ? { file: true } : {}),
    ...(needsRecord(call.operation) && call.recordId.trim() === '' ? { recordId: true } : {}),
    ...(needsBody(call.operation) && !isJson(call.body) ? { body: true } : {}),
    ...(apiKey === '' || secretKey === '' ? { keys: true } : {}),
  };
}

async function run({ call, keys, file }: Sent): Promise<PlaygroundAnswer> {
  const began = performance.now();
  const sendsJson = needsBody(call.operation);
  const body = call.operation === 'upload' && file ? formWith(file) : sendsJson ? call.body : undefined;
  const response = await fetch(pathOf(call), {
    method: methodOf[call.operation],
    headers: { ...headersOf(keys), ...(sendsJson ? { 'Content-Type': 'application/json' } : {}) },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const statusText = response.statusText || (statusNames[response.status] ?? '');
  const requestId = response.headers.get('x-request-id');
  const took = Math.round(performance.now() - began);
  return { status: response.status, statusText, took, text, isJson: isJson(text), cost: costOf(response), requestId };
}

function formWith(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
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
