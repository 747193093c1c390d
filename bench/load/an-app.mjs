import { freshEmail, inLanes, ownNetwork, password } from './accounts-client.mjs';

/** An app with `number` users in a storage of an account of its own. @returns their names, the storage's id, and calls with the app's keys */
export async function anApp(client, number, problems) {
  const [email] = await client.registered(1);
  const json = async (answer) => JSON.parse((await answer).text);
  const { accessToken } = await json(client.post('/app/authentication/login', { email, password, twoFactorCode: null }));
  const signedIn = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` };
  const account = await json(client.send('GET', '/app/users/getUser', undefined, signedIn));
  const { data: keyRows } = await json(client.send('GET', '/app/keys', undefined, signedIn));
  await client.send('PUT', `/app/keys/${keyRows[0].id}`, JSON.stringify({ requestsPerMinute: 600_000 }), signedIn);
  const project = await json(client.post('/app/projects', { name: 'Even', description: '' }, signedIn));
  const storage = { dataStorageName: 'Users', dataStorageKey: 'users', isSoftDelete: false };
  const made = await json(client.post(`/app/project/${project.data.id}/dataStorages`, storage, signedIn));
  const keys = {
    'content-type': 'application/json',
    'x-api-key': account.data.apiKey,
    'x-secret-key': account.data.secretKey,
    'x-project-id': project.data.id,
  };
  const at = `/api/users/${made.data.id}`;
  const users = Array.from({ length: number }, freshEmail);
  await inLanes(4, users, async (username) => {
    const answer = await client.post(at, { username, email: username, password }, keys);
    if (answer?.status !== 201) problems.push(`Sign-up answered ${answer?.status}: ${answer?.text}`);
  });
  const asOwner = (method, path, body) => client.send(method, path, JSON.stringify(body), signedIn);
  return {
    users,
    keys,
    at,
    asOwner,
    projectId: project.data.id,
    post: (call, body) => client.post(`${at}/${call}`, body, { ...ownNetwork(), ...keys }),
  };
}
