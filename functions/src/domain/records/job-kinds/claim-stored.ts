import type { RecordServices } from '../../../services/record-services.ts';
import { isAlreadyExists } from '../../../store/model/firestore-errors.ts';
import { create } from '../../../store/model/writes.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { type Claim, claimedBy } from '../model/unique-claims.ts';
import { rulesOf, type StorageRules } from '../schema/storage-rules.ts';
import { holdersOf } from '../unique/holders.ts';
import { ruleClaims } from '../unique/rule-claims.ts';
import { removeUnchanged } from '../unique/settle-clash.ts';
import { storedValues } from '../unique/stored-values.ts';

const perPage = 200;

/**
 * Makes the claims of records that were stored before a unique rule was. `changed` counts the records that got one, `kept` those
 * whose values another record has. A record that changes meanwhile may leave a claim behind, which keeps nobody from the value.
 * The input's `version` is that of the schema: a later one has a job of its own.
 */
export const claimStoredKind: JobKind = {
  async page(services, storage, job) {
    const rules = await rulesOf(services, storage);
    if (!rules || rules.version !== job.data.input.version) return { seen: 0, changed: 0, kept: 0, next: null };
    const { values, next } = await storedValues(services, storage.id, { after: job.data.after, limit: perPage });
    const wanted = values.map(({ key, fields }) => ruleClaims(storage.id, rules, fields).map((claim) => ({ key, claim })));
    const paths = wanted.flat().map(({ claim }) => claim.path);
    const known = new Map((await services.store.getAll(paths)).map((row, i) => [paths[i], row?.data.ref]));
    const outcomes = await Promise.all(
      wanted.map(async (claims) => {
        const missing = claims.filter(({ key, claim }) => known.get(claim.path) !== key);
        return Promise.all(missing.map((one) => claimFor(services, { storage, rules }, one)));
      }),
    );
    const kept = outcomes.filter((ofRecord) => ofRecord.includes('clash')).length;
    const changed = outcomes.filter((ofRecord) => ofRecord.includes('made') && !ofRecord.includes('clash')).length;
    return { seen: values.length, changed, kept, next };
  },
};

async function claimFor(
  services: RecordServices,
  { storage, rules }: { storage: StorageRow; rules: StorageRules },
  { key, claim }: { key: string; claim: Claim },
): Promise<'made' | 'own' | 'clash'> {
  for (;;) {
    try {
      await services.store.commit([create(claim.path, claimedBy({ storage, key }))]);
      return 'made';
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
    const row = await services.store.get(claim.path);
    if (!row) continue; // given up meanwhile
    if (row.data.ref === key) return 'own';
    const [holder] = await holdersOf(services.store, new Map([[storage.id, rules]]), [{ claim, storage, key: row.data.ref }]);
    if (holder !== 'nobody') return 'clash';
    await removeUnchanged(services, claim.path, row.updateTime);
  }
}
