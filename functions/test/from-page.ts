import type { ApiServer } from './api-server.ts';

/** The page of an app whose users storage names it. */
export const appPage = 'https://shop.example.com';

interface Sent {
  body?: object;
  /** An access token. */
  bearer?: string | undefined;
  origin?: string | undefined;
  /** The caller's address; by default each call comes from a network of its own, so that limits per network hide nothing. */
  ip?: string | undefined;
}

let networks = 0;

/** Posts to a users storage as a page does that has no key. */
export async function postFromPage(
  api: Pick<ApiServer, 'origin'>,
  { path }: { path: string },
  call: string,
  { body = {}, bearer, origin = appPage, ip = `198.51.100.${(networks += 1) % 250}` }: Sent = {},
) {
  const answer = await fetch(`${api.origin}${path}/${call}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-project-id': 'p1',
      'x-forwarded-for': ip,
      origin,
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as ReturnType<typeof JSON.parse> };
}
