import { useEffect, useEffectEvent, useState } from 'react';
import { useAddress } from '../use-address.ts';

type Form = 'add' | 'import';

/** @returns a page's address that opens its form for something new */
export function toAddForm(path: string, form: Form = 'add'): string {
  return `${path}?${form}=1`;
}

interface AddForm {
  isOpen: boolean;
  /** The person was elsewhere when asking for it. */
  isFromElsewhere: boolean;
  setOpen: (isOpen: boolean) => void;
}

/**
 * Whether a page's form for something new is open: by its button, or by an address, which then forgets it.
 * @param isAllowed whether an address may open it; a form that is open stays when its right goes
 */
export function useAddForm(isAllowed = true, form: Form = 'add'): AddForm {
  const { get, change } = useAddress();
  const isAsked = get(form) !== '';
  const [opened, setOpened] = useState<'here' | 'elsewhere' | null>(null);
  if (isAsked && isAllowed && opened === null) setOpened('elsewhere');
  const forget = useEffectEvent(() => change({ [form]: null }));
  useEffect(() => {
    if (isAsked) forget();
  }, [isAsked]);
  return {
    isOpen: opened !== null,
    isFromElsewhere: opened === 'elsewhere',
    setOpen: (isOpen) => setOpened(isOpen ? 'here' : null),
  };
}
