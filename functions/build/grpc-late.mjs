import { fileURLToPath } from 'node:url';

/** Names of what is loaded with its first use, as the manifest's `imports` have them. */
const late = {
  gax: 'google-gax',
  'gax-fallback': 'google-gax/fallback',
  'firestore-api': '@google-cloud/firestore-api',
  'firestore-api-v1': '@google-cloud/firestore-api/build/src/v1',
  // Not exported by its package.
  'firestore-protos': fileURLToPath(new URL('../protos/firestore_v1_proto_api.js', import.meta.resolve('@google-cloud/firestore'))),
  protobufjs: 'protobufjs',
};

/** The entries of a build that `grpcLate` needs. */
export const lateEntries = Object.fromEntries(Object.entries(late).map(([name, path]) => [`late/${name}`, path]));

/**
 * The Firestore SDK means to load gRPC with the first call that needs it (`_gax` in its index.js), and its protocol buffers as well
 * (bundle.js), but asks for them in five places when it is loaded itself. That is more than half of its time, and most jobs need none:
 * reads and commits go over REST (decision 014).
 * @returns {import('rolldown').Plugin} a chunk finds `requireLate` in its banner
 */
export function grpcLate() {
  const prefix = '\0late:';
  return {
    name: 'gRPC late',
    resolveId(path, importer) {
      if (!importer?.includes('/@google-cloud/firestore/build/')) return null;
      const [name] = Object.entries(late).find(([, target]) => target === path || target.endsWith(`${path.slice(2)}.js`)) ?? [];
      return name ? `${prefix}${name}` : null;
    },
    // Names that the SDK passes through when it is loaded: of `protos` it copies, from `google` it takes a class that it never uses.
    load(id) {
      if (!id.startsWith(prefix)) return null;
      return `const passed = new Set(['protos', 'google', 'firestore', 'v1', 'Value']);
        const late = (load) => new Proxy({}, { get: (_, name) => (passed.has(name) ? late(() => load()[name]) : load()[name]) });
        module.exports = late(() => requireLate('#late/${id.slice(prefix.length)}').default);`;
    },
  };
}
