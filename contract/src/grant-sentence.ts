import { grantTexts, type GrantWord } from './texts/grant-texts.ts';
import { rendered, type Values } from './texts/text.ts';
import { type Grant, type GrantCondition, type GrantOperator, type GrantTerm, type GrantValue, askedOf } from './grant.ts';

interface Wording {
  /** Renders one of the texts in some language. */
  readonly say: (word: GrantWord, values: Values) => string;
  /** The name of a named key. */
  readonly keyName?: (id: string) => string | undefined;
}

const english: Wording = { say: (word, values) => rendered(grantTexts[word], values) };

/** @returns a rule as a person says it: "Signed-in users may list and read records where published is true. They do not see notes." */
export function grantSentence({ who, verbs, if: before, after, fields = {} }: Grant, wording: Wording = english): string {
  const { say } = wording;
  const { hidden = [], readOnly = [], writeOnce = [], server = {} } = fields;
  const main = {
    who: whoOf(who, wording),
    verbs: joined(
      verbs.map((verb) => say(verb, {})),
      'andVerb',
      wording,
    ),
  };
  const names = (list: readonly string[]) => joined(list, 'andName', wording);
  const set = Object.entries(server).map(([field, value]) => say('serverField', { field, value: valueText(value, wording) }));
  const sentences = [
    before ? say('ruleWhere', { ...main, condition: conditionText(before, wording) }) : say('rule', main),
    after && (isAlways(after) ? say('storedAny', {}) : say('stored', { condition: conditionText(after, wording) })),
    hidden.length > 0 && say('hidden', { fields: names(hidden) }),
    readOnly.length > 0 && say('readOnly', { fields: names(readOnly) }),
    writeOnce.length > 0 && say('writeOnce', { fields: names(writeOnce) }),
    set.length > 0 && say('server', { fields: names(set) }),
  ];
  return sentences.filter((one) => typeof one === 'string').reduce((first, second) => say('sentences', { first, second }));
}

/** @returns one condition as a person says it: "published is true" */
export function termSentence(term: GrantTerm, wording: Wording = english): string {
  return termText(term, wording);
}

function whoOf(who: Grant['who'], { say, keyName }: Wording): string {
  if (typeof who === 'string') return say(who, {});
  if ('owner' in who) return who.owner === 'id' ? say('self', {}) : say('owner', { field: who.owner });
  if ('role' in who) return say('role', { roles: joined([who.role].flat(), 'or', { say }) });
  if ('team' in who && who.roles) return say('teamRole', { field: who.team, roles: joined(who.roles, 'or', { say }) });
  if ('team' in who) return say('team', { field: who.team });
  return who.key === '*' ? say('keys', {}) : say('key', { key: keyName?.(who.key) ?? who.key });
}

function conditionText(sets: GrantCondition, wording: Wording): string {
  if (isAlways(sets)) return wording.say('always', {});
  return joined(
    sets.map((terms) =>
      joined(
        terms.map((term) => termText(term, wording)),
        'and',
        wording,
      ),
    ),
    'or',
    wording,
  );
}

const isAlways = (sets: GrantCondition) => sets.some((terms) => terms.length === 0);

const words: Readonly<Record<GrantOperator, GrantWord>> = {
  '=': 'equal',
  '!=': 'unequal',
  '<': 'less',
  '<=': 'lessOrEqual',
  '>': 'more',
  '>=': 'moreOrEqual',
  '~': 'contains',
};

const wordsOfTimes: Partial<Record<GrantOperator, GrantWord>> = { '<': 'before', '<=': 'notAfter', '>': 'after', '>=': 'notBefore' };

function termText({ field, op, value }: GrantTerm, wording: Wording): string {
  const isTime = field === 'createdAt' || field === 'updatedAt' || (typeof value === 'string' && askedOf(value)?.kind === 'now');
  return wording.say((isTime && wordsOfTimes[op]) || words[op], { field, value: valueText(value, wording) });
}

function valueText(value: GrantValue, wording: Wording): string {
  const { say } = wording;
  if (Array.isArray(value))
    return joined(
      value.map((one) => valueText(one, wording)),
      'or',
      wording,
    );
  if (value === null) return say('nothing', {});
  if (typeof value === 'object') return quoted(value.text, say);
  const asked = askedOf(value);
  if (asked?.kind === 'user') return asked.field === 'id' ? say('ownId', {}) : say('ownField', { field: asked.field });
  if (asked) return timeText(asked.before, say);
  return isPlainWord.test(String(value)) && value !== say('nothing', {}) ? String(value) : quoted(String(value), say);
}

/** As JSON has it between the quotes: line ends and quotes of the text are seen. */
function quoted(text: string, say: Wording['say']): string {
  return say('quoted', { text: JSON.stringify(text).slice(1, -1) });
}

/** Other texts are quoted: their words would read as those of the sentence, and none at all would read as nothing. */
const isPlainWord = /^[\p{L}\p{M}\p{N}_.:@+-]+$/u;

function timeText(millis: number, say: Wording['say']): string {
  const minutes = millis / 60_000;
  if (minutes === 0) return say('now', {});
  if (minutes % 1440 === 0) return say('daysAgo', { count: minutes / 1440 });
  return minutes % 60 === 0 ? say('hoursAgo', { count: minutes / 60 }) : say('minutesAgo', { count: minutes });
}

function joined(parts: readonly string[], word: 'and' | 'andVerb' | 'andName' | 'or', { say }: Wording): string {
  const [last = '', second, ...rest] = parts.toReversed();
  if (second === undefined) return last;
  const head = rest
    .toReversed()
    .concat(second)
    .reduce((first, next) => say('apart', { first, second: next }));
  return say(word, { first: head, second: last });
}
