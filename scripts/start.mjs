// npm start: the whole service. npm run start:api and start:worker: one part of it. Builds the
// bundled programs first, if needed.
import { pathToFileURL } from 'node:url';
import { buildPrograms } from './build.mjs';
import { Failed, ROOT, reportFailure } from './lib.mjs';

const mode = process.argv[2];
await reportFailure(async () => {
  if (![undefined, 'api', 'worker'].includes(mode)) {
    throw new Failed('usage: node scripts/start.mjs [api|worker]');
  }
  await buildPrograms();
});
const program = `${ROOT}/dist/src/launch/service.js`;
process.argv = [process.argv[0], program, ...process.argv.slice(2)];
await import(pathToFileURL(program).href);
