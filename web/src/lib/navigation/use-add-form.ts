import { useEffect, useEffectEvent, useState } from 'react';
import { useAddress } from '../use-address.ts';

type Form = 'add' | 'import';

/** @returns a page's address that opens its form for something new */
export function toAddForm(path: string, form: Form = 'add'): string {
  return `${path}?${form}=1`;
}

/** Whether a page's form for something new is open: by its button, or by an address, which then forgets it. */
export function useAddForm(form: Form = 'add'): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const { get, change } = useAddress();
  const isAsked = get(form) !== '';
  const [isOpen, setOpen] = useState(false);
  if (isAsked && !isOpen) setOpen(true);
  const forget = useEffectEvent(() => change({ [form]: null }));
  useEffect(() => {
    if (isAsked) forget();
  }, [isAsked]);
  return [isOpen, setOpen];
}
