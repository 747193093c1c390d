import { deviceName } from './device-name.ts';
import type { ActivityKind, ActivityWord } from './activity-sentences.ts';
import type { Values } from './text.ts';

/** Renders one of the texts of the activity log in some language. */
type Say = (word: ActivityWord, values: Values) => string;

/**
 * @param values the places of the kind; `ip` and `device` make `{from}`, `count` makes `{records}`, and what a member's change names
 * makes `{changes}`
 * @returns the sentence of an entry of the activity log
 */
export function activitySentence(kind: ActivityKind, values: Values, say: Say): string {
  const { role, count } = values;
  return say(kind, {
    ...values,
    from: from(values, say),
    changes: changes(values, say),
    ...(role !== undefined && { role: roleIn(role, say) }),
    ...(count !== undefined && { records: say(count === 1 ? 'oneRecord' : 'records', { count: count.toLocaleString('en-US') }) }),
  });
}

function from({ ip, device }: Values, say: Say): string {
  if (ip === undefined) return '';
  const address = ip === 'unknown' ? say('unknownAddress', {}) : ip;
  return device === undefined
    ? say('address', { ip: address })
    : say('addressAndDevice', { ip: address, device: deviceName(String(device), together(say)) ?? device });
}

function together(say: Say) {
  return (browser: string, system: string) => say('browserOn', { browser, system });
}

function changes({ roleBefore, roleAfter, projectBefore, projectAfter, active }: Values, say: Say): string {
  const project = (id: string | number | undefined) => id || say('noProject', {});
  const parts = [
    roleAfter !== undefined && say('roleChange', { before: roleIn(roleBefore, say), after: roleIn(roleAfter, say) }),
    projectAfter !== undefined && say('projectChange', { before: project(projectBefore), after: project(projectAfter) }),
    active !== undefined && say(active === 'yes' ? 'activated' : 'deactivated', {}),
  ];
  return parts.filter(Boolean).join(say('changesApart', {}));
}

function roleIn(role: string | number | undefined, say: Say): string {
  return say(`role.${role}` as 'role.user', {}); // the server writes only roles that a member may have
}
