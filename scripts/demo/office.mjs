import { demoAccounts } from './accounts.mjs';
import { bearer, inTurns, send } from './calls.mjs';
import { changeDocuments } from './documents.mjs';
import { contact, discount, earlierUsage, feedback, plans, visits, votes } from './office-data.mjs';
import { logInByCall, makeStaff, register } from './people.mjs';
import { productPicture } from './product-picture.mjs';

/** Writes what staff find in the back office: visits, plans, a code that a customer has paid with, a message. */
export async function seedOffice(addresses) {
  const { superadmin, customer } = demoAccounts;
  const { web } = addresses;
  await Promise.all([
    sell(addresses, [makeStaff(addresses, superadmin), register(addresses, customer)]),
    send(`${web}/app/contact-us`, { body: contact }),
    inTurns(votes, (body) => send(`${web}/app/documentation/votes`, { body })),
    inTurns(visits, ({ address, country, userAgent, path }) => {
      const headers = { 'x-forwarded-for': address, 'x-country-code': country, 'user-agent': userAgent };
      return send(`${web}/api/superadmin/track`, { headers, body: { path, ipAddress: '' } });
    }),
  ]);
}

/** Writes what staff see of the demo's own account: its credits of earlier months, and a message of its admin. */
export async function seedOfficeOfAccount(addresses, { tenantId, token }) {
  await changeDocuments(addresses, earlierUsage(Date.now(), tenantId));
  const form = new FormData();
  for (const [name, value] of Object.entries(feedback)) form.append(name, value);
  form.append('images', new Blob([await productPicture('Oak Lamp')], { type: 'image/png' }), 'orders.png');
  await send(`${addresses.web}/app/feedback`, { headers: bearer(token), body: form });
}

/** Staff offer plans and a code; the customer pays for the first plan with it. */
async function sell(addresses, people) {
  const { superadmin, customer } = demoAccounts;
  const { web, stripe } = addresses;
  await Promise.all(people);
  const [staff, buyer, card] = await Promise.all([
    logInByCall(addresses, superadmin),
    logInByCall(addresses, customer),
    enterCard(stripe, '4242424242424242'),
  ]);
  const [{ data: code }, { data: product }] = await Promise.all([
    send(`${web}/app/superadmin/discounts`, { headers: bearer(staff), body: discount(Date.now()) }),
    ...plans.map((body) => send(`${web}/app/superadmin/add-product`, { headers: bearer(staff), body })),
  ]);
  const order = { productId: product.id, paymentMethodId: card, discountCode: code.code };
  await send(`${web}/app/subscriptions/upgrade/premium`, { headers: bearer(buyer), body: order });
}

/** @returns {Promise<string>} the card as the provider knows it, as a browser would send it */
async function enterCard(stripe, number) {
  const card = { type: 'card', 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '34', 'card[cvc]': '123' };
  const response = await fetch(`${stripe}/v1/payment_methods`, {
    method: 'POST',
    headers: bearer('pk_test_1'),
    body: new URLSearchParams(card),
  });
  if (!response.ok) throw new Error(`The demo could not be written: the card was answered with ${response.status}.`);
  return (await response.json()).id;
}
