import type { Grants } from '@bedplate/contract';

/** @returns what rules about reading ask for that a listener cannot be asked for again, in plain words */
export function undecidedLive(grants: Grants): string[] {
  const reading = grants.filter(({ verbs }) => verbs.includes('list') || verbs.includes('read'));
  const asks = (name: 'team' | 'role' | 'owner') => reading.some(({ who }) => typeof who === 'object' && name in who);
  const conditions = reading.flatMap((grant) => grant.if ?? []).flat();
  const found: [string, boolean][] = [
    ['teams', asks('team') || conditions.some(({ value }) => [value].flat().includes('@user.teams'))],
    ['roles', asks('role')],
    ['owners', asks('owner')],
    ['conditions', conditions.length > 0],
    ['hidden fields', reading.some(({ fields }) => (fields?.hidden ?? []).length > 0)],
  ];
  const named = found.flatMap(([name, isAsked]) => (isAsked ? [name] : []));
  return named.length > 0 ? named : ['no rule shows all records'];
}
