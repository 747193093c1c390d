import { parseArgs } from 'node:util';
import { startInbox } from './start-inbox.ts';

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '1080' },
    'smtp-port': { type: 'string', default: '1025' },
  },
});

const inbox = await startInbox({ host: values.host, port: Number(values.port), smtpPort: Number(values['smtp-port']) });
console.log(`Mail inbox: ${inbox.url} (SMTP on port ${inbox.smtpPort})`);
const end = () => void inbox.stop().finally(() => process.exit(0));
process.on('SIGINT', end);
process.on('SIGTERM', end);
