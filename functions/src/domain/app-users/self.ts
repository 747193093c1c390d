/** An app user who calls. */
export interface Self {
  /** Of the user's record. */
  readonly key: string;
  /** The session that asks. */
  readonly session?: string | undefined;
}
