import { type GrantVerb, grantsOf, type RuleDecision, type RuleVerdict } from '@bedplate/contract';
import type { ApiCaller } from '../api-keys/api-caller.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { isUserStorage } from '../records/model/user-storage.ts';
import { decide } from './decide.ts';
import { type CallerCaches, grantCaller } from './grant-caller.ts';

interface Asked {
  /** An app user. */
  readonly caller: ApiCaller;
  /** One without saved rules. */
  readonly storage: StorageRow;
  readonly verb: GrantVerb;
  /** The id of a record that is another user's; null for a list, a new record, and where no record was looked at. */
  readonly foreign: string | null;
}

/** @returns why none, own and all refused a call, or cut its list, rule by rule: they stand for rules, as version 0 */
export async function decideBySettings(services: CallerCaches, { caller, storage, verb, foreign }: Asked): Promise<RuleDecision> {
  const { read = 'none', write = 'none' } = storage.data.endUserAccess ?? {};
  const settings = { read, write, holdsUsers: isUserStorage(storage) };
  const rules = grantsOf(settings, settings.holdsUsers);
  const ofOwners = rules.filter(({ who, verbs }) => typeof who === 'object' && 'owner' in who && verbs.includes(verb));
  const notOwn = new Map(foreign === null ? [] : ofOwners.map((rule) => [rule, { outcome: 'owner' } satisfies RuleVerdict]));
  const who = await grantCaller(services, caller);
  return { ...decide(rules, 0, { who, storage, verb, record: null, onWrite: notOwn }), record: foreign, settings };
}
