import { zodResolver } from '@hookform/resolvers/zod';
import { type BaseSyntheticEvent, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError, inOurWords, messageOf } from './api/api-error.ts';
import { useUnsaved } from './unsaved.ts';

/**
 * A form that a contract schema checks on submit and from then on at each change. A refused submit focuses the first wrong field.
 * Leaving a field checks nothing, because a message that appears then moves the button under the pointer.
 * @param schema `z.custom<Values>()` for a form without rules: the server complains, and the form sends what was typed
 */
export function useContractForm<In extends FieldValues, Out>(schema: z.ZodType<Out, In>, defaultValues: DefaultValues<In>) {
  return useForm<In, unknown, Out>({ resolver: zodResolver(schema), defaultValues, shouldFocusError: true });
}

export interface SaveOptions {
  /** Shown when the server gives no reason; a function makes the message from the failure. */
  failed?: string | ((failure: unknown) => string);
  /** The form's names of fields that the call spells differently; null shows every complaint above the form. */
  spellings?: Record<string, string> | null;
  /** Whether leaving the page asks first while the form has changes; a dialog asks for itself. */
  asks?: boolean;
}

/**
 * Saves what a form holds, once at a time. The server's complaints appear at their fields, every other failure is returned.
 * @returns the form's submit handler, the failure of the last try with its setter, and the call that was refused then
 */
export function useSave<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  save: (input: Out) => Promise<void>,
  { failed = messageOf, spellings = {}, asks = true }: SaveOptions = {},
) {
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState<unknown>(null);
  const isSaving = useRef(false);
  const [saved, setSaved] = useState<string | null>(null);
  const { isDirty } = form.formState;
  const isChanged = () => asks && isDirty && JSON.stringify(form.getValues()) !== saved;
  useUnsaved({ isUnsaved: () => isChanged() && !isSaving.current, isUnderWay: () => isChanged() && isSaving.current });
  const handle = form.handleSubmit(async (input) => {
    setFailure(null);
    setRefused(null);
    try {
      await save(input);
      setSaved(JSON.stringify(form.getValues()));
    } catch (error) {
      setRefused(error);
      const isShown = spellings !== null && showServerProblems(form, error, spellings);
      if (!isShown) setFailure(typeof failed === 'string' ? messageOf(error, failed, failed) : failed(error));
    }
  });
  async function submit(event: BaseSyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isSaving.current) return; // the second of two quick presses
    isSaving.current = true;
    await handle(event).finally(() => (isSaving.current = false));
  }
  return { submit, failure, setFailure, refused };
}

/**
 * Shows the server's complaints at their fields and focuses the first.
 * @returns whether any complaint found its field
 */
function showServerProblems<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  error: unknown,
  spellings: Record<string, string>,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = error.details
    .map((problem) => ({ field: (spellings[problem.field] ?? problem.field) as Path<In>, message: inOurWords(problem) })) // checked against the form's values next
    .filter(({ field }) => field in form.getValues());
  known.forEach(({ field, message }, at) => form.setError(field, { type: 'server', message }, { shouldFocus: at === 0 }));
  return known.length > 0;
}
