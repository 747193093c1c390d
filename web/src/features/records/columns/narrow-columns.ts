import type { DataRecord } from '@bedplate/contract';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { namingField } from './record-name.ts';

/** Pixels: the end of an id is cut. */
const idWidth = 84;

/**
 * On a phone two columns are in sight. Next to a short id stands the field that people know the
 * records by, unless someone has arranged the columns.
 * @returns a function that arranges names for the screen, and the widths that go with it
 */
export function useNarrowColumns(names: readonly string[], rows: readonly DataRecord[], isArranged: boolean) {
  const isNarrow = useMediaQuery('(max-width:599px)') && !isArranged;
  // Found once: columns that jump are hard to read.
  const [naming, setNaming] = useState<string | null>(null);
  if (isNarrow && naming === null && rows.length > 0) setNaming(namingField(names, rows) ?? '');
  const field = isNarrow ? naming : null;
  return { first: field === null || field === '' ? null : field, idWidth: isNarrow ? idWidth : undefined };
}

/** @returns the names with this one after the id */
export function withSecond(names: readonly string[], second: string | null): string[] {
  if (second === null) return [...names];
  const others = names.filter((name) => name !== 'id' && name !== second);
  return [...names.filter((name) => name === 'id'), second, ...others];
}
