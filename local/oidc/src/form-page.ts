import { escaped } from './sign-in-page.ts';

/** @returns a page that sends values on by itself, as the form_post of OAuth does */
export function formPage(to: string, values: Readonly<Record<string, string>>): string {
  const inputs = Object.entries(values).map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Back to the app</title><link rel="icon" href="data:,">
<form method="post" action="${escaped(to)}">${inputs.join('')}<noscript><button>Go on</button></noscript></form>
<script>document.forms[0].submit()</script></html>`;
}
