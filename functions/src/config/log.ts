import { redact } from './redact.ts';

/** Structured logs in event style: one JSON object a line, as Cloud Logging reads them. No personal data, no secrets. */
export const log = {
  info: (event: string, fields: Fields = {}) => write('INFO', { event, fields }),
  warn: (event: string, fields: Fields = {}, error?: unknown) => write('WARNING', { event, fields, error }),
  error: (event: string, fields: Fields = {}, error?: unknown) => write('ERROR', { event, fields, error }),
};

type Fields = Record<string, string | number | boolean | null>;

/** A redacted line of the log, for the viewer. */
export interface KeptLine {
  level: 'info' | 'error';
  message: string;
  fields: Fields;
  error: { name: string; message: string; stack: string } | null;
  /** Where an error arose; null for an event. */
  fileName: string | null;
  callerFunction: string | null;
}

let keep: ((line: KeptLine) => void) | null = null;

/** Also sends all later lines to `listener`, which replaces an earlier one. */
export function keepLines(listener: (line: KeptLine) => void): void {
  keep = listener;
}

function write(severity: string, { event, fields, error }: { event: string; fields: Fields; error?: unknown }): void {
  const line = JSON.stringify(
    redacted({ severity, message: event, ...fields, ...(error === undefined ? {} : { error: describe(error) }) }),
  );
  if (severity === 'INFO') console.log(line);
  else console.error(line);
  keep?.(lineOf(severity, { event, fields, error }));
}

/** Each text by itself: in JSON an escape such as \\n would become a part of the word after it. */
function redacted(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, redacted(part)]));
}

function lineOf(severity: string, { event, fields, error }: { event: string; fields: Fields; error: unknown }): KeptLine {
  const short = (text: string) => redact(text).slice(0, 4000);
  const level = severity === 'INFO' ? 'info' : 'error';
  const known = Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? short(value) : value] as const);
  const line = { level, message: redact(event), fields: Object.fromEntries(known) } as const;
  if (error === undefined) return { ...line, error: null, fileName: null, callerFunction: null };
  const { name, message, stack } = rootOf(error);
  return { ...line, error: { name, message: short(message), stack: short(stack) }, ...placeOf(redact(stack)) };
}

/** The first error of the chain: it says more than the errors that wrap it. */
function rootOf(error: unknown): { name: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: '' };
  return error.cause instanceof Error ? rootOf(error.cause) : { name: error.name, message: error.message, stack: error.stack ?? '' };
}

/** The innermost frame of our own code in the stack: "at name (file:line:column)". */
function placeOf(stack: string): { fileName: string | null; callerFunction: string | null } {
  const frames = stack.split('\n').filter((frame) => /^\s*at /.test(frame));
  const frame = frames.find((each) => !each.includes('node:') && !each.includes('node_modules')) ?? frames[0] ?? '';
  const [, callerFunction = null, path = null] = /^\s*at (?:async )?(?:(.+?) \()?(?:file:\/\/)?(.+?):\d+:\d+\)?$/.exec(frame) ?? [];
  return { fileName: path?.split('/').at(-1) ?? null, callerFunction: callerFunction ?? null };
}

function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return { name: error.name, message: error.message, stack: error.stack, ...(error.cause ? { cause: describe(error.cause) } : {}) };
}
