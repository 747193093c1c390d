import { startStripe } from '../stripe/start-stripe.ts';
import { portFlag, readFlags } from './flags.ts';

/** Starts the card payments stand-in and stays until it is told to end. */
export async function stripeCommand(args: readonly string[]): Promise<void> {
  const flags = readFlags(args);
  const webhookUrl = flags.get('webhook-url');
  const webhookSecret = flags.get('webhook-secret');
  const file = flags.get('file');
  const stripe = await startStripe({
    port: portFlag(flags, 'port', 12111),
    ...(webhookUrl ? { webhookUrl } : {}),
    ...(file ? { file } : {}),
    ...(webhookSecret ? { webhookSecret } : {}),
  });
  console.log(`Card payments: ${stripe.url}`);
  const end = () => void stripe.stop().finally(() => process.exit(0));
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}
