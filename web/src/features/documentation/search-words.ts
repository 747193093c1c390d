/** Words that mean the same to readers who come from somewhere else. */
const synonyms: readonly (readonly string[])[] = [
  ['record', 'document', 'row', 'item'],
  ['storage', 'collection', 'table', 'class'],
  ['field', 'column', 'attribute', 'property'],
  ['sort', 'order'],
  ['filter', 'condition', 'where'],
  ['sign', 'login', 'auth'],
  ['sign up', 'signup', 'register', 'registration'],
  ['user', 'account', 'people', 'person'],
  ['team', 'organization', 'organisation', 'workspace', 'tenant'],
  ['access rules', 'permission', 'policy', 'acl', 'rls'],
  ['live', 'realtime', 'subscribe', 'websocket', 'socket'],
  ['reference', 'relation', 'foreign key', 'pointer', 'join'],
  ['expand', 'include', 'populate'],
  ['aggregate', 'total', 'count', 'sum'],
  ['trash', 'soft delete', 'restore', 'undelete'],
  ['history', 'undo', 'versioning', 'rollback'],
  ['limit', 'quota', 'rate'],
  ['cost', 'price', 'billing', 'credit'],
  ['batch', 'transaction', 'bulk'],
  ['cors', 'origin'],
  ['webhook', 'trigger', 'hook'],
  ['file', 'upload', 'image', 'picture', 'attachment'],
  ['2fa', 'mfa', 'second factor', 'totp'],
  ['google', 'oauth', 'openid', 'social'],
];

/** Words that people write around those that they mean. */
const fillers = new Set(
  'a an and are be by can do does for from get how i in into is it me my of on or our that the their this to use using want what when which who why will with you your'.split(
    ' ',
  ),
);

/** @returns the words of a text as the index has them: small, without the s of several */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_$@.]+/gu) ?? []).map(stem).filter(Boolean);
}

/** @returns the words that a person means, each with all that mean the same; without those around them, unless there are no others */
export function meaningsOf(query: string): string[][] {
  const words = wordsOf(query);
  const meant = words.filter((word) => !fillers.has(word));
  return (meant.length > 0 ? meant : words).map((word) => {
    const alike = synonyms.filter((group) => group.some((other) => other === word || stem(other) === word));
    return [...new Set([word, ...alike.flat()])];
  });
}

function stem(word: string): string {
  const plain = word.replace(/^[.]+|[.]+$/g, '');
  return plain.length > 4 ? plain.replace(/(?<!s)s$/, '') : plain;
}
