import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../temporary-folder.js';
import { type Checked, checkAll } from './check/check.js';
import { countWaiting, hurryRetries, readStored } from './check/stored.js';
import { drawFaults, FAULTS } from './faults/draw.js';
import type { Cluster, Fault } from './faults/fault.js';
import { createProber, type Prober } from './faults/recovery.js';
import { unmountDisks } from './hosts/disks.js';
import { query, SMTP_PORT, startModport, WEBHOOK_PORT } from './hosts/modport.js';
import { openNetwork, removeNetwork, TEST_ADDRESS } from './hosts/network.js';
import { databaseUrl } from './hosts/postgres.js';
import { type Programs, startSurroundings } from './hosts/topology.js';
import { EVENT_KINDS, type LoadOptions, startLoad } from './load/load.js';
import { createRandom } from './random.js';
import { makeCertificate, openMailSink, openWebhookReceiver } from './receivers.js';
import { createRecord } from './record.js';
import { type Happened, markdownOf, rowOf, writeReport } from './report.js';
import { until } from './wait.js';

const DRAIN_LIMIT_MS = 120_000;
const LOCK = join(tmpdir(), 'modport-cluster-test.pid');

/** The options of the command line. */
interface Options {
  readonly seed: number;
  readonly faults: number;
  /** Only faults whose name contains it. */
  readonly only: string;
  readonly report: string | undefined;
  /** Keeps the logs of the hosts. */
  readonly keep: boolean;
}

/** Runs the test. Sets the exit code 1 if a promise was broken or a fault had no recovery. */
export async function main(args: readonly string[], programs: Programs): Promise<void> {
  const options = optionsOf(args);
  await lock();
  const folder = await mkdtemp(join(temporaryFolder(), 'modport-cluster-'));
  const end = async () => {
    await removeNetwork();
    await unmountDisks();
    if (options.keep) console.log(`the logs are in ${folder}`);
    else await rm(folder, { recursive: true, force: true });
    await rm(LOCK, { force: true });
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => void end().finally(() => process.exit(130)));
  }
  try {
    const isPassed = await testCluster(options, programs, folder);
    if (!isPassed) process.exitCode = 1;
  } finally {
    await end();
  }
  // Restarts of ended programs and idle connections would delay the end.
  process.exit();
}

function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      faults: { type: 'string', default: '8' },
      only: { type: 'string', default: '' },
      report: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const [seed, faults] = [Number(values.seed), Number(values.faults)];
  if (!Number.isInteger(seed) || !Number.isInteger(faults)) {
    throw new Error('--seed and --faults are whole numbers');
  }
  return { seed, faults, only: values.only, report: values.report, keep: values.keep };
}

/** Two runs at once would remove each other's hosts. Throws if another one is alive. */
async function lock(): Promise<void> {
  const other = Number(await readFile(LOCK, 'utf8').catch(() => '0'));
  const isAlive = () => {
    try {
      return other > 0 && process.kill(other, 0);
    } catch {
      return false;
    }
  };
  if (isAlive()) throw new Error(`the cluster test runs already, as process ${other}`);
  await writeFile(LOCK, String(process.pid));
  await removeNetwork();
  await unmountDisks();
}

async function testCluster(
  { seed, faults, only, report }: Options,
  programs: Programs,
  folder: string,
): Promise<boolean> {
  const say = sayer();
  const network = await openNetwork();
  const receiver = await openWebhookReceiver(TEST_ADDRESS, WEBHOOK_PORT);
  const certificate = await makeCertificate(folder, TEST_ADDRESS);
  const mail = await openMailSink(TEST_ADDRESS, SMTP_PORT, certificate);
  const random = createRandom(seed);
  const around = await startSurroundings(network, folder, { programs, random: createRandom(seed) });
  const modport = await startModport(around, folder, certificate.file);
  say(`the cluster is ready, seed ${seed}`);
  const record = createRecord();
  const cluster = { around, modport, receiver, mail };
  const options: LoadOptions = { url: around.url, modport, receiver, record, seed };
  const load = await startLoad(options);
  const prober = await createProber(cluster, options);
  const possible = FAULTS.filter(
    ({ name }) => name.includes(only) && (programs.meilisearch || !/Meilisearch/.test(name)),
  );
  const happened: Happened[] = [];
  for (const fault of drawFaults(possible, faults, random)) {
    const one = await happen(fault, cluster, prober, say);
    happened.push(one);
    const row = rowOf(one, record);
    say(`  ${JSON.stringify(row.errors)}, longest ${row.longestSeconds.toFixed(1)} s`);
  }
  await load.stop();
  say('the load has ended');
  const stored = await query(databaseUrl(around.database), async (client) => {
    await until('all events, scans and messages are done', DRAIN_LIMIT_MS, async () => {
      await hurryRetries(client);
      return (await countWaiting(client)) === 0;
    });
    return readStored(client, EVENT_KINDS);
  });
  const evidence = { record, stored, deliveries: receiver.deliveries, mails: mail.received() };
  const checks = [...checkAll(evidence), loadCheck(load.faults)];
  const result = { seed, rows: happened.map((one) => rowOf(one, record)), checks };
  console.log(`\n${markdownOf(result)}`);
  for (const { violations } of checks) for (const line of violations) console.log(`! ${line}`);
  if (report !== undefined) await writeReport(report, result);
  receiver.close();
  mail.close();
  around.close();
  return (
    checks.every(({ violations }) => violations.length === 0) &&
    happened.every(({ recoveredMs }) => recoveredMs !== null)
  );
}

function loadCheck(faults: readonly string[]): Checked {
  return {
    promise: 'no action of a good client fails for good',
    facts: faults.length,
    violations: faults,
  };
}

/** Begins a fault, takes it away after its time, and waits for the recovery. */
async function happen(
  fault: Fault,
  cluster: Cluster,
  prober: Prober,
  say: (text: string) => void,
): Promise<Happened> {
  const beginMs = Date.now();
  const heal = await fault.begin(cluster);
  await pause(fault.holdMs);
  await heal();
  const healMs = Date.now();
  const after = (wait: Promise<void>) =>
    wait.then(
      () => Date.now(),
      (error: Error) => {
        say(`${fault.name}: ${error.message}: ${String(error.cause)}`);
        return null;
      },
    );
  const recoveredMs = await after(prober.recovered());
  const redundantMs = await after(prober.redundant());
  const seconds = (ms: number | null) =>
    ms === null ? 'never' : `${((ms - healMs) / 1000).toFixed(1)} s`;
  say(`${fault.name}: works after ${seconds(recoveredMs)}, redundant ${seconds(redundantMs)}`);
  const { name, kind } = fault;
  return { name, kind, beginMs, healMs, recoveredMs: redundantMs && recoveredMs };
}

function sayer(): (text: string) => void {
  const begun = Date.now();
  return (text) => {
    console.log(`${((Date.now() - begun) / 1000).toFixed(1).padStart(7)} s  ${text}`);
  };
}
