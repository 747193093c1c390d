// Writes docs/messages.md, every sentence of the server and of the console's failures with its place: `npm run messages`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messagesPage } from './messages/page.mjs';
import { root } from './suite/paths.mjs';

writeFileSync(join(root, 'docs/messages.md'), await messagesPage());
