// The built service as a process that kills itself at a named point. If the file that KILL_FILE
// names contains a point, the first process that reaches this point deletes the file and dies.
import { readFileSync, unlinkSync, writeSync } from 'node:fs';
import { loadProgram } from '../../src/launch/load-program.js';
import type { ServiceMode } from '../../src/server/http-handlers.js';
import { tellDatabase, tellRequests, tellStorage } from './told-points.js';

const KIB = 1024;
/** Tests expire the leases of killed processes. A lease taken at that moment expires on its own. */
const LEASE_SECONDS = Number(process.env['LEASE_SECONDS'] ?? 10);
/** How often a worker polls for jobs of the API. Each test waits for a poll, so it is short. */
const LOOK_MS = 100;

const killFile = process.env['KILL_FILE'] ?? '';
const mode = (process.argv[2] ?? 'all') as ServiceMode;

type ServiceProgram = typeof import('../../src/server/program.js');
const { createLog, loadConfig, startService } = loadProgram('service') as unknown as ServiceProgram;

tellRequests(reach);
const config = loadConfig(process.env);
const service = await startService({
  config,
  log: createLog('error'),
  mode,
  limits: {
    // Small parts keep the tests quick.
    singleUploadBytes: 100 * KIB,
    partSizeBytes: 64 * KIB,
    idempotencyLeaseSeconds: LEASE_SECONDS,
  },
  jobLeaseSeconds: LEASE_SECONDS,
});
const { platform } = service;
// Verbs read their parts from the platform on each call.
Object.assign(platform, {
  db: tellDatabase(platform.db, reach),
  storage: tellStorage(platform.storage, reach),
});
if (mode === 'worker') setInterval(() => platform.queue.wake(), LOOK_MS);
console.log(`modport is running at ${service.localUrl}`);

/** Kills the process if this is the requested point. */
function reach(point: string): void {
  try {
    if (readFileSync(killFile, 'utf8') !== point) return;
    unlinkSync(killFile);
  } catch {
    // The file does not exist, or another process was faster.
    return;
  }
  writeSync(1, `killed at ${point}\n`);
  process.kill(process.pid, 'SIGKILL');
}
