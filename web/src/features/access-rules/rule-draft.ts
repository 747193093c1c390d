import { Grant, type GrantOperator, type GrantTerm, type GrantValue, type GrantVerb } from '@bedplate/contract';

export const whoKinds = ['anyone', 'signedIn', 'owner', 'team', 'role', 'key'] as const;
type WhoKind = (typeof whoKinds)[number];

export interface TermDraft {
  field: string;
  op: GrantOperator;
  value: string;
}

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
  hidden: string;
  readOnly: string;
  writeOnce: string;
  /** Parts that the form does not show, and keeps: alternative conditions, those on what is stored, and fields of the server. */
  kept: Pick<Grant, 'if' | 'after'> & { server?: NonNullable<Grant['fields']>['server'] };
}

export function draftOf({ who, verbs, if: sets, after, fields = {} }: Grant): RuleDraft {
  const { hidden = [], readOnly = [], writeOnce = [], server } = fields;
  const [first = [], ...alternatives] = sets ?? [];
  return {
    ...whoOf(who),
    verbs: [...verbs],
    terms: alternatives.length > 0 ? [] : first.map(({ field, op, value }) => ({ field, op, value: textOfValue(value) })),
    hidden: hidden.join(', '),
    readOnly: readOnly.join(', '),
    writeOnce: writeOnce.join(', '),
    kept: {
      ...(alternatives.length > 0 && { if: sets }),
      ...(after && { after }),
      ...(server && { server }),
    },
  };
}

/** @returns the rule; null while something is missing or wrong */
export function ruleOf(draft: RuleDraft): Grant | null {
  const terms = draft.terms.map(({ field, op, value }): GrantTerm => ({ field: field.trim(), op, value: valueOfText(value) }));
  const fields = {
    ...named('hidden', draft.hidden),
    ...named('readOnly', draft.readOnly),
    ...named('writeOnce', draft.writeOnce),
    ...(draft.kept.server && { server: draft.kept.server }),
  };
  const { if: alternatives, after } = draft.kept;
  const condition = alternatives ?? (terms.length > 0 ? [terms] : undefined);
  const read = Grant.safeParse({
    who: whoIn(draft),
    verbs: draft.verbs,
    ...(condition && { if: condition }),
    ...(after && { after }),
    ...(Object.keys(fields).length > 0 && { fields }),
  });
  return read.success ? read.data : null;
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
