import { api } from '../../lib/api/client.ts';
import { statusNames } from '../../lib/status-names.ts';
import { t } from '../../texts/index.ts';

export interface SandboxRequest {
  url: string;
  params: readonly [string, string][];
  headers: readonly [string, string][];
}

/** The answer of the address. */
export interface SandboxAnswer {
  status: number;
  statusText: string;
  isJson: boolean;
  /** Parsed JSON, or the text. */
  body: unknown;
  /** Unparsed, because parsing changes numbers beyond 2^53 and drops repeated names. */
  text: string;
  /** In milliseconds. */
  took: number;
}

/** Longer than the platform waits for an address; milliseconds. */
const patience = 60_000;

/** A direct GET from the browser. @throws what fetch throws when no answer came or the other side does not allow this page to read it */
export async function sendDirect({ url, params, headers }: SandboxRequest): Promise<SandboxAnswer> {
  const began = performance.now();
  const response = await fetch(addressOf(url, params), {
    method: 'GET',
    headers: [...headers],
    credentials: 'omit',
    signal: AbortSignal.timeout(patience),
  });
  const text = await response.text();
  return answerOf(response.status, { statusText: response.statusText, text, took: performance.now() - began });
}

/** Sends the GET through the server, for addresses that do not allow browsers. @throws {ApiError} */
export async function sendThroughPlatform(projectId: string, { url, params, headers }: SandboxRequest): Promise<SandboxAnswer> {
  const began = performance.now();
  const { data } = await api.post<{ data: { status: number; statusText: string; body: string } }>(
    `/project/${encodeURIComponent(projectId)}/sandbox/send`,
    { url: addressOf(url, params), headers: Object.fromEntries(headers) },
  );
  return answerOf(data.status, { statusText: data.statusText, text: data.body, took: performance.now() - began });
}

/** @returns the message of a failed answer: its own, or a general one; null for a success */
export function failureOf({ status, body }: SandboxAnswer): string | null {
  if (status < 400) return null;
  const own = typeof body === 'object' && body !== null && 'message' in body ? body.message : null;
  return typeof own === 'string' && own !== '' ? own : t('message.anErrorOccurred');
}

/** @throws {TypeError} when the text is no URL */
function addressOf(url: string, params: readonly [string, string][]): string {
  const address = new URL(url.trim());
  for (const [key, value] of params) address.searchParams.append(key, value);
  return address.href;
}

function answerOf(status: number, { statusText, text, took }: { statusText: string; text: string; took: number }): SandboxAnswer {
  return { status, statusText: statusText || (statusNames[status] ?? ''), ...parsed(text), text, took: Math.round(took) };
}

function parsed(text: string): Pick<SandboxAnswer, 'isJson' | 'body'> {
  try {
    return { isJson: true, body: JSON.parse(text) };
  } catch {
    return { isJson: false, body: text };
  }
}
