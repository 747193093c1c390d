import { type Json, type Literal, literalsOfValue, type LiveAsk } from '@bedplate/contract';
import { labelsFor, recipesOf } from '../records/write/live-labels.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { type GrantCaller, teamsIn } from './grant-caller.ts';

/** The labels that a user or a named key may follow in a storage, and the parts of the user's record that they come from. */
export interface HeldLabels {
  readonly labels: readonly string[];
  /** Absent for keys. */
  readonly fields?: Readonly<Record<string, Json>>;
  /** Present where labels are made from teams, also of a user who is in none. */
  readonly teams?: Readonly<Record<string, string>>;
}

/** @returns the labels of the records that rules show a user or a named key, each of which takes a listener */
export function heldLabels(who: GrantCaller, storage: StorageRow): HeldLabels {
  const labels = new Set<string>();
  const names = new Set<string>();
  const recipes = recipesOf(storage).filter(({ key }) => isOf(who, key));
  for (const recipe of recipes) {
    const roles: readonly unknown[] = [who.user?.role].flat();
    if (recipe.roles && !recipe.roles.some((role) => roles.includes(role))) continue;
    const values = recipe.asks.map(({ of }) => valuesOf(who, of));
    if (values.some((literals) => literals.length === 0)) continue;
    for (const label of labelsFor(recipe, values)) labels.add(label);
    if (recipe.roles) names.add('role');
    for (const { of } of recipe.asks) if (of.by === 'field' && of.field !== 'id') names.add(of.field);
  }
  if (who.caller.userId === undefined) return { labels: [...labels].sort() };
  const asksForTeams = recipes.some(({ asks }) => asks.some(({ of }) => of.by === 'team'));
  return {
    labels: [...labels].sort(),
    fields: Object.fromEntries([...names].map((name) => [name, who.user?.[name] ?? null])),
    ...(asksForTeams && { teams: who.teams ?? {} }),
  };
}

function isOf({ caller: { userId, keyId } }: GrantCaller, key: string | undefined): boolean {
  return userId === undefined ? key === '*' || key === keyId : key === undefined;
}

function valuesOf(who: GrantCaller, of: LiveAsk): readonly Literal[] {
  if (of.by === 'field') return literalsOfValue(`@user.${of.field}`, who) ?? [];
  const ids = of.by === 'id' ? [who.caller.userId ?? ''] : teamsIn(who, of);
  return ids.map((text) => ({ text, quoted: true }));
}
