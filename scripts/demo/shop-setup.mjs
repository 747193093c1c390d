import { bearer, send } from './calls.mjs';

/**
 * Sets the shop up as an owner does after some weeks: views with names, caps, access rules with an earlier version, customers who sign
 * in by a page, form teams and get mails in the shop's own words, and somebody who is invited.
 * @param shop the project's id @param storages by key, with their ids @param customers as they were signed up
 */
export async function setUpShop({ web }, { shop, account, token, storages, customers }) {
  const { orders, products, users } = storages;
  const inConsole = (path, body, method = 'POST') => send(`${web}/app/project/${shop}${path}`, { method, headers: bearer(token), body });
  const at = ({ id }) => `/dataStorages/${id}`;

  for (const [storage, name, view] of views(storages)) await inConsole(`${at(storage)}/views`, { name, view: { ...wholeView, ...view } });
  await inConsole('/caps', { project: { credits: 40_000, per: 'month' }, appUser: { credits: 500, per: 'day' } }, 'PUT');
  for (const [version, grants] of rules.entries()) await inConsole(`${at(orders)}/access`, { version, grants }, 'PUT');
  await inConsole(at(products), { endUserAccess: { read: 'all', write: 'none' } }, 'PUT');

  const page = 'http://localhost:8000';
  const signIn = { origins: [page], methods: ['password', 'code'], linkPage: `${page}/`, secondFactor: 'optional', teams: true };
  await inConsole(at(users), { signIn }, 'PUT');
  await inConsole(`${at(users)}/mails`, { ...mails, version: 0 }, 'PUT');
  await inConsole(`${at(users)}/invitations`, { email: 'ines@example.com', fields: {} });
  const ofUsers = `${web}/api/users/${users.id}`;
  const byKeys = { 'x-api-key': account.apiKey, 'x-secret-key': account.secretKey, 'x-project-id': shop };
  const { username, password } = customers[0];
  const { accessToken } = await send(`${ofUsers}/authenticate`, { headers: byKeys, body: { username, password } });
  const asCustomer = { ...bearer(accessToken), 'x-project-id': shop };
  await send(`${ofUsers}/teams`, { headers: asCustomer, body: { name: 'Corner café' } });
}

const wholeView = { search: '', where: '', startDate: '', endDate: '', limit: 20, sort: null, deleted: false, hidden: [], order: [] };

function views({ orders, products }) {
  return [
    [orders, 'To pack', { where: 'status=paid', sort: { field: 'orderedAt', order: 'asc' } }],
    [orders, 'Large orders', { where: 'total>=500', sort: { field: 'total', order: 'desc' } }],
    [products, 'Sold out', { where: 'available=false', hidden: ['dimensions', 'tags'] }],
  ];
}

const ofStaff = { who: { role: 'staff' }, verbs: ['list', 'read', 'update'], fields: { readOnly: ['orderNumber', 'total'] } };
/** The second version replaces the first. */
const rules = [[ofStaff], [ofStaff, { who: { owner: 'userId' }, verbs: ['list', 'read'] }]];

const mails = {
  senderName: 'Demo shop',
  replyTo: 'hello@example.com',
  color: '#2f6f4f',
  logo: null,
  footer: 'Demo shop, 12 Market Street',
  language: 'en',
  texts: {
    de: {
      reset: {
        subject: 'Neues Passwort für {app}',
        heading: 'Hallo {name}',
        body: 'Mit diesem Code legst du ein neues Passwort fest. Er gilt eine Stunde.',
        closing: 'Du wolltest kein neues Passwort? Dann kannst du diese Mail vergessen.',
      },
    },
  },
};
