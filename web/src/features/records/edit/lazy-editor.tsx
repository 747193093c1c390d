import { lazy, Suspense } from 'react';
import { LoadingBlock } from '../../../components/loading-block.tsx';
import { loadLongEditor } from './load-long-editor.ts';
import type { LongEditorProps } from './long-editor.tsx';

const LongEditor = lazy(loadLongEditor);

/** The editor for texts of any length. It is loaded when the first long one is opened, or ahead of it. */
export function LazyEditor(props: LongEditorProps) {
  return (
    <Suspense fallback={<LoadingBlock height={`${props.rows * 1.5}em`} />}>
      <LongEditor {...props} />
    </Suspense>
  );
}
