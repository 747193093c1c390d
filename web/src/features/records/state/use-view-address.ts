import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { View } from '../queries/view.ts';
import { addressOf, type Columns, columnsOf, viewOf } from '../queries/view-address.ts';

interface ViewStore {
  getState: () => { view: View; layout: Columns; openView: (view: View, columns: Columns | null) => void };
  subscribe: (listener: () => void) => () => void;
}

/** Keeps the view in the page's address, and the page at what its address says. */
export function useViewAddress(store: ViewStore): void {
  const [address, setAddress] = useSearchParams();
  const text = address.toString();
  const written = useRef(text);
  useEffect(() => {
    // Somebody followed a link to another view of the same storage.
    if (text !== written.current) {
      written.current = text;
      store.getState().openView(viewOf(new URLSearchParams(text)), columnsOf(new URLSearchParams(text)));
    }
    const write = () => {
      const { view, layout } = store.getState();
      const next = addressOf(view, layout, new URLSearchParams(written.current));
      if (next.toString() === written.current) return;
      written.current = next.toString();
      setAddress(next, { replace: true, preventScrollReset: true });
    };
    write();
    return store.subscribe(write);
  }, [store, text, setAddress]);
}
