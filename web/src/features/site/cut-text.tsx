import { useState } from 'react';
import { t } from '../../texts/public.ts';

const cutAt = 217;

/**
 * A text that small screens show cut, with a toggle; wide screens show it whole. Without JavaScript
 * it is whole everywhere.
 */
export function CutText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  if (text.length <= cutAt) return <p>{text}</p>;
  return (
    <>
      <p className="on-wide">{text}</p>
      <p className="on-small">
        {whole ? text : text.slice(0, cutAt)}{' '}
        <button type="button" className="link" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {t(whole ? 'showLess' : 'showMore')}
        </button>
      </p>
    </>
  );
}
