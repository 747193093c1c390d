import { z } from 'zod';
import { limits } from './limits.ts';
import { pageSizes } from './page-sizes.ts';
import { seenText, shownText } from './names.ts';
import { problem } from './texts/rules.ts';

/** yyyy-MM-dd in UTC, or '' for none. */
const Day = z.union([z.literal(''), z.iso.date().max(10)]);
const FieldName = z.string().min(1).max(limits.fieldNameLength);
const FieldNames = z.array(FieldName).max(limits.savedViewColumns);

/** The part of a storage that a data view shows, and its columns: all but the page. */
export const ViewSettings = z.strictObject({
  search: z.string().max(limits.searchLength),
  /** Conditions on fields, as in a query string of the data API; '' for none. */
  where: z.string().max(2 * limits.orLength),
  startDate: Day,
  endDate: Day,
  limit: z.literal(pageSizes.dataView),
  sort: z.strictObject({ field: FieldName, order: z.enum(['asc', 'desc']) }).nullable(),
  /** Soft-deleted records too. */
  deleted: z.boolean(),
  hidden: FieldNames,
  order: FieldNames,
});
export type ViewSettings = z.infer<typeof ViewSettings>;

/** Different ones within a storage, whatever their letter case. */
export const SavedViewName = z
  .string()
  .trim()
  .regex(seenText, problem('nameMissing'))
  .max(limits.nameLength, problem('nameLong', { max: limits.nameLength }))
  .regex(shownText, problem('textCharacters'));

export const SavedViewInput = z.strictObject({ name: SavedViewName, view: ViewSettings });
export type SavedViewInput = z.infer<typeof SavedViewInput>;

export const SavedViewChange = SavedViewInput.partial();
export type SavedViewChange = z.infer<typeof SavedViewChange>;

/** A view that a member has named for all of the project. */
export interface SavedView extends SavedViewInput {
  id: string;
}
