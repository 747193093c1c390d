import { UsageError } from './flags.ts';

/** Each command is loaded when it is asked for: the Firestore server must listen within a tenth of a second. */
const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  firestore: async (args) => (await import('./firestore-command.ts')).firestoreCommand(args),
  'storage-rules': async () => (await import('../storage-rules/runtime.ts')).runStorageRules(process.stdin, process.stdout),
  exec: async (args) => (await import('./exec-command.ts')).execCommand(args),
};

const usage = `Usage: local-firestore [firestore] [--port 8080] [--host 127.0.0.1] [--rules firestore.rules] [--project-id demo-test]
                         [--data-dir DIR] [--indexes firestore.indexes.json] [--index-mode strict|permissive] [--lock-wait-ms 2000] [--salvage]
       local-firestore exec -- COMMAND …      runs COMMAND with this emulator in place of Java's
       local-firestore storage-rules          speaks firebase-tools' protocol on stdin and stdout
`;

async function main([first = '', ...rest]: readonly string[]): Promise<void> {
  if (first === '--help' || first === '-h' || first === 'help') {
    process.stdout.write(usage);
    return;
  }
  const named = Object.hasOwn(commands, first) ? commands[first] : undefined;
  if (named) await named(rest);
  else if (first === '' || first.startsWith('-')) await commands.firestore?.(first === '' ? [] : [first, ...rest]);
  else throw new UsageError(`Unknown command "${first}".\n${usage}`);
}

/** The exit code 2 means to the supervisor that starting again is useless. */
main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof UsageError ? error.message : describe(error)}\n`);
  process.exit(2);
});

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // firebase-tools looks for these words.
  if ('code' in error && error.code === 'EADDRINUSE') return `address already in use: ${error.message}`;
  return error.stack ?? error.message;
}
