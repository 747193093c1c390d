/** GET /app/project/{projectId}/dataStorages/{storageId}/schema/uses?field=…: what names a field, in the order in which it is told. */
export type FieldUse =
  /** An access rule, by its number; of another storage where it asks for a field of the app user. */
  | { readonly kind: 'rule'; readonly number: number; readonly storage: string | null }
  | { readonly kind: 'view'; readonly name: string }
  /** It ends with the declaration. */
  | { readonly kind: 'unique'; readonly fields: readonly string[] }
  /** It ends with the declaration. */
  | { readonly kind: 'total'; readonly by: readonly string[]; readonly sum: readonly string[] }
  /** The list of fields that app users may not set. */
  | { readonly kind: 'closed' }
  /** Records of that storage refer to others by it: what their deletes do to them ends. */
  | { readonly kind: 'reference'; readonly storage: string };
