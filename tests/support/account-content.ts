import { mustCall } from './call.ts';
import type { Ids } from './guarded-calls.ts';
import type { Listener } from './listener.ts';
import { type Admin, aMember, aProject, aStorage, type Person } from './personas.ts';

interface One {
  data: { id: string };
}
interface Many {
  data: { id: string }[];
}

/** One of everything that a call can name, in one project. */
export interface AccountContent {
  ids: Ids;
  developer: Person;
}

/** @param name begins every name that a person would see, so that it can be looked for in answers */
export async function contentOf(owner: Admin, listener: Listener, name = 'My'): Promise<AccountContent> {
  const as = { token: owner.token };
  const project = (await aProject(owner, `${name} shop`)).id;
  const storage = (await aStorage(owner, project, 'products', true)).id;
  const developer = await aMember(owner, 'developer', project);
  const receiver = { dataStorageId: storage, type: 'webhook', functionality: 'receiver', endpoint: listener.url };
  const endpoint = (await mustCall<One>({ path: `/app/project/${project}/endpoints`, body: receiver, ...as })).data.id;
  await mustCall({ method: 'POST', path: `/app/endpoints/${endpoint}/test`, ...as });
  const delivery = (await mustCall<Many>({ path: `/app/endpoints/${endpoint}/deliveries`, ...as })).data[0]?.id ?? '';
  const page = { name: `${name} page`, projectId: project, storages: [storage], verbs: ['read'] };
  const key = (await mustCall<One>({ path: '/app/keys', body: page, ...as })).data.id;
  const session = (await mustCall<Many>({ path: '/app/users/sessions', ...as })).data[0]?.id ?? '';
  return { ids: { project, storage, person: developer.id, endpoint, delivery, key, session }, developer };
}
