import { lazy, Suspense } from 'react';
import { LoadingBlock } from '../../../components/loading-block.tsx';
import type { LongEditorProps } from './long-editor.tsx';

/** Characters above which a text area takes longer for a key than people wait. */
export const hugeText = 20_000;

const LongEditor = lazy(async () => ({ default: (await import('./long-editor.tsx')).LongEditor }));

/** The editor for texts of any length. It is loaded when the first long one is opened. */
export function LazyEditor(props: LongEditorProps) {
  return (
    <Suspense fallback={<LoadingBlock height={`${props.rows * 1.5}em`} />}>
      <LongEditor {...props} />
    </Suspense>
  );
}
