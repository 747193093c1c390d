import { demoPassword } from './accounts.mjs';
import { bearer, send } from './calls.mjs';
import { changeDocuments, personOf } from './documents.mjs';

/** Registers a person, who follows the link in the mail. @param by the token of the admin who adds a member */
export async function register({ web, inbox }, { email, name }, { by, role = null, projectId: boundTo = null } = {}) {
  const body = { name, email, password: demoPassword, confirmPassword: demoPassword, role, projectId: boundTo };
  await send(`${web}/app/authentication/register`, { headers: by ? bearer(by) : {}, body });
  await send(`${web}/app/verify/user/${await mailedToken(inbox, email)}`, {});
}

/** @returns {Promise<string>} the person's token */
export async function logInByCall({ web }, { email }) {
  const body = { email, password: demoPassword, twoFactorCode: null };
  return (await send(`${web}/app/authentication/login`, { body })).accessToken;
}

/** Nobody can register as staff. What `npm run make-superadmin` does to a registered person, without the second that it takes to start. */
export async function makeStaff(addresses, person) {
  await register(addresses, person);
  const { path, tenantId } = await personOf(addresses, person.email);
  await changeDocuments(addresses, {
    [path]: { role: 'superadmin', tenantId: null, projectId: null },
    [`tenants/${tenantId}`]: { active: false },
  });
}

async function mailedToken(inbox, email) {
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    const [mail] = await send(`${inbox}/api/email?to=${encodeURIComponent(email)}`, {});
    const token = mail && /\/user\/([^/\s"]+)\/verify/.exec(mail.html)?.[1];
    if (token) return token;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail with a link for ${email} arrived.`);
}
