import { expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt, openDataView, rowWith } from './console-actions.ts';

withBrowser();

/** Does to a page what translators of browsers do: each text, also a later one, gives way to an element with other words. */
function translate() {
  const replace = (text: Node) => {
    const parent = text.parentElement;
    if (!parent || !text.nodeValue?.trim() || parent.closest('font, script, style, textarea, [translate=no]')) return;
    const words = document.createElement('font');
    words.textContent = `«${text.nodeValue}»`;
    parent.replaceChild(words, text);
  };
  const replaceIn = (part: Node) => {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const found: Node[] = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) replace(text);
  };
  const follow = (changes: MutationRecord[]) => {
    for (const { addedNodes, target, type } of changes) {
      if (type === 'characterData') replace(target);
      for (const node of addedNodes) (node.nodeType === Node.TEXT_NODE ? replace : replaceIn)(node);
    }
  };
  document.addEventListener('DOMContentLoaded', () => {
    replaceIn(document.body);
    new MutationObserver(follow).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

test.each(sizes)('at %s, a page in another language goes on working, and shows values as they are stored', async (_, size) => {
  const admin = await anAdmin('Tara Translator');
  const project = await aProject(admin, 'Tongues');
  const storage = await aStorage(admin, project.id, 'words');
  const { data } = await mustCall<{ data: { id: string } }>({
    path: `/api/words/${storage.id}`,
    ...keysOf(admin, project.id),
    body: { title: 'Oak', price: 1 },
  });
  const { page, context } = await openWindow(size);
  await signInAt(page, admin);
  await context.addInitScript(translate);
  await openDataView(page, project.id, storage.id);
  await page.getByText('«', { exact: false }).first().waitFor();
  expect(await page.getByText('«Oak', { exact: false }).count()).toBe(0);
  for (const title of ['Elm', 'Ash'])
    await mustCall({
      method: 'PUT',
      path: `/api/words/${storage.id}/dataId/${data.id}`,
      ...keysOf(admin, project.id),
      body: { title },
    });
  await rowWith(page, 'Ash').waitFor();
  expect(await page.getByText('Oak', { exact: false }).count()).toBe(0);
});
