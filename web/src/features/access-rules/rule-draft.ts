import { Grant, type GrantOperator, type GrantTerm, type GrantValue, type GrantVerb } from '@bedplate/contract';

export const whoKinds = ['anyone', 'signedIn', 'owner', 'team', 'role', 'key'] as const;
type WhoKind = (typeof whoKinds)[number];

export interface TermDraft {
  field: string;
  op: GrantOperator;
  value: string;
}

/** A field that the server sets. */
export interface SetDraft {
  field: string;
  value: string;
}

/** A write must leave a record that meets the same conditions, may leave anything, or must meet conditions of its own. */
export const afterKinds = ['same', 'any', 'these'] as const;
type AfterKind = (typeof afterKinds)[number];

export const noTerm: TermDraft = { field: '', op: '=', value: '' };

/** A rule as its form holds it: texts. */
export interface RuleDraft {
  who: WhoKind;
  owner: string;
  team: string;
  /** Of teams; empty for all members. */
  teamRoles: string;
  roles: string;
  key: string;
  verbs: GrantVerb[];
  terms: TermDraft[];
  after: AfterKind;
  /** Of `these`. */
  afterTerms: TermDraft[];
  server: SetDraft[];
  hidden: string;
  readOnly: string;
  writeOnce: string;
  /** Parts that the form does not show, and keeps: alternative conditions. */
  kept: Pick<Grant, 'if' | 'after'>;
}

export function draftOf({ who, verbs, if: sets, after, fields = {} }: Grant): RuleDraft {
  const { hidden = [], readOnly = [], writeOnce = [], server = {} } = fields;
  const [first = [], ...alternatives] = sets ?? [];
  const [stored = [], ...otherwise] = after ?? [];
  return {
    ...whoOf(who),
    verbs: [...verbs],
    terms: alternatives.length > 0 ? [] : first.map(termDraft),
    after: after === undefined ? 'same' : stored.length > 0 ? 'these' : 'any',
    afterTerms: otherwise.length > 0 ? [] : stored.map(termDraft),
    server: Object.entries(server).map(([field, value]) => ({ field, value: textOfValue(value) })),
    hidden: hidden.join(', '),
    readOnly: readOnly.join(', '),
    writeOnce: writeOnce.join(', '),
    kept: {
      ...(alternatives.length > 0 && { if: sets }),
      ...(otherwise.length > 0 && { after }),
    },
  };
}

export function termDraft({ field, op, value }: GrantTerm): TermDraft {
  return { field, op, value: textOfValue(value) };
}

/** @returns the rule; null while something is missing or wrong */
export function ruleOf(draft: RuleDraft): Grant | null {
  const names = draft.server.map(({ field }) => field.trim());
  const isTwice = new Set(names).size < names.length;
  const isWithout = draft.after === 'these' && !draft.kept.after && draft.afterTerms.length === 0;
  if (isTwice || isWithout) return null;
  const terms = draft.terms.map(termOf);
  const fields = {
    ...named('hidden', draft.hidden),
    ...named('readOnly', draft.readOnly),
    ...named('writeOnce', draft.writeOnce),
    ...(names.length > 0 && { server: Object.fromEntries(draft.server.map(({ value }, at) => [names[at], valueOfText(value)])) }),
  };
  const condition = draft.kept.if ?? (terms.length > 0 ? [terms] : undefined);
  const after = afterOf(draft);
  const read = Grant.safeParse({
    who: whoIn(draft),
    verbs: draft.verbs,
    ...(condition && { if: condition }),
    ...(after && { after }),
    ...(Object.keys(fields).length > 0 && { fields }),
  });
  return read.success ? read.data : null;
}

function afterOf({ after, afterTerms, kept }: RuleDraft): Grant['after'] {
  if (after === 'same') return undefined;
  return after === 'any' ? [[]] : (kept.after ?? [afterTerms.map(termOf)]);
}

export function termOf({ field, op, value }: TermDraft): GrantTerm {
  return { field: field.trim(), op, value: valueOfText(value) };
}

function whoOf(who: Grant['who']): Pick<RuleDraft, 'who' | 'owner' | 'team' | 'teamRoles' | 'roles' | 'key'> {
  const none = { owner: 'userId', team: 'teamId', teamRoles: '', roles: '', key: '*' };
  if (typeof who === 'string') return { ...none, who };
  if ('owner' in who) return { ...none, who: 'owner', owner: who.owner };
  if ('team' in who) return { ...none, who: 'team', team: who.team, teamRoles: (who.roles ?? []).join(', ') };
  if ('role' in who) return { ...none, who: 'role', roles: [who.role].flat().join(', ') };
  return { ...none, who: 'key', key: who.key };
}

function whoIn({ who, owner, team, teamRoles, roles, key }: RuleDraft): unknown {
  if (who === 'owner') return { owner: owner.trim() };
  if (who === 'team') return { team: team.trim(), ...(namesIn(teamRoles).length > 0 && { roles: namesIn(teamRoles) }) };
  if (who === 'key') return { key };
  if (who !== 'role') return who;
  const names = namesIn(roles);
  return { role: names.length === 1 ? names[0] : names };
}

function named(part: 'hidden' | 'readOnly' | 'writeOnce', text: string) {
  const names = namesIn(text);
  return names.length > 0 ? { [part]: names } : {};
}

function namesIn(text: string): string[] {
  return text
    .split(/[,，\n]/)
    .map((name) => name.trim())
    .filter(Boolean);
}

/** A text stays as it is typed, unless it would be read as another value. */
function textOfValue(value: GrantValue): string {
  return typeof value === 'string' && valueOfText(value) === value ? value : JSON.stringify(value);
}

/** `true`, `null`, `12`, `["a", "b"]` and `"12"` are JSON; everything else is a text. */
function valueOfText(text: string): GrantValue {
  try {
    return JSON.parse(text) as GrantValue; // `Grant` reads it
  } catch {
    return text;
  }
}
