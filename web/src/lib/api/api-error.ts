import type { ErrorCode, FieldProblem, Text, Values } from '@bedplate/contract';
import { t, textOf } from '../../texts/index.ts';
import { sentences } from '../../texts/sentences.ts';
import { tierName } from './tier-name.ts';

/** A failed call: the server refused it (`status` is set) or no answer came (`network`, `timeout`). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode | 'network' | 'timeout' | 'unknown';
  readonly status: number | null;
  readonly requestId: string | null;
  /** The project that the call was about. */
  readonly projectId: string | null;
  readonly details: readonly FieldProblem[];
  /** The server's own sentence in English, null when it gave none. */
  readonly serverMessage: string | null;
  /** The same as code. */
  readonly text: Text | null;

  constructor(fact: {
    code: ApiError['code'];
    status?: number;
    serverMessage?: string | null;
    text?: Text | null;
    requestId?: string | null;
    projectId?: string | null;
    details?: readonly FieldProblem[];
    cause?: unknown;
  }) {
    super(fact.serverMessage ?? fact.code, { cause: fact.cause });
    this.code = fact.code;
    this.status = fact.status ?? null;
    this.serverMessage = fact.serverMessage ?? null;
    this.text = fact.text ?? null;
    this.requestId = fact.requestId ?? null;
    this.projectId = fact.projectId ?? null;
    this.details = fact.details ?? [];
  }
}

/** @returns the server's message in the page's language, `fallback` when an answer had none, `unanswered` when no answer came */
export function messageOf(
  error: unknown,
  fallback: string = t('message.anErrorOccurred'),
  unanswered: string = t('message.unexpectedError'),
): string {
  if (!(error instanceof ApiError) || error.status === null) return unanswered;
  return error.serverMessage === null ? fallback : inOurWords({ ...error.text, message: error.serverMessage });
}

/** @returns the page's own sentence, and after it the reason of a refusal, which tells the person what to do; a fault of the server has none */
export function withReason(sentence: string, error: unknown): string {
  if (error instanceof ApiError && error.code === 'internal') return sentence;
  const reason = messageOf(error, sentence, sentence);
  return reason === sentence ? sentence : sentences(sentence, reason);
}

/** @returns the text of a key of the server; its English sentence without a key that we know */
export function inOurWords({ key, values, message }: Partial<Text> & { message: string }): string {
  return key ? textOf(`message.${key}`, message, values && named(values)) : message;
}

/** The server names tiers by their code. */
function named(values: Values): Values {
  return typeof values['tier'] === 'string' ? { ...values, tier: tierName(values['tier']) } : values;
}

/** @returns whether the call was refused as the session is over, which the page that asks for the login tells */
export function isOfEndedSession(error: unknown): boolean {
  return error instanceof ApiError && error.text?.key === 'sessionEnded';
}

/** @returns whether the object does not exist for this person */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not-found';
}

/** @returns whether the record has changed since it was read */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict';
}
