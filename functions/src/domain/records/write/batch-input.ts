import { limits } from '@bedplate/contract';
import { z } from 'zod';
import { GivenFields } from '../model/record-input.ts';

const Place = { storageKey: z.string().min(1).max(limits.storageKeyLength).optional(), storageId: z.string().min(1).max(64).optional() };
const Id = z.string().min(1).max(limits.clientIdLength);
const Preconditions = { ifUpdatedAt: z.string().max(40).optional(), ifExists: z.boolean().optional() };

const BatchWrite = z
  .discriminatedUnion('op', [
    z.strictObject({ ...Place, op: z.literal('create'), data: GivenFields }),
    z.strictObject({ ...Place, ...Preconditions, op: z.literal('update'), id: Id, data: GivenFields }),
    z.strictObject({ ...Place, ...Preconditions, op: z.literal('upsert'), id: Id, data: GivenFields }),
    z.strictObject({ ...Place, ...Preconditions, op: z.literal('delete'), id: Id, permanent: z.boolean().default(false) }),
    z.strictObject({ ...Place, op: z.literal('restore'), id: Id }),
  ])
  .refine(({ storageKey, storageId }) => storageKey !== undefined || storageId !== undefined, {
    path: ['storageKey'],
    message: 'storageKey or storageId is required.',
  });
export type BatchWrite = z.infer<typeof BatchWrite>;

/** POST /api/batch */
export const BatchInput = z.strictObject({
  writes: z
    .array(BatchWrite)
    .min(1, 'writes: send at least one write.')
    .max(limits.batchWrites, `writes: at most ${limits.batchWrites} writes in one batch.`),
});
