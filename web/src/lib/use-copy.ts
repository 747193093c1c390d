import { timings } from '@bedplate/contract/limits';
import { useEffect, useState } from 'react';

/**
 * @returns `copied`, true for a moment after `copy` put the text on the clipboard; `copy` answers
 * whether it could
 */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), timings.copied);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      return true;
    } catch {
      return false;
    }
  };
  return { copied, copy };
}
