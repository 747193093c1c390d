import { useState } from 'react';
import { useUnsaved } from './unsaved.ts';

/** Asks before leaving while a request holds something that was typed and not sent. @returns a function that notes it as sent */
export function useUnsent(request: unknown): () => void {
  const now = JSON.stringify(request);
  const [sent, setSent] = useState(now);
  useUnsaved({ isUnsaved: () => now !== sent });
  return () => setSent(now);
}
