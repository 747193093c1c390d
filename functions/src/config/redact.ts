/**
 * Takes out of a text what opens something or names someone: e-mail addresses, our own keys, tokens, secrets
 * and codes of mails, password hashes, tokens of Google and Stripe, credentials in addresses.
 * Ids stay: a log without them is of no use.
 */
export function redact(text: string): string {
  return within(text)
    .replace(/[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}(\.[\w-]{1,63})+/gi, '[email]')
    .replace(/(?:\$(?:argon2|2[abxy]\$)|pbkdf2_sha\d{1,3}\$)[^\s"'\\]*/g, '[hash]')
    .replace(/\b[A-Z2-7]{32}\b|\b[a-z2-7]{6}(?:-[a-z2-7]{6}){3}\b/g, '[token]')
    .replace(ownPrefix, '[key]')
    .replace(/eyJ[\w-]+\.[\w-]*\.?[\w-]*/g, '[token]')
    .replace(/ya29\.[\w.-]+/g, '[token]')
    .replace(/(?:sk|rk)_(?:live|test)_\w+|\w{1,99}_secret_\w+/g, '[key]')
    .replace(secretWays, '$1[token]')
    .replace(/(:\/\/)[^/\s"@]+@/g, '$1[credentials]@')
    .replace(/[\w-]{22,}/g, (word) => (looksRandom(word) ? '[token]' : word));
}

/** Of one text in a log; also so that no text takes long. */
const longest = 10_000;

/** The last word may be the beginning of a token. */
function within(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\w.-]{1,2000}$/, '')}…`;
}

/** `bpk_` and `bps_` API keys, `bpu_` and `bpr_` sessions of app users, `bph_` inbound webhooks, `whsec_` signatures: ours and Stripe's. */
const ownPrefix = /(?:bp[a-z]|whsec)_[\w-]+(?:\.[\w-]+)?/g;

/** Before a token in an address, a header or JSON. */
const secretWays =
  /(\/hooks\/|\/user\/(?=[^/\s]+\/(?:verify|reset-password|unlock))|\/verify\/user\/|\/authentication\/(?=[^/\s]+\/(?:verify|reset-password|unlock))|[?&](?:token|key|code|upload_id|signature)=|\b(?:Bearer|Basic)\s+)[^/\s"'&\\?]+/gi;

/** @returns whether a word is base64url of random bytes, as codes of mails and ids of sessions are, and no name in code and no id of a person */
function looksRandom(word: string): boolean {
  const isMixed = /[a-z]/.test(word) && /[A-Z]/.test(word);
  if (!isMixed || /^[A-Za-z0-9]{28}$/.test(word)) return false; // Firebase's ids of people
  return !isName(word);
}

/**
 * Names in code are words of some length with enough vowels, one after another; of random texts of 18 bytes one in 20,000 is so, of 32 bytes none
 * in 300,000. Each branch begins with another character: no text takes long.
 */
function isName(word: string): boolean {
  const parts = word.match(/[A-Z]+[a-z]*|[a-z]+|\d+/g)?.length ?? 0;
  const letters = word.match(/[a-z]/gi)?.length ?? 0;
  const vowels = word.match(/[aeiouy]/gi)?.length ?? 0;
  return (
    word.length <= 200 &&
    word.length >= 5 * parts &&
    vowels >= 0.28 * letters &&
    /^_*[A-Z]*[a-z]+\d{0,3}(?:[-_]+[a-z]+\d{0,3}|[-_]*[A-Z]{1,5}[a-z]+\d{0,3})*[A-Z]{0,5}$/.test(word)
  );
}
