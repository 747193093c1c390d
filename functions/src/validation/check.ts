import { echoedFields, type FieldProblem, limits, refusals, rendered, type Text, translateBy } from '@bedplate/contract';
import { z } from 'zod';
import { ApiError, inEnglish, say, type SentenceKey } from '../errors/api-error.ts';

/** @throws {ApiError} invalid-argument with every wrong field */
export function check<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  requireShortLists(input);
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const details = fieldProblems(result.error, input);
  throw new ApiError('invalid-argument', details[0]?.message ?? 'The request is not valid.', { details, text: details[0] });
}

/** Zod looks at every element, and keeps a problem for each, before it counts them. @throws {ApiError} invalid-argument */
function requireShortLists(input: unknown): void {
  if (typeof input !== 'object' || input === null) return;
  const lists: [string, unknown][] = Array.isArray(input) ? [['', input]] : Object.entries(input);
  const long = lists.find(([, value]) => Array.isArray(value) && value.length > longestList);
  if (!long) return;
  const field = long[0].slice(0, 200);
  const message = `${field || 'The request'} must have at most ${longestList} elements.`;
  throw new ApiError('invalid-argument', message, { details: [{ field, message }] });
}

/** Of all that schemas take. */
const longestList = limits.selection;

/**
 * Refuses members of a body that the call does not know, by name: a misspelt one must not be dropped in silence.
 * @param schema one that is no object with fixed members lets everything pass
 * @param echoed further members that answers show, which are ignored
 * @throws {ApiError} invalid-argument with each unknown member
 */
export function refuseUnknownKeys(schema: z.ZodType, input: unknown, echoed: readonly string[] = []): void {
  const shape = shapeOf(schema);
  if (!shape || typeof input !== 'object' || input === null || Array.isArray(input)) return;
  const unknown = Object.keys(input).filter(
    (name) => !Object.hasOwn(shape, name) && !echoedFields.includes(name) && !echoed.includes(name),
  );
  const known = Object.keys(shape).join(', ');
  const details = unknown.slice(0, 20).map((field) => {
    const name = field.slice(0, 80);
    const { message, text } = new ApiError(
      'invalid-argument',
      known ? say('keyUnknown', { name, known }) : say('keyUnknownAlone', { name }),
    );
    return { field: name, message, ...text };
  });
  const [first] = details;
  if (first) throw new ApiError('invalid-argument', first.message, { details, text: first });
}

/** @returns the members that an object's schema takes; null for one that takes any */
export function shapeOf(schema: z.ZodType): object | null {
  if (schema instanceof z.ZodPipe) return schema.in instanceof z.ZodType ? shapeOf(schema.in) : null;
  return schema instanceof z.ZodObject && !schema.def.catchall ? schema.shape : null;
}

/** The codes of the sentences that rules have rendered: Zod passes on strings only. */
const codes = new Map<string, Text>();
translateBy((text) => {
  const sentence = inEnglish(text as Text<SentenceKey>); // keys are those of the contract
  codes.set(sentence, text);
  return sentence;
});

/** @param input what was checked @returns each wrong field once, with a sentence that names it; at most 20 */
export function fieldProblems(error: z.ZodError, input?: unknown): FieldProblem[] {
  const problems = new Map<string, FieldProblem>();
  for (const issue of error.issues.flatMap(eachKey)) {
    const field = issue.path.map(String).join('.').slice(0, 200);
    const own = ownSentence(issue, input);
    const told = own === null ? { message: sentence(field, issue), ...codeOf(issue) } : { message: own };
    if (!problems.has(field)) problems.set(field, { field, ...told });
    if (problems.size === 20) break;
  }
  return [...problems.values()];
}

/** @param issue with its path from the member on @param given the member as it was sent */
type Teller = (issue: z.core.$ZodIssue, given: unknown) => string;
const tellers = new Map<string, Teller>();

/** Lets the faults inside of a member be told in its own words. Whoever takes such a member registers it: other calls load nothing of it. */
export function tellFaultsOf(member: string, tell: Teller): void {
  tellers.set(member, tell);
}

function ownSentence(issue: z.core.$ZodIssue, input: unknown): string | null {
  const [member, ...path] = issue.path;
  const tell = tellers.get(String(member));
  if (!tell || path.length === 0 || codes.has(issue.message)) return null;
  return tell({ ...issue, path: issue.code === 'unrecognized_keys' ? path.slice(0, -1) : path }, Object(input)[String(member)]);
}

/** Unknown members are named one by one, each as a field; a name that breaks a rule gets the message of that rule. */
function eachKey(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code === 'invalid_key') return issue.issues.slice(0, 1).map((rule) => ({ ...rule, path: issue.path }));
  // A sentence of ours says already which of the kinds is meant.
  if (issue.code === 'invalid_union' && 'errors' in issue && isZodsOwn.test(issue.message)) return nearestOf(issue);
  if (issue.code !== 'unrecognized_keys') return [issue];
  return issue.keys.map((key) => ({ ...issue, keys: [key], path: [...issue.path, key.slice(0, 80)] }));
}

