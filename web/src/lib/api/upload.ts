import { ApiError } from './api-error.ts';
import { calledProject } from './called-project.ts';
import { freshToken, renewedInstead } from '../session/fresh-token.ts';
import { noteServerTime } from '../time/clock.ts';
import { jsonOf, refusalOf } from './refusal.ts';

interface UploadOptions {
  /** Receives the part that has been sent, from 0 to 1. */
  onProgress?: (part: number) => void;
  /** Stops the upload. */
  signal?: AbortSignal;
}

/** In milliseconds: the longest time without a byte sent or an answer. A large file on a slow line takes as long as it needs. */
const patience = 60_000;

/**
 * Posts a multipart form to the console's API and reports its progress, which fetch cannot do.
 * @throws {ApiError} when the call fails
 * @throws the signal's reason when the signal stopped it
 */
export async function upload<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  const token = await freshToken();
  const first = await post(path, form, { ...options, token });
  const renewed = first.status === 401 && token ? await renewedInstead(token) : null;
  const { status, text } = renewed ? await post(path, form, { ...options, token: renewed }) : first;
  if (status >= 200 && status < 300) return jsonOf(text) as T; // the contract's type of a 2xx body, which the server checks
  throw refusalOf({ status, text, requestId: null, project: calledProject(path, {}) }, renewed ?? token);
}

interface Answer {
  status: number;
  text: string;
}

async function post(
  path: string,
  form: FormData,
  { onProgress, signal, token }: UploadOptions & { token: string | null },
): Promise<Answer> {
  signal?.throwIfAborted();
  const request = new XMLHttpRequest();
  const stop = () => request.abort();
  const quiet = quietFor(patience, stop);
  return new Promise<Answer>((resolve, reject) => {
    request.open('POST', `/app${path}`);
    request.setRequestHeader('Accept', 'application/json');
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    const project = token && calledProject(path, {});
    if (project) request.setRequestHeader('X-Project-ID', project);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      quiet.heard();
      onProgress?.(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('error', () => reject(new ApiError({ code: 'network' })));
    request.addEventListener('abort', () => reject(signal?.aborted ? signal.reason : new ApiError({ code: 'timeout' })));
    request.addEventListener('load', () => {
      noteServerTime(Date.parse(request.getResponseHeader('date') ?? ''));
      resolve({ status: request.status, text: request.responseText });
    });
    signal?.addEventListener('abort', stop);
    request.send(form);
  }).finally(() => {
    quiet.end();
    signal?.removeEventListener('abort', stop);
  });
}

/** Runs `stop` after `millis` without a call of `heard`. */
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
