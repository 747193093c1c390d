/** Production's limits on a rules source and its evaluation. */
export const limits = {
  /** Bytes of UTF-8; production refuses a source of exactly this size. */
  sourceBytes: 256 * 1024,
  /** `match` blocks within each other. */
  matchDepth: 10,
  functionArguments: 7,
  /** The documentation says 10; the compiler takes 11 and refuses 12. */
  letBindings: 11,
  /** Operands of one `&&` or `||` chain. */
  chainOperands: 98,
  /** Levels of one expression. Keeps parser and evaluator far from the end of the stack. */
  expressionDepth: 200,
  callDepth: 20,
  expressionsPerRequest: 1000,
  /** Distinct documents that get(), exists(), getAfter() and existsAfter() may touch. */
  lookupsPerRequest: 10,
  lookupsPerBatch: 20,
  storageLookups: 2,
} as const;
