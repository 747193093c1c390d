import type { ShownSchemaState, StorageSchema } from '@bedplate/contract';
import { createContext, use, useEffect, useState } from 'react';
import type { FindFault } from './fault-finder.ts';

const none: FindFault = () => null;

/** How a data view finds values that do not fit. */
export const FaultContext = createContext<FindFault>(none);

export function useFindFault(): FindFault {
  return use(FaultContext);
}

/**
 * Values are looked at here, by the rules that the server has: so a mark goes as soon as the value is mended, and no read is paid for it.
 * Unique values and references depend on other records, and are left to the check of the fields.
 * @param schema null until it is known
 * @returns the same function for the same schema
 */
export function useFaultFinder(schema: StorageSchema | null, state: ShownSchemaState | undefined): FindFault {
  const [made, setMade] = useState<{ of: StorageSchema; find: FindFault } | null>(null);
  const isMarked = state !== undefined && state !== 'learn';
  useEffect(() => {
    if (!isMarked || !schema) return;
    let isOver = false;
    import('./fault-finder.ts')
      .then(({ faultFinder }) => faultFinder(schema))
      .then(
        (find) => {
          if (!isOver) setMade({ of: schema, find });
        },
        (cause: unknown) => console.warn('Values that do not fit their fields are not marked.', cause),
      );
    return () => {
      isOver = true;
    };
  }, [isMarked, schema]);
  return isMarked && made?.of === schema ? made.find : none;
}
