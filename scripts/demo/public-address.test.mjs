import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { requireChromium } from '../checks/chromium.mjs';
import { showPublicAddress } from './public-address.mjs';

test('a picture names no address of the machine that made it', async () => {
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.setContent(
    "<pre>curl 'http://127.0.0.1:5000/api/a' -H 'Host: 127.0.0.1:5000'</pre><input value='http://127.0.0.1:5000/b'><input type=file>",
  );
  await showPublicAddress(page, 'http://127.0.0.1:5000');
  expect(await page.locator('pre').textContent()).toBe("curl 'https://app.example.com/api/a' -H 'Host: app.example.com'");
  expect(await page.locator('input').first().inputValue()).toBe('https://app.example.com/b');
});

test('both scripts that make pictures do so before each of them', () => {
  for (const script of ['screens', 'site-pictures']) {
    const text = readFileSync(new URL(`../${script}.mjs`, import.meta.url), 'utf8');
    expect([script, text.match(/showPublicAddress\(page, suite\.addresses\.web\);\n[^\n]*page\.screenshot\(/g)?.length]).toEqual([
      script,
      1,
    ]);
  }
});
