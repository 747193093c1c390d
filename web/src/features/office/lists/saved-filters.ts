import { useState } from 'react';
import { z } from 'zod';
import { useSignedIn } from '../../../lib/session/session.ts';

/**
 * A list as someone of the staff wants to see it again: the part of its address behind the question
 * mark.
 */
const SavedFilter = z.object({ name: z.string(), query: z.string() });
export type SavedFilter = z.infer<typeof SavedFilter>;

/**
 * The signed-in person's saved filters of one page, kept in this browser. Names are unique.
 */
export function useSavedFilters(page: string) {
  const { userId } = useSignedIn();
  const key = `officeFilters:${userId}:${page}`;
  const [told, setTold] = useState<{ key: string; filters: SavedFilter[] } | null>(null);
  const filters = told?.key === key ? told.filters : read(key);
  const keep = (next: SavedFilter[]) => {
    localStorage.setItem(key, JSON.stringify(next));
    setTold({ key, filters: next });
  };
  return {
    filters,
    save: (filter: SavedFilter) => keep([...filters.filter(({ name }) => name !== filter.name), filter]),
    remove: (name: string) => keep(filters.filter((filter) => filter.name !== name)),
  };
}

/** @returns the filters, none when the value is not a list of filters */
function read(key: string): SavedFilter[] {
  try {
    return z.array(SavedFilter).parse(JSON.parse(localStorage.getItem(key) ?? '[]'));
  } catch {
    return [];
  }
}
