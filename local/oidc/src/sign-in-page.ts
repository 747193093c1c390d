/** @returns a form that sends the person's own word back to the address that it came from */
export function signInPage(clientId: string, where: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sign in ${where}</title><link rel="icon" href="data:,">
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 26rem; margin: 10vh auto; padding: 0 1rem }
  form { display: grid; gap: 1rem }
  label { display: grid; gap: .25rem }
  label.inline { display: flex; gap: .5rem; align-items: center }
  input:not([type=checkbox]), button { font: inherit; padding: .5rem .75rem }
</style>
<h1>Sign in ${where}</h1>
<p>This is a stand-in on your machine: <b>${escaped(clientId)}</b> believes whatever you say here.</p>
<form method="post">
  <label>Account<input name="sub" value="person-1" required></label>
  <label>E-mail<input name="email" type="email" value="person@example.test"></label>
  <label class="inline"><input name="email_verified" type="checkbox" value="true" checked>It is proved</label>
  <label>Name<input name="name" value="Pat Person"></label>
  <button name="go" value="yes">Continue</button>
  <button name="go" value="no" formnovalidate>Cancel</button>
</form></html>`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
