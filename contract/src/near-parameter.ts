/** Parameters of lists and totals with a meaning of their own. */
export const listParameters = [
  'dateFrom',
  'dateTo',
  'zone',
  'sortBy',
  'sortOrder',
  'page',
  'limit',
  'cursor',
  'fields',
  'search',
  'deleted',
  'explain',
  'expand',
  'or',
  'op',
  'groupBy',
] as const;

/** Names of the parameters in other systems, in lower case and without marks. */
const spellings: readonly (readonly [advice: string, names: string])[] = [
  ['take limit', 'limits perpage pagesize pagelimit take top maxresults itemsperpage resultsperpage rowsperpage'],
  ['take page', 'pages pagenumber pagenum pageno pageindex currentpage'],
  ['take page, or cursor for long walks', 'offset skip startat startindex'],
  ['take cursor', 'cursors nextcursor pagetoken nexttoken nextpagetoken continuationtoken startafter'],
  ['take sortBy and sortOrder', 'sort order orderby ordering sorting sortfield sortcolumn sortkey'],
  ['take sortOrder', 'sortdir sortdirection orderdir orderdirection'],
  ['take fields', 'field select columns attributes projection'],
  ['take search', 'q query searchterm searchtext searchquery searchstring keyword keywords fulltext'],
  ['take dateFrom', 'fromdate startdate filterdatefrom createdafter createdfrom createdsince'],
  ['take dateTo', 'todate enddate filterdateto createdbefore createdto createduntil'],
  ['take zone', 'timezone tz zoneid'],
  ['take deleted', 'withdeleted includedeleted showdeleted onlydeleted trashed withtrashed onlytrashed'],
  ['take op of the call /aggregate', 'ops aggregate aggregates aggregation metric metrics'],
  ['take expand', 'include includes populate embed embeds relations join joins'],
  ['write each condition as field=value, field>=value or field=a|b', 'filter filters where and not nor criteria queries filterby'],
];

const advices = new Map<string, string>([
  ...listParameters.map((name) => [name.toLowerCase(), `take ${name}`] as const),
  ...spellings.flatMap(([advice, names]) => names.split(' ').map((name) => [name, advice] as const)),
]);

/**
 * Recognises a parameter of another system, another spelling or a slip: `pageSize`, `sort_by`, `$filter`, `page[size]`, `limt`.
 * @returns what to do instead, as the end of a sentence; undefined when the name is none of them
 */
export function nearParameter(name: string): string | undefined {
  if ((listParameters as readonly string[]).includes(name)) return undefined;
  const [base = '', inner] = name.split('[');
  const spelled = plain(base);
  if (spelled === 'page' || spelled === 'pagination') {
    const part = inner === undefined ? undefined : (advices.get(plain(`page${inner.replace(']', '')}`)) ?? advices.get(plain(inner)));
    if (part || spelled === 'page') return part ?? 'take page';
  }
  return advices.get(spelled) ?? slip(spelled);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** One letter left out, doubled, changed or swapped, in a name long enough that it is no other word. */
function slip(name: string): string | undefined {
  if (/\d/.test(name)) return undefined;
  const meant = listParameters.find((known) => known.length >= 5 && known[0] === name[0] && isOneSlip(known.toLowerCase(), name));
  return meant && `take ${meant}`;
}

function isOneSlip(known: string, given: string): boolean {
  if (Math.abs(known.length - given.length) > 1) return false;
  let start = 0;
  while (start < known.length && known[start] === given[start]) start += 1;
  const rests = [known.slice(start), given.slice(start)] as const;
  const [right, wrong] = rests;
  if (right.slice(1) === wrong.slice(1) || right === wrong.slice(1) || right.slice(1) === wrong) return true;
  return right[0] === wrong[1] && right[1] === wrong[0] && right.slice(2) === wrong.slice(2);
}

/** Names that are fields in records and bounds of a time everywhere else. */
const bounds: readonly (readonly [advice: string, names: string])[] = [
  ['take dateFrom', 'from start since begin'],
  ['take dateTo', 'to end until'],
];
const boundAdvices = new Map(bounds.flatMap(([advice, names]) => names.split(' ').map((name) => [name, advice] as const)));

/** @returns the parameter that another spelling, another system's name or a slip is meant for: `pageSize`, `startDate`, `serch` */
export function meantParameter(name: string, known: readonly string[]): string | undefined {
  const spelled = plain(name);
  const advice = adviceOn(spelled);
  return (
    known.find((one) => plain(one) === spelled) ??
    known.find((one) => advice?.startsWith(adviceOn(plain(one)) ?? 'none')) ??
    known.find((one) => one.length >= 5 && one[0] === name[0] && isOneSlip(one.toLowerCase(), spelled))
  );
}

function adviceOn(spelled: string): string | undefined {
  return advices.get(spelled) ?? boundAdvices.get(spelled);
}
