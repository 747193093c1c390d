import type { Literal } from '@bedplate/contract';
import { spellingsOf } from '../../../validation/mailbox.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { isUserStorage } from '../model/user-storage.ts';
import type { Filter } from './filter.ts';

/** @returns the conditions; those on the e-mail of app users find a mailbox in either spelling of its domain */
export function mailboxFilters(storage: StorageRow, filters: readonly Filter[]): readonly Filter[] {
  if (!isUserStorage(storage)) return filters;
  return filters.map((filter) => (isOfMailbox(filter) ? { ...filter, literals: filter.literals.flatMap(spelt) } : filter));
}

function isOfMailbox({ path, operator }: Filter): boolean {
  return path === 'email' && (operator === '=' || operator === '!=');
}

function spelt(given: Literal): Literal[] {
  const others = spellingsOf(given.text).filter((text) => text !== given.text);
  return [given, ...others.map((text) => ({ ...given, text }))];
}
