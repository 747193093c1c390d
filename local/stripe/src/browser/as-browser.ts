/**
 * Sends a card to the payment provider as a browser does, for tests without a browser.
 * @param url of the stand-in
 */
export async function enterCard(url: string, number: string): Promise<string> {
  const answer = await asBrowser<{ id?: string }>(url, '/v1/payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '34',
    'card[cvc]': '123',
  });
  if (!answer.id) throw new Error(`The card form gave no card: ${JSON.stringify(answer)}`);
  return answer.id;
}

/** The holder passes or fails at the bank. */
export async function confirmAtBank(url: string, clientSecret: string, passed = true): Promise<void> {
  const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  await asBrowser(url, `/v1/3ds/${id}`, { client_secret: clientSecret, passed: String(passed) });
}

async function asBrowser<T>(url: string, path: string, values: Record<string, string>): Promise<T> {
  const headers = { Authorization: 'Bearer pk_test_1' };
  const response = await fetch(new URL(path, url), { method: 'POST', headers, body: new URLSearchParams(values) });
  return (await response.json()) as T; // the provider's own shape
}
