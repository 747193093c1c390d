export { startFirestore, type FirestoreOptions, type RunningFirestore } from './server.ts';
/** The document store without its server: for what writes a whole data directory at once. */
export { createEngine } from './store/create-engine.ts';
export { Timestamp as StoredTimestamp, type MapValue, type Value } from './model/value.ts';
/** The rules engine without its server: for tests that ask more than a server could answer in time. */
export { compileRules } from './rules/compile.ts';
export { parseRules } from './rules/language/parser.ts';
export type { StructuredQuery } from './model/query.ts';
export { childrenOf, type Expression, type FunctionDeclaration, type MatchBlock } from './rules/language/syntax.ts';
