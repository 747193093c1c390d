import { projectId } from '../suite/paths.mjs';
import { send } from './calls.mjs';

const owner = { authorization: 'Bearer owner' };
const database = `projects/${projectId}/databases/(default)/documents`;

export async function hasAccounts({ firestoreHost }) {
  const { documents } = await send(`http://${firestoreHost}/v1/${database}/users?pageSize=1`, { headers: owner });
  return Boolean(documents?.length);
}

/** @returns {Promise<{ path: string, tenantId: string }>} a registered person's document */
export async function personOf({ firestoreHost }, email) {
  const is = { fieldFilter: { field: { fieldPath: 'email' }, op: 'EQUAL', value: valueOf(email) } };
  const body = { structuredQuery: { from: [{ collectionId: 'users' }], where: is } };
  const [{ document }] = await send(`http://${firestoreHost}/v1/${database}:runQuery`, { headers: owner, body });
  return { path: document.name.slice(`${database}/`.length), tenantId: document.fields.tenantId.stringValue };
}

/** Sets fields past the product, which has no call for it. @param documents fields by path; a missing document is created */
export async function changeDocuments({ firestoreHost }, documents) {
  const writes = Object.entries(documents).map(([path, data]) => ({
    update: { name: `${database}/${path}`, ...valueOf(data).mapValue },
    updateMask: { fieldPaths: Object.keys(data) },
  }));
  await send(`http://${firestoreHost}/v1/${database}:commit`, { headers: owner, body: { writes } });
}

function valueOf(data) {
  if (data === null) return { nullValue: null };
  if (typeof data === 'string') return { stringValue: data };
  if (typeof data === 'number') return { integerValue: data };
  if (typeof data === 'boolean') return { booleanValue: data };
  return { mapValue: { fields: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, valueOf(value)])) } };
}
