import { startInbox } from '../mail/start-inbox.ts';
import { portFlag, readFlags } from './flags.ts';

/** Starts the mail inbox and stays until it is told to end. */
export async function inboxCommand(args: readonly string[]): Promise<void> {
  const flags = readFlags(args);
  const inbox = await startInbox({
    host: flags.get('host') ?? '127.0.0.1',
    port: portFlag(flags, 'port', 1080),
    smtpPort: portFlag(flags, 'smtp-port', 1025),
  });
  console.log(`Mail inbox: ${inbox.url} (SMTP on port ${inbox.smtpPort})`);
  const end = () => void inbox.stop().finally(() => process.exit(0));
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}
