import { useEffect, useRef, useState } from 'react';
import { ApiError, inOurWords } from '../../../lib/api/api-error.ts';

/** Complaints by the names of the fields that they are about. */
export type FieldProblems = Readonly<Record<string, string>>;

/**
 * Complaints that a form shows at its fields. The first of them gets the focus when they come.
 * @returns a ref for an element of the form
 */
export function useFieldProblems() {
  const [problems, setProblems] = useState<FieldProblems>({});
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    const first = place.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]');
    first?.focus({ preventScroll: true });
    // The complaint stands below its input: at the edge of a dialog the input alone would be in sight.
    first?.closest('.MuiFormControl-root')?.scrollIntoView?.({ block: 'center' });
  }, [problems]);
  return {
    problems,
    setProblems,
    /** Takes back the complaint about a field that is typed in. */
    forget: (name: string) => setProblems((before) => (Object.hasOwn(before, name) ? without(before, name) : before)),
    place,
  };
}

/** @returns the server's complaints about these fields; null when there is none */
export function problemsOf(error: unknown, names: readonly string[]): FieldProblems | null {
  if (!(error instanceof ApiError)) return null;
  const known = error.details
    .map((problem) => [names.find((name) => isAbout(problem.field, name)), inOurWords(problem)] as const)
    .filter((entry): entry is [string, string] => entry[0] !== undefined);
  return known.length > 0 ? Object.fromEntries(known.reverse()) : null;
}

/** A complaint about an element names it below its field: "tags[2]", "address.street". */
function isAbout(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}

function without(problems: FieldProblems, name: string): FieldProblems {
  return Object.fromEntries(Object.entries(problems).filter(([other]) => other !== name));
}
