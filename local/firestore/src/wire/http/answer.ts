import type { ServerResponse } from 'node:http';
import type { GrpcCodeName, RpcError } from '../../model/rpc-error.ts';
import { javaLayout } from '../../codec/json/java-layout.ts';
import type { Json } from '../../codec/json/json.ts';

const httpStatus: Readonly<Record<GrpcCodeName, number>> = {
  OK: 200,
  CANCELLED: 499,
  UNKNOWN: 500,
  INVALID_ARGUMENT: 400,
  DEADLINE_EXCEEDED: 504,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  PERMISSION_DENIED: 403,
  RESOURCE_EXHAUSTED: 429,
  FAILED_PRECONDITION: 400,
  ABORTED: 409,
  OUT_OF_RANGE: 400,
  UNIMPLEMENTED: 501,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DATA_LOSS: 500,
  UNAUTHENTICATED: 401,
};

/** Google's error object, as REST answers and WebChannel messages carry it. */
export function errorJson(error: RpcError): {
  readonly error: { readonly code: number; readonly message?: string; readonly status: string };
} {
  return { error: { code: httpStatus[error.code], ...(error.message !== '' && { message: error.message }), status: error.code } };
}

export function answerJson(response: ServerResponse, json: Json, pretty = true): void {
  answerText(response, pretty ? `${javaLayout(json)}\n` : JSON.stringify(json), 'application/json; charset=UTF-8');
}

/** One line, slashes escaped (docs/facts.md, "Errors over REST"). */
export function answerError(response: ServerResponse, error: RpcError): void {
  response.statusCode = httpStatus[error.code];
  answerText(response, JSON.stringify(errorJson(error)).replaceAll('/', '\\/'), 'application/json; charset=UTF-8');
}

export function answerText(response: ServerResponse, text: string, contentType: string): void {
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

export function answerNotFound(response: ServerResponse): void {
  response.statusCode = 404;
  response.end('Not Found\n');
}
