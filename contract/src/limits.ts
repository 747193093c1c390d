/** Sizes and counts that both sides enforce. Bytes unless the name says otherwise. */
export const limits = {
  jsonBody: 1024 * 1024,
  /** Objects and arrays in one JSON body, and the values in it: what is small on the wire can be large in memory. */
  jsonContainers: 50_000,
  jsonValues: 200_000,
  record: 900 * 1024,
  /** Nesting of a record's JSON: a scalar field is depth 1. */
  recordDepth: 20,
  fieldNameLength: 200,
  fieldsPerRecord: 1000,
  /** Decimals that a field of type decimal may declare. */
  decimalScale: 18,
  bulkRecords: 100,
  batchWrites: 500,
  /** Records that the data view selects at most, and those that one of its calls changes. */
  selection: 10_000,
  selectionPart: 500,
  upload: 25 * 1024 * 1024,
  uploadNameLength: 255,
  /** Through a signed upload URL, straight to the file store. */
  resumableUpload: 1024 * 1024 * 1024,
  importBody: 10 * 1024 * 1024,
  importRows: 10_000,
  /** Rows in one call of the console's import, which sends a file of any size in parts. */
  importPartRows: 200,
  importParts: 100_000,
  importContainers: 200_000,
  importValues: 2_000_000,
  /** Hashing takes time on purpose. */
  importPasswords: 500,
  /** Of any other call that writes several records. */
  passwordsPerCall: 100,
  /** One credit pays for so many passwords of one call. */
  passwordsPerCredit: 10,
  clientIdLength: 128,
  listLimit: 100,
  listLimitDefault: 10,
  dataViewLimit: 200,
  /** Of one storage; all of them are one document. */
  savedViews: 50,
  /** Bytes of one of them. */
  savedViewBytes: 16 * 1024,
  /** Names of columns in one of them. */
  savedViewColumns: 500,
  pageMax: 1_000_000,
  /** Beside `or`. */
  filtersPerQuery: 20,
  /** Of `or`: characters, parentheses within parentheses, conditions, and the sets of them that it comes to, as many as Firestore takes at once. */
  orLength: 4000,
  orLevels: 3,
  orConditions: 60,
  orSets: 30,
  sortFields: 5,
  termsPerFilter: 30,
  searchLength: 200,
  nameLength: 80,
  descriptionLength: 1000,
  emailLength: 254,
  passwordMin: 8,
  /** The shortest and the longest minimum that a storage may set for passwords of its app users. */
  appPasswordMin: 4,
  appPasswordMinMost: 64,
  passwordMax: 200,
  /** Of an ID token; Google's have some 1,200 characters. */
  credentialLength: 8192,
  storageKeyLength: 60,
  livesyncStorages: 20,
  /** Sets of conditions of a storage's rules that LiveSync decides, and labels of one user in a storage: a listener each. */
  liveLabels: 10,
  /** Labels of one record. Beyond, the first count. */
  recordLabels: 1000,
  endpointsPerStorage: 30,
  receiversPerStorage: 5,
  scopedKeysPerProject: 50,
  originsPerKey: 20,
  mailDomains: 50,
  /** Of one users storage, for signing in. */
  providers: 10,
  /** Of one app user. */
  passkeys: 20,
  /** Of a storage's schema. */
  schemaFields: 500,
  uniqueRules: 20,
  /** Of one unique rule. */
  uniqueFields: 5,
  /** Of a storage's schema: totals that are kept with every write; the fields of one, and those that it adds up. */
  keptTotals: 5,
  keptTotalFields: 3,
  keptTotalSums: 3,
  /** Different values, or pairs of them, that one kept total has. */
  keptTotalValues: 1000,
  /** JSON of the values of one. */
  keptTotalBytes: 300,
  fieldDescriptionLength: 500,
  patternLength: 200,
  enumValues: 200,
  enumValueLength: 200,
  /** Records that one delete may change along with its own. */
  deletedAlong: 1000,
  /** Of `expand`: levels, names in all, and records of one level to whose referring records it leads. */
  expandLevels: 3,
  expansions: 20,
  expandedParents: 100,
  /** Characters of an integer or a decimal as text. */
  exactNumberLength: 110,
  /** Of a storage, for app users. */
  readOnlyFields: 100,
  /** Rules of a storage about who may do what: how many, their conditions, and their size as JSON. */
  grants: 50,
  grantTerms: 20,
  grantValues: 20,
  grantFields: 100,
  grantBytes: 10 * 1024,
  /** Sets of conditions that one list follows side by side. */
  grantWalks: 20,
  requestsPerMinute: 600_000,
  /** How long a hard delete is remembered for listeners that were away. */
  tombstoneDays: 7,
} as const;
