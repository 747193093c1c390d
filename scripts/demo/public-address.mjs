const shown = new URL('https://app.example.com');

/** Lets the texts and fields of an open page name a public address in the place of the local copy's. @param web of the local copy */
export async function showPublicAddress(page, web) {
  const local = new URL(web);
  await page.evaluate(replaceTexts, [
    [local.origin, shown.origin],
    [local.host, shown.host],
  ]);
}

/** Runs in the page. */
function replaceTexts(pairs) {
  const replaced = (text) => pairs.reduce((result, [from, to]) => result.replaceAll(from, to), text);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const next = replaced(texts.currentNode.data);
    if (next !== texts.currentNode.data) texts.currentNode.data = next;
  }
  for (const field of document.querySelectorAll('input, textarea')) {
    const next = field.type === 'file' ? field.value : replaced(field.value);
    if (next !== field.value) field.value = next;
  }
}
