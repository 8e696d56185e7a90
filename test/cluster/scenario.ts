import { setTimeout as pause } from 'node:timers/promises';
import { checkActions, withEvidence } from './check/actions.js';
import { type Checked, checkAll, type Evidence } from './check/check.js';
import { countWaiting, hurryRetries, readStored } from './check/stored.js';
import { drawFaults, FAULTS } from './faults/draw.js';
import type { Cluster, Fault } from './faults/fault.js';
import { createProber, type Prober } from './faults/recovery.js';
import { query, SMTP_PORT, startModport, WEBHOOK_PORT } from './hosts/modport.js';
import { openNetwork, TEST_ADDRESS } from './hosts/network.js';
import { databaseUrl } from './hosts/postgres.js';
import { type Programs, startSurroundings } from './hosts/topology.js';
import { EVENT_KINDS, type LoadOptions, startLoad } from './load/load.js';
import { createRandom } from './random.js';
import { makeCertificate, openMailSink, openWebhookReceiver } from './receivers.js';
import { createRecord, type Recorded } from './record.js';
import { type Happened, type Report, rowOf } from './report.js';
import { until } from './wait.js';

const DRAIN_LIMIT_MS = 120_000;

/** A run of the test. */
export interface RunOptions {
  readonly seed: number;
  /** The number of faults. */
  readonly faults: number;
  /** Only faults with this text in their name; empty for all. */
  readonly only: string;
  readonly programs: Programs;
  /** For the data and logs of the hosts. */
  readonly folder: string;
}

/** Starts the cluster, breaks it under load, and checks every promise. A failed step is in the report. */
export async function runScenario(options: RunOptions): Promise<Report> {
  const { seed } = options;
  const say = sayer();
  const cluster = await openCluster(options);
  const { around, modport, receiver, mail } = cluster;
  say(`the cluster is ready, seed ${seed}`);
  const record = createRecord();
  const loaded: LoadOptions = { url: around.url, modport, receiver, record, seed };
  const load = await startLoad(loaded);
  const prober = await createProber(cluster, loaded);
  const steps = createSteps(say);
  const happened: Happened[] = [];
  for (const fault of drawn(options)) {
    await steps.run(fault.name, async () => {
      const one = await happen(fault, cluster, prober, say);
      happened.push(one);
      const { errors, longestSeconds } = rowOf(one, record);
      say(`  ${JSON.stringify(errors)}, longest ${longestSeconds.toFixed(1)} s`);
    });
  }
  await steps.run('the end of the load', () => load.stop());
  say('the load has ended');
  const checks: Checked[] = [];
  await steps.run('the checks', async () => {
    checks.push(...checkAll(await gather(cluster, record)));
  });
  checks.push(checkActions(load.actions, happened), steps.check());
  receiver.close();
  mail.close();
  around.close();
  return {
    seed,
    rows: happened.map((one) => rowOf(one, record)),
    checks: checks.map(withEvidence),
  };
}

async function openCluster({ seed, programs, folder }: RunOptions): Promise<Cluster> {
  const network = await openNetwork();
  const receiver = await openWebhookReceiver(TEST_ADDRESS, WEBHOOK_PORT);
  const certificate = await makeCertificate(folder, TEST_ADDRESS);
  const mail = await openMailSink(TEST_ADDRESS, SMTP_PORT, certificate);
  const random = createRandom(seed);
  const around = await startSurroundings(network, { folder, programs, random });
  const modport = await startModport(around, folder, certificate.file);
  return { around, modport, receiver, mail };
}

function drawn({ seed, faults, only, programs }: RunOptions): Fault[] {
  const possible = FAULTS.filter(
    ({ name }) =>
      name.includes(only) && (programs.meilisearch !== null || !name.includes('Meilisearch')),
  );
  return drawFaults(possible, faults, createRandom(seed));
}

/** Waits until nothing is in progress, and reads what the checks compare. */
async function gather({ around, receiver, mail }: Cluster, record: Recorded): Promise<Evidence> {
  const stored = await query(databaseUrl(around.database), async (client) => {
    await until('all events, scans and messages are done', DRAIN_LIMIT_MS, async () => {
      await hurryRetries(client);
      return (await countWaiting(client)) === 0;
    });
    return readStored(client, EVENT_KINDS);
  });
  return { record, stored, deliveries: receiver.deliveries, mails: mail.received() };
}

/** Steps of the run, of which a failed one does not keep the report from being written. */
interface Steps {
  run(name: string, step: () => Promise<void>): Promise<void>;
  check(): Checked;
}

function createSteps(say: (text: string) => void): Steps {
  const violations: string[] = [];
  let facts = 0;
  return {
    async run(name, step) {
      facts += 1;
      await step().catch((error: Error) => {
        violations.push(`${name}: ${error.message}: ${String(error.cause ?? error.stack)}`);
        say(violations.at(-1) ?? '');
      });
    },
    check: () => ({ promise: 'every step of the run ends', facts, violations }),
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
  const after = (wait: Promise<number>) =>
    wait.then(
      (ms) => ms,
      (error: Error) => {
        say(`${fault.name}: ${error.message}: ${String(error.cause)}`);
        return null;
      },
    );
  const recoveredMs = await after(prober.recovered());
  const redundantMs = await after(prober.redundant().then(() => Date.now()));
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
