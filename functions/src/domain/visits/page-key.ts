/** Pages that always have a counter of their own. */
const known = new Set([
  '/',
  '/about',
  '/services',
  '/contact-us',
  '/terms',
  '/documentation',
  '/login',
  '/register',
  '/forgot-password',
  '/projects',
  '/users',
  '/administration',
  '/billing',
  '/feedback',
  '/archived-projects',
  '/superadmin/dashboard',
]);
/** Other pages of one day that an instance counts by name: all instances together stay below the size of a document (1 MiB). */
const otherPages = 150;
/** A Firestore field's name has at most 1,500 bytes; our pages' paths are far shorter. */
const longestKey = 120;

let day = '';
let seen = new Set<string>();

/**
 * The counter of a page in its day's document: the path in percent-encoding with "." as %2E. Made-up paths end in one counter, so
 * that they can neither fill the document nor push the site's own pages out of it.
 * @param path without a query @param date yyyy-mm-dd
 */
export function pageKey(path: string, date: string): string {
  const key = encodeURIComponent(path).replaceAll('.', '%2E');
  if (known.has(path)) return key;
  if (date !== day) [day, seen] = [date, new Set()];
  if (seen.has(key)) return key;
  if (key.length > longestKey || seen.size >= otherPages) return 'other';
  seen.add(key);
  return key;
}

/** Prepares a path for storage: drops the query, encodes control characters and HTML's brackets, hides the secrets of mailed links. */
export function storedPath(path: string): string {
  const [plain = '/'] = path.split(/[?#]/);
  return plain
    .toWellFormed()
    .replace(/[<>"`\p{Cc}]/gu, encodeURIComponent)
    .replace(/^\/user\/[^/]+\//, '/user/{token}/');
}
