import { parseArgs } from 'node:util';
import { startProvider } from './start-provider.ts';

const { values } = parseArgs({ options: { host: { type: 'string', default: '127.0.0.1' }, port: { type: 'string', default: '1090' } } });

const provider = await startProvider({ host: values.host, port: Number(values.port) });
console.log(`Sign-in provider: ${provider.issuer}`);
const end = () => void provider.stop().finally(() => process.exit(0));
process.on('SIGINT', end);
process.on('SIGTERM', end);
