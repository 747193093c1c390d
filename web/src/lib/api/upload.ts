import type { FailureBody } from '@bedplate/contract';
import { ApiError } from './api-error.ts';
import { freshToken } from '../session/fresh-token.ts';
import { clearSession, storedSession } from '../session/session.ts';

interface Sending {
  /** Is given the part that has been sent, 0 to 1. */
  onProgress?: (part: number) => void;
  /** Gives the upload up. */
  signal?: AbortSignal;
}

/** Milliseconds without a byte sent or an answer: a large file on a slow line takes as long as it takes. */
const patience = 60_000;

/**
 * Posts a multipart form to the console's API with its progress, which fetch cannot tell.
 * @throws {ApiError} @throws the signal's reason once it is given up
 */
export async function sendForm<T>(path: string, form: FormData, { onProgress, signal }: Sending = {}): Promise<T> {
  const token = await freshToken();
  signal?.throwIfAborted();
  const request = new XMLHttpRequest();
  const stop = () => request.abort();
  const quiet = quietFor(patience, stop);
  return new Promise<T>((resolve, reject) => {
    request.open('POST', `/app${path}`);
    request.setRequestHeader('Accept', 'application/json');
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      quiet.heard();
      onProgress?.(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('error', () => reject(new ApiError({ code: 'network' })));
    request.addEventListener('abort', () => reject(signal?.aborted ? signal.reason : new ApiError({ code: 'timeout' })));
    request.addEventListener('load', () => {
      const body = bodyOf(request.responseText);
      if (request.status >= 200 && request.status < 300)
        resolve(body as T); // the contract's word for a 2xx body
      else reject(failureOf(request, body));
      // As in every call of the console: only the token that was refused is dropped.
      if (request.status === 401 && token && storedSession()?.token === token) clearSession();
    });
    signal?.addEventListener('abort', stop);
    request.send(form);
  }).finally(() => {
    quiet.end();
    signal?.removeEventListener('abort', stop);
  });
}

/** Runs `stop` when nothing was heard for so many milliseconds. */
function quietFor(millis: number, stop: () => void): { heard: () => void; end: () => void } {
  let timer = setTimeout(stop, millis);
  return {
    heard() {
      clearTimeout(timer);
      timer = setTimeout(stop, millis);
    },
    end: () => clearTimeout(timer),
  };
}

function failureOf({ status }: XMLHttpRequest, body: unknown): ApiError {
  const failure = body as Partial<FailureBody> | null; // foreign until checked below
  return new ApiError({
    code: failure?.error?.code ?? 'unknown',
    status,
    serverMessage: typeof failure?.message === 'string' && failure.message !== '' ? failure.message : null,
    requestId: failure?.error?.requestId ?? null,
    details: Array.isArray(failure?.error?.details) ? failure.error.details : [],
  });
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
