import type { ErrorCode, FailureBody } from '@bedplate/contract';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { log } from '../config/log.ts';
import { UnknownFate } from '../store/rest/transport.ts';
import { answerJson } from './handle.ts';
import { ApiError } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';
import { requestIdOf } from './request-id.ts';

/** Answers every failed request: known errors with their message, others with one fixed sentence. Logs failures once. */
// oxlint-disable-next-line max-params -- Express knows an error handler by its four
export const errorResponder: ErrorRequestHandler = (thrown: unknown, req, res, _next) => {
  const requestId = requestIdOf(res);
  const error = asApiError(thrown);
  Object.assign(res.locals.notes ?? {}, { code: error.code, refusedBy: error.by });
  // A refusal by a rule is no failure.
  if (error.status >= 500 && error.by === null && !announced.has(error.code))
    log.error('request.failed', { requestId, method: req.method, path: req.path, code: error.code }, thrown);
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const body: FailureBody = {
    success: false,
    message: error.message,
    error: { code: error.code, requestId, ...(req.originalUrl.startsWith('/app/') ? forConsole(error) : forApps(error)) },
  };
  answerJson(res.set(error.headers), error.status, body);
};

function forConsole({ text, details }: ApiError): Partial<FailureBody['error']> {
  return { ...text, ...(details && { details }) };
}

/** Leaves out the codes of sentences, which the data API does not document. */
function forApps({ details }: ApiError): Partial<FailureBody['error']> {
  return details ? { details: details.map(({ field, message }) => ({ field, message })) } : {};
}

/** Refusals that staff have switched on. They are not logged: they are no failures, and every caller gets one. */
const announced = new Set<ErrorCode>(['feature-off', 'maintenance']);

export const nothingHere: RequestHandler = () => {
  throw new ApiError('not-found', say('addressUnknown'));
};

/** Converts anything thrown into the error that the caller sees. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof URIError) return new ApiError('invalid-argument', say('addressEncoding'), { cause: thrown });
  if (thrown instanceof UnknownFate) {
    return new ApiError('unavailable', say('fateUnknown'), { cause: thrown });
  }
  if (isBusy(thrown)) {
    return new ApiError('unavailable', say('busy'), { cause: thrown, retryAfter: 1 });
  }
  return new ApiError('internal', say('ourFault'), { cause: thrown });
}

/** Firestore's gRPC codes ABORTED (contention after its retries), DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED and UNAVAILABLE. */
function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && [4, 8, 10, 14].includes(Number(thrown.code));
}
