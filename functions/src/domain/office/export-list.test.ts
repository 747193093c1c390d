import { expect, test } from 'vitest';
import { counted } from '../../../test/counted.ts';
import { staff, startOfficeWorld } from '../../../test/office-world.ts';
import { exportList } from './export-list.ts';

test('one of the staff takes thirty lists an hour, and no audit tells of one more', async () => {
  const { services, stop } = await startOfficeWorld();
  const rows = (async function* () {
    yield [];
  })();
  const take = () => exportList(services, staff, { name: 'accounts', filter: {}, columns: ['id'], rows });
  await counted(services, { scope: 'office-export', value: staff.uid, count: 29 });
  await take();
  await expect(take()).rejects.toMatchObject({ code: 'too-many-requests' });
  expect((await services.store.audit.query({})).rows).toHaveLength(1);
  await stop();
});
