import { type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

type Dialog = (onClose: () => void) => ReactNode;

let shown: Dialog | null = null;
const listeners = new Set<() => void>();

/** Opens what rows and panels ask for. It outlasts the button that opened it, which changes of others may take away, and ends with the page. */
export function openDialog(dialog: Dialog): void {
  show(dialog);
}

/** Shows the dialog that is open. */
export function PageDialogs() {
  return <DialogOfPage key={useLocation().pathname} />;
}

function DialogOfPage() {
  const dialog = useSyncExternalStore(onShow, () => shown);
  useEffect(() => close, []);
  return <Suspense>{dialog?.(close)}</Suspense>;
}

const close = () => show(null);

function show(dialog: Dialog | null): void {
  shown = dialog;
  for (const listener of listeners) listener();
}

function onShow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