/** Of kinds that an object may have: what it lacks of the one that it is nearest to, or what each of them needs. */
function nearestOf(issue: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] {
  const kinds = issue.errors.filter((one) => one.length > 0);
  if (kinds.length > 0 && kinds.every(([first]) => first && first.path.length === 0 && isMissing(first)))
    return [{ ...issue, code: 'invalid_type', expected: 'unknown', message: kinds[0]?.[0]?.message ?? '' }];
  const objects = kinds.filter((one) => one.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'));
  if (objects.length === 0) return [issue];
  if (objects.length > 1 && objects.every((one) => one.every((lack) => isMissing(lack) && lack.path.length === 1))) {
    const ways = objects.map((one) => one.map(({ path }) => path.join('.')).join(' and ')).join(', or ');
    const text = say('sendOneOf', { ways });
    const message = inEnglish(text);
    codes.set(message, text); // few: they are those of the schemas
    return [{ ...issue, code: 'custom', message }];
  }
  const wrongs = objects.map((one) => one.flatMap((each) => eachKey({ ...each, path: [...issue.path, ...each.path] })));
  const [nearest = []] = wrongs.toSorted((a, b) => a.length - b.length);
  return nearest.toSorted((a, b) => Number(isUnknownKey(b)) - Number(isUnknownKey(a)));
}

function isUnknownKey({ code }: z.core.$ZodIssue): boolean {
  return code === 'unrecognized_keys';
}

/** @returns the code of a rule's own sentence, which is the message or the most of it */
function codeOf(issue: z.core.$ZodIssue): Text | undefined {
  if (issue.code === 'unrecognized_keys')
    return { key: 'keyUnknownAlone', values: { name: issue.path.map(String).join('.').slice(0, 200) } };
  const known = codes.get(issue.message);
  if (known) return known;
  const name = issue.path.map(String).join('.').slice(0, 200) || 'The request';
  if (issue.code === 'invalid_value') return { key: 'parameterOneOf', values: { name, allowed: allowedBy(issue) } };
  return isMissing(issue) ? { key: 'valueRequired', values: { name } } : undefined;
}

/** A value that counts as none is not advised. */
function allowedBy({ values }: z.core.$ZodIssueInvalidValue): string {
  return values.map(String).filter(Boolean).join(', ');
}

/** Zod's issues lack the input; only its message shows whether there was one. */
function isMissing(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
}

function sentence(field: string, issue: z.core.$ZodIssue): string {
  const name = field || 'The request';
  // A rule of ours is a whole sentence, and the answer's details name the field.
  if (codes.has(issue.message)) return issue.message;
  if (issue.code === 'invalid_type') {
    if (isMissing(issue)) return rendered(refusals.valueRequired, { name });
    return `${name} must be ${kinds[issue.expected] ?? `of type ${issue.expected}`}.`;
  }
  if (issue.code === 'unrecognized_keys') return rendered(refusals.keyUnknownAlone, { name });
  if (issue.code === 'invalid_value') return rendered(refusals.parameterOneOf, { name, allowed: allowedBy(issue) });
  const rule = isZodsOwn.test(issue.message) ? ruleOf(issue) : undefined;
  if (rule) return `${name} ${rule}.`;
  return issue.message.includes(field) ? issue.message : `${name}: ${issue.message}`;
}

const kinds: Readonly<Partial<Record<string, string>>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  int: 'a whole number',
};

/** Sentences of our schemas stay as they are; zod's speak of the schema. */
const isZodsOwn = /^(Too (big|small): |Invalid )/;

function ruleOf(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'too_big':
      return sizeRule(issue.origin, issue.inclusive ? 'at most' : 'less than', Number(issue.maximum));
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty';
      return sizeRule(issue.origin, issue.inclusive ? 'at least' : 'more than', Number(issue.minimum));
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return formats[issue.format] ?? 'is not written as it must be';
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? `must be one of: ${issue.options.map(String).join(', ')}`
        : 'is none of the kinds of values that are taken here';
    default:
      return undefined;
  }
}

const formats: Readonly<Partial<Record<string, string>>> = {
  url: 'must be a URL, for example https://example.com/hook',
  email: 'must be an email address',
  datetime: 'must be a time in UTC, for example 2026-05-01T12:00:00.000Z',
};

function sizeRule(origin: string, bound: string, size: number): string {
  const unit = { string: 'character', array: 'element' }[origin];
  return unit ? `must have ${bound} ${size} ${unit}${size === 1 ? '' : 's'}` : `must be ${bound} ${size}`;
}
