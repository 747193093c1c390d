import { z } from 'zod';
import type { fetchProvider } from './provider-address.ts';
import type { Profile } from './provider-profile.ts';

const User = z.object({ id: z.int(), name: z.string().nullish() });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub gives no ID token: its number of the person is asked for, since names there change hands. */
export async function githubProfile(send: ReturnType<typeof fetchProvider>, accessToken: string): Promise<Profile> {
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/vnd.github+json', 'user-agent': 'Bedplate' };
  const get = async (path: string): Promise<unknown> => {
    const answer = await send(`https://api.github.com${path}`, { headers });
    if (!answer.ok) throw new Error(`GitHub answered ${answer.status}.`);
    return answer.json();
  };
  const [user, emails] = await Promise.all([get('/user'), get('/user/emails')]);
  const { id, name } = User.parse(user);
  const email = Emails.parse(emails).find(({ primary, verified }) => primary && verified)?.email ?? null;
  return { issuer: 'https://github.com', subject: String(id), email, name: name ?? null };
}
