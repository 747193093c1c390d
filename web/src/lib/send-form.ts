import type { FailureBody } from '@bedplate/contract';
import { ApiError } from './api-error.ts';
import { freshToken } from './fresh-token.ts';

/**
 * Posts a multipart form to the console's API with its progress, which fetch cannot tell.
 * @param onProgress is given the part that has been sent, 0 to 1 @throws {ApiError}
 */
export async function sendForm<T>(path: string, form: FormData, onProgress: (part: number) => void = () => {}): Promise<T> {
  const token = await freshToken();
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/app${path}`);
    request.setRequestHeader('Accept', 'application/json');
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('error', () => reject(new ApiError({ code: 'network' })));
    request.addEventListener('abort', () => reject(new ApiError({ code: 'network' })));
    request.addEventListener('load', () => {
      const body = bodyOf(request.responseText);
      if (request.status >= 200 && request.status < 300)
        resolve(body as T); // the contract's word for a 2xx body
      else reject(failureOf(request, body));
    });
    request.send(form);
  });
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
