import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from './api/api-error.ts';

/**
 * A form checked by a contract schema on submit, then as typed; a refused submit focuses the first wrong field.
 * Not when a field is left: a message that appears then moves the button that is being pressed.
 */
export function useContractForm<In extends FieldValues, Out>(schema: z.ZodType<Out, In>, defaultValues: DefaultValues<In>) {
  return useForm<In, unknown, Out>({ resolver: zodResolver(schema), defaultValues, shouldFocusError: true });
}

/**
 * Shows the server's complaints at their fields and focuses the first.
 * @param alias the form's name of a field where the call spells it differently
 * @returns whether any complaint found its field
 */
export function showServerProblems<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  error: unknown,
  alias: Record<string, string> = {},
): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = error.details
    .map(({ field, message }) => ({ field: (alias[field] ?? field) as Path<In>, message })) // checked against the form's values next
    .filter(({ field }) => field in form.getValues());
  known.forEach(({ field, message }, at) => form.setError(field, { type: 'server', message }, { shouldFocus: at === 0 }));
  return known.length > 0;
}
