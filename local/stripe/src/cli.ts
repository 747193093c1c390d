import { parseArgs } from 'node:util';
import { startStripe } from './start-stripe.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '12111' },
    'webhook-url': { type: 'string', default: '' },
    'webhook-secret': { type: 'string', default: 'whsec_local' },
    file: { type: 'string', default: '' },
  },
});

const stripe = await startStripe({
  port: Number(values.port),
  webhookUrl: values['webhook-url'],
  webhookSecret: values['webhook-secret'],
  file: values.file,
});
console.log(`Card payments: ${stripe.url}`);
const end = () => void stripe.stop().finally(() => process.exit(0));
process.on('SIGINT', end);
process.on('SIGTERM', end);
