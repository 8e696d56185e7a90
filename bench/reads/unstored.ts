// The API of the service, without jobs and without stored responses: it builds each one for its
// request.
import 'reflect-metadata';
import { loadConfig } from '../../src/config/config.js';
import { silentLog } from '../../src/platform/log.js';
import { startService } from '../../src/server/service.js';

const service = await startService({
  config: loadConfig(process.env),
  log: silentLog,
  mode: 'api',
  limits: { sharedReadsBytes: 0 },
});
console.log(`running at ${service.localUrl}`);
process.on('SIGTERM', () => {
  void service.stop().then(() => process.exit(0));
});
