import { request } from 'node:http';
import type { EventRequest } from './cloud-event.ts';

const attempts = 8;
const firstDelayMillis = 250;
const maxDelayMillis = 8000;

/**
 * Posts an event, again after a lost connection or a 5xx, with growing pauses.
 * @returns the last HTTP status; undefined without any answer or when `signal` stopped it
 */
export async function deliver(url: string, event: EventRequest, signal: AbortSignal): Promise<number | undefined> {
  let status: number | undefined;
  for (let attempt = 0; attempt < attempts && !signal.aborted; attempt++) {
    if (attempt > 0) await pause(Math.min(maxDelayMillis, firstDelayMillis * 2 ** (attempt - 1)), signal);
    status = await post(url, event, signal).catch(() => undefined);
    if (status !== undefined && status < 500) return status;
  }
  return status;
}

function post(url: string, { headers, body }: EventRequest, signal: AbortSignal): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) }, signal },
      (response) => {
        response.resume();
        response.on('error', reject);
        response.on('end', () => resolve(response.statusCode));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, millis);
    signal.addEventListener('abort', done);
  });
}
