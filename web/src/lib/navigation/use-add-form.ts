import { useEffect, useEffectEvent, useState } from 'react';
import { useAddress } from '../use-address.ts';

const parameter = 'add';

/** @returns a page's address that opens its form for something new */
export function toAddForm(path: string): string {
  return `${path}?${parameter}=1`;
}

/** Whether a page's form for something new is open: by its button, or by an address, which then forgets it. */
export function useAddForm(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const { get, change } = useAddress();
  const isAsked = get(parameter) !== '';
  const [isOpen, setOpen] = useState(false);
  if (isAsked && !isOpen) setOpen(true);
  const forget = useEffectEvent(() => change({ [parameter]: null }));
  useEffect(() => {
    if (isAsked) forget();
  }, [isAsked]);
  return [isOpen, setOpen];
}
