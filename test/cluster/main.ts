import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../temporary-folder.js';
import { unmountDisks } from './hosts/disks.js';
import { removeNetwork } from './hosts/network.js';
import { superviseNoMore } from './hosts/supervised.js';
import type { Programs } from './hosts/topology.js';
import { markdownOf, type Report, writeReport } from './report.js';
import { runScenario } from './scenario.js';

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
  let ending: Promise<void> | null = null;
  const end = () => {
    ending ??= cleanUp(folder, options.keep);
    return ending;
  };
  // npm and the terminal both send the signal: without a listener, the second one would end the
  // process in the middle of the clean-up.
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => void end().finally(() => process.exit(130)));
  }
  try {
    const report = await runScenario({ ...options, programs, folder });
    console.log(`\n${markdownOf(report)}`);
    for (const { violations } of report.checks) {
      for (const violation of violations) console.log(`! ${violation}`);
    }
    if (options.report !== undefined) await writeReport(options.report, report);
    if (!isPassed(report)) process.exitCode = 1;
  } finally {
    await end();
  }
  // Idle connections would delay the end.
  process.exit();
}

/** Removes everything that the test made outside of its own process. */
async function cleanUp(folder: string, keep: boolean): Promise<void> {
  superviseNoMore();
  await removeNetwork();
  await unmountDisks();
  if (keep) console.log(`the logs are in ${folder}`);
  else await rm(folder, { recursive: true, force: true });
  await rm(LOCK, { force: true });
}

function isPassed({ rows, checks }: Report): boolean {
  return (
    checks.every(({ violations }) => violations.length === 0) &&
    rows.every(({ recoverySeconds }) => recoverySeconds !== null)
  );
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
