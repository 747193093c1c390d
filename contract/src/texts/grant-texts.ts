import { rendered, type Values } from './text.ts';

/** The words in which an access rule reads; see grant-sentence.ts. */
export const grantTexts = {
  rule: '{who} may {verbs} records.',
  ruleWhere: '{who} may {verbs} records where {condition}.',
  stored: 'What they store must be so that {condition}.',
  storedAny: 'What they store may be anything.',
  hidden: 'They do not see {fields}.',
  readOnly: 'They do not change {fields}.',
  writeOnce: 'They set {fields} once.',
  server: 'The server sets {fields}.',
  serverField: '{field} to {value}',
  anyone: 'Anyone',
  signedIn: 'Signed-in users',
  owner: 'The user in {field}',
  self: 'Users, of their own record,',
  role: 'Users with the role {roles}',
  team: 'Members of the team in {field}',
  teamRole: 'Members of the team in {field} with the role {roles}',
  key: 'The key {key}',
  keys: 'Named keys',
  list: 'list',
  read: 'read',
  create: 'create',
  update: 'change',
  delete: 'delete',
  equal: '{field} is {value}',
  unequal: '{field} is not {value}',
  less: '{field} is less than {value}',
  lessOrEqual: '{field} is at most {value}',
  more: '{field} is more than {value}',
  moreOrEqual: '{field} is at least {value}',
  before: '{field} is before {value}',
  after: '{field} is after {value}',
  notBefore: '{field} is not before {value}',
  notAfter: '{field} is not after {value}',
  contains: '{field} contains {value}',
  nothing: 'empty',
  ownId: 'the id of the user',
  ownField: '{field} of the user',
  now: 'now',
  daysAgo: '{count, plural, one {# day} other {# days}} ago',
  hoursAgo: '{count, plural, one {# hour} other {# hours}} ago',
  minutesAgo: '{count, plural, one {# minute} other {# minutes}} ago',
  always: 'anything holds',
  and: '{first} and {second}',
  andVerb: '{first} and {second}',
  andName: '{first} and {second}',
  or: '{first} or {second}',
  apart: '{first}, {second}',
  sentences: '{first} {second}',
  quoted: '"{text}"',
} as const;
export type GrantWord = keyof typeof grantTexts;

/** The faults in the shape of a rule, which whoever writes it as JSON reads. */
export const grantShapeTexts = {
  inside: '{place}: {message}',
  placed: '{place}: {message}',
  placeRule: 'Rule {number}',
  placePart: '{rule}, {part}',
  placeCondition: '{rule}, condition {number} of {part}',
  placeInSet: '{rule}, condition {number} in list {set} of {part}',
  placeField: '{place}, on {field}',
  list: 'Rules are a list.',
  rulesMany: 'A storage has at most {max} rules.',
  parts: 'Give an object with these parts: {parts}.',
  partUnknown: 'There is no part {names}. The parts are {parts}.',
  fieldName: 'Name a field of the record itself: no path with dots, and none that the server adds.',
  fieldGiven: 'Name a field.',
  fieldLong: 'The name of a field has at most {max} characters.',
  fieldNames: 'Give a list of at most {max} names of fields.',
  path: 'This is not the name of a field.',
  pathStored: 'A condition takes fields that are stored, id, createdAt and updatedAt.',
  valueShape: 'A value is a text of at most 1500 characters, a number, true, false, null, {text}, or a list of at most {max} values.',
  askedShape: 'A value that begins with @ is @user.field, @now or @now-7d. For the text itself write {text}.',
  serverShape: 'Give an object with a value for each field that the server sets.',
  serverValue: 'The server sets a text of at most 1500 characters, a number, true, false or null.',
  serverAsked: 'A value that begins with @ is @user.field, @now or @now-7d.',
  operator: 'A comparison is one of {operators}.',
  ranged: '{op} compares with one value: a number, a time or a text.',
  containsNothing: '~ needs the text to look for.',
  idCompared: 'id is compared with = and != only.',
  timeCompared: '{field} is compared with one time.',
  conditionShape: 'Conditions are a list of {term}, or a list of such lists.',
  whoShape: 'who is "anyone", "signedIn", {owner}, {team} with or without "roles", {role} or a list of names, or {key}.',
  rolesShape: 'A role is a name of at most {max} characters, or a list of at most {most} names.',
  termsMany: 'A rule has at most {max} conditions.',
  verbTwice: 'A verb is there twice.',
  large: 'The rules of a storage have at most {max} KB.',
} as const;
export type GrantShapeKey = keyof typeof grantShapeTexts;

let translateShape: ((key: GrantShapeKey, values?: Values) => string) | null = null;

/** Lets these faults speak the page's language. A server has them in English: it keeps the code of each sentence, and these are without end. */
export function translateShapesBy(by: typeof translateShape): void {
  translateShape = by;
}

/** @returns the sentence of a fault, in the program's language */
export function grantShape(key: GrantShapeKey, values?: Values): string {
  return translateShape?.(key, values) ?? rendered(grantShapeTexts[key], values);
}
