import { renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { asksBeforeLeaving } from '../testing/leaving.ts';
import { askBy, askNoMore, mayLeave } from './leaving.ts';
import { useUnsaved } from './unsaved.ts';

const asked: (string | undefined)[] = [];
const stopAnswering = askBy(({ name }) => {
  asked.push(name);
  return Promise.resolve(true);
});
afterEach(() => void asked.splice(0));

const typedInto = (name: string) => renderHook(() => useUnsaved({ isUnsaved: () => true, name }));

test('the form behind a closed dialog still asks', async () => {
  const form = typedInto('Settings');
  const dialog = typedInto('New key');
  expect(await mayLeave()).toBe(true);
  dialog.unmount();
  expect(asksBeforeLeaving()).toBe(true);
  await mayLeave();
  expect(asked).toEqual(['New key', 'Settings']);
  form.unmount();
});

test('nothing asks on a page that is about to go, and what stands on the next one does', () => {
  const before = typedInto('Settings');
  askNoMore();
  expect(asksBeforeLeaving()).toBe(false);
  before.unmount();
  const after = typedInto('Project');
  expect(asksBeforeLeaving()).toBe(true);
  after.unmount();
  stopAnswering();
});
