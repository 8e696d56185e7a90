import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../actors.js';
import { eventually } from '../eventually.js';
import { metricsOf } from '../metrics.js';
import { type ChildService, createMachine, postgresPid } from './child-service.js';

const machine = createMachine();
let dataDir: string;
let service: ChildService;
let baseUrl: string;

beforeAll(async () => {
  dataDir = await machine.dataDir();
  service = machine.start(dataDir);
  baseUrl = await service.baseUrl;
});
afterAll(() => machine.clear());

/** The process of each connection, and those of PostgreSQL's own work. */
function childrenOf(postmaster: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([pid = 0, parent]) => (parent === postmaster ? pid : []));
}

/** Freezes PostgreSQL. Resolves with what lets it go on. */
async function freezePostgres(): Promise<() => void> {
  const postmaster = Number(await postgresPid(dataDir));
  // First the process that accepts connections. Listed before, the others would lack one that it starts meanwhile.
  process.kill(postmaster, 'SIGSTOP');
  const frozen = [postmaster, ...childrenOf(postmaster)];
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
  };
}

const entries = (): Json[] =>
  service
    .said()
    .stderr.split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));

test('a frozen PostgreSQL stops neither /healthz nor /metrics, and its outage writes few stacks', async () => {
  const line = 'modport_jobs{kind="index-mod",state="due"} 0';
  expect(await metricsOf({ baseUrl })).toContain(line);
  const requests = 60;
  const goOn = await freezePostgres();
  try {
    const failing = Array.from({ length: requests }, (_, at) =>
      fetch(`${baseUrl}/v1/mods?limit=${at + 1}`),
    );
    for (let read = 0; read < 3; read += 1) {
      const page = await metricsOf({ baseUrl });
      expect(page).toContain(line);
      expect(page).toMatch(/^modport_metrics_age_seconds\{source="jobs"\} \d/m);
      expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
    }
    const statuses = await Promise.all(failing.map(async (sent) => (await sent).status));
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
  } finally {
    goOn();
  }
  await eventually(async () => {
    expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
    expect(entries().some(({ repeated }) => repeated > 0)).toBe(true);
  }, 60_000);
  const byCause = new Map<string, number>();
  for (const { msg, err } of entries()) {
    if (err?.stack)
      byCause.set(`${msg} ${err.message}`, (byCause.get(`${msg} ${err.message}`) ?? 0) + 1);
  }
  expect(byCause.size).toBeGreaterThan(0);
  // One in each interval, and the requests fail within two of them.
  for (const [cause, count] of byCause) expect([cause, count <= 2]).toEqual([cause, true]);
});
