import type { DataRecord } from '@bedplate/contract';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useEditAhead } from './edit-ahead.ts';
import { hugeText } from './load-long-editor.ts';

const { loaded } = vi.hoisted(() => ({ loaded: [] as string[] }));
vi.mock('./long-editor.tsx', () => {
  loaded.push('editor');
  return { LongEditor: () => null };
});
vi.mock('./edit-record-dialog.tsx', () => {
  loaded.push('form');
  return { EditRecordDialog: () => null };
});

const record = (text: string): DataRecord => ({ id: 'r1', createdAt: 'c', updatedAt: 'u', text });

test('what edits a long record is loaded once the page shows one, and not before', async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (act: () => void) => idle.push(act));
  vi.stubGlobal('cancelIdleCallback', () => {});
  const shown = renderHook(({ records }) => useEditAhead(records), { initialProps: { records: [record('short')] } });
  idle.forEach((act) => act());
  expect(loaded).toEqual([]);
  shown.rerender({ records: [record('x'.repeat(hugeText))] });
  idle.at(-1)?.();
  await waitFor(() => expect(loaded.toSorted()).toEqual(['editor', 'form']));
  shown.unmount();
  vi.unstubAllGlobals();
});
