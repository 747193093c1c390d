import { z } from 'zod';

/** How many days a deleted record stays in the trash of a storage before it goes for good. */
export const trashDays = [7, 30, 90] as const;
export const TrashDays = z.literal(trashDays);
export type TrashDays = z.infer<typeof TrashDays>;

/** Where a storage says nothing. */
export const usualTrashDays: TrashDays = 30;
