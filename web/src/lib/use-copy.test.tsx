import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useCopy } from './use-copy.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'execCommand');
});

/** A page over plain http has no clipboard. @param answer of the older way to copy */
function copyOverHttp(answer: boolean) {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
  const selected: string[] = [];
  Object.assign(document, {
    execCommand() {
      selected.push((document.activeElement as HTMLTextAreaElement).value);
      return answer;
    },
  });
  return { selected, ...renderHook(() => useCopy()) };
}

test('over plain http it copies in the older way and gives the focus back', async () => {
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  const { result, selected } = copyOverHttp(true);
  await act(async () => expect(await result.current.copy('bp_key')).toBe(true));
  expect(selected).toEqual(['bp_key']);
  expect(result.current.state).toBe('copied');
  expect(button).toHaveFocus();
  expect(document.querySelector('textarea')).toBeNull();
  button.remove();
});

test('where the browser does not let it copy it says so', async () => {
  const { result } = copyOverHttp(false);
  await act(async () => expect(await result.current.copy('bp_key')).toBe(false));
  expect(result.current.state).toBe('failed');
});
