import {
  type billingTexts,
  type ErrorCode,
  type FieldProblem,
  type furtherRefusals,
  messages,
  type queryRefusals,
  type RefusedBy,
  refusals,
  rendered,
  rules,
  statusOf,
  type Text,
  type Values,
} from '@bedplate/contract';

const ownSentences = { ...messages, ...rules, ...refusals };
const sentences: Record<string, string> = { ...ownSentences };
type OwnKey = keyof typeof ownSentences;
export type SentenceKey = OwnKey | keyof typeof billingTexts | keyof typeof furtherRefusals | keyof typeof queryRefusals;
/** A sentence for a person, as text or as the contract's code for it, which the console shows in its language. */
export type Sentence = string | Text<SentenceKey>;

/** @returns a sentence of the contract as code; all others are said by `say.ts` */
export function say(key: OwnKey, values?: Values): Text<SentenceKey> {
  return { key, ...(values && { values }) };
}

/** Adds sentences that most calls never need, so that their way loads less. */
export function addSentences(further: Readonly<Record<string, string>>): void {
  Object.assign(sentences, further);
}

/** @returns the sentence in English */
export function inEnglish(sentence: Sentence): string {
  return typeof sentence === 'string' ? sentence : rendered(sentences[sentence.key] ?? sentence.key, sentence.values);
}

interface Options extends ErrorOptions {
  details?: readonly FieldProblem[];
  /** The message as code, where its English says more. */
  text?: Partial<Text> | undefined;
  /** The one wrong field, in place of `details`. */
  field?: string;
  /** Seconds for the header Retry-After. */
  retryAfter?: number;
  headers?: Record<string, string>;
  /** The rule that refused the call, for the request log. */
  by?: RefusedBy;
}

/** A refusal. Code, message and details are safe to show to a caller; `cause` is for the logs only. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly details: readonly FieldProblem[] | undefined;
  /** The message as code; null for a message that the contract does not word. */
  readonly text: Text | null;
  readonly headers: Record<string, string>;
  readonly by: RefusedBy | null;

  constructor(
    readonly code: ErrorCode,
    sentence: Sentence,
    options: Options = {},
  ) {
    super(inEnglish(sentence), options);
    this.text = typeof sentence === 'string' ? textOf(options.text) : sentence;
    this.details = options.field === undefined ? options.details : [{ field: options.field, message: this.message, ...this.text }];
    this.by = options.by ?? null;
    this.headers = { ...options.headers, ...(options.retryAfter ? { 'Retry-After': String(options.retryAfter) } : {}) };
  }

  get status(): number {
    return statusOf[this.code];
  }
}

function textOf({ key, values }: Partial<Text> = {}): Text | null {
  return key === undefined ? null : { key, ...(values && { values }) };
}

type Thing = SentenceKey extends infer Key ? (Key extends `notFound.${infer Name}` ? Name : never) : never;

/** @returns the 404 that a missing, archived or foreign thing gives alike */
export function notFound(what: Thing): ApiError {
  return new ApiError('not-found', say(`notFound.${what}`));
}

/** @returns a 400 that names the field, in its message's sentence and in `details` */
export function invalidField(field: string, sentence: Sentence): ApiError {
  return new ApiError('invalid-argument', sentence, { field });
}
