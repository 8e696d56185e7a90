// npm run soak -- --minutes 10: a steady load on the whole service. Prints its resource use by
// thirds of the time. Fails if a measure grew in the last third, if a request failed or was
// omitted, or if nothing was published.
import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { withCatalog } from '../catalog.js';
import { machine } from '../table.js';
import { createToken } from '../token.js';
import { type Done, startLoad } from './load.js';
import { MEASURES, sampleOf, type TableSize, tableSizes } from './samples.js';
import { type Sample, type Thirds, thirdsOf } from './thirds.js';

const SAMPLE_SECONDS = 5;
const MIB = 1024 * 1024;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
if (!(minutes >= 0.5 && minutes <= 24 * 60)) {
  console.error('--minutes is a number from 0.5 to 1440');
  process.exit(1);
}

await withCatalog(async (catalog) => {
  const token = await createToken(catalog, 'soak');
  await delayVerifications(catalog.databaseUrl);
  const service = await catalog.service();
  try {
    const load = await startLoad(service, token);
    const samples: Sample[] = [];
    const sizes: TableSize[][] = [];
    const count = Math.round((minutes * 60) / SAMPLE_SECONDS);
    for (let taken = 1; taken <= count; taken += 1) {
      await pause(SAMPLE_SECONDS * 1000);
      samples.push(await sampleOf(service));
      const ends = [1, 2, 3].map((third) => Math.round((third * count) / 3));
      if (ends.includes(taken)) sizes.push(await tableSizes(catalog.databaseUrl));
    }
    await load.stop();
    report(samples, sizes, load.done());
  } finally {
    await service.stop();
  }
});

/**
 * Delays the verification of all files by a year. The files of the seed do not exist, so the
 * service would report each one.
 */
async function delayVerifications(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`update blobs set verify_due_at = now() + interval '1 year'`);
  } finally {
    await client.end();
  }
}

function report(samples: readonly Sample[], sizes: readonly TableSize[][], done: Done): void {
  const rows = [...MEASURES.map((measure) => thirdsOf(samples, measure)), ...tableRows(sizes)];
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log(`${machine()}, ${minutes} minutes\n`);
  console.log(`  ${'median of each third'.padEnd(width)}      first     second       last`);
  for (const row of rows) console.log(`  ${row.name.padEnd(width)} ${figuresOf(row)}`);
  const { requests, publications, omitted, failures } = done;
  console.log(`\n  ${requests} requests, ${publications} publications, ${omitted} omitted`);
  for (const [failure, times] of failures) console.log(`  failed ${times} times: ${failure}`);
  const grown = rows.filter(({ hasGrown }) => hasGrown).length;
  if (grown + failures.size + omitted > 0 || publications === 0) process.exitCode = 1;
}

function figuresOf({ values, unit, hasGrown }: Thirds): string {
  const shown = values.map((value) => value.toFixed(1).padStart(10)).join(' ');
  return `${shown} ${unit.padEnd(12)} ${hasGrown ? 'GROWN' : 'level'}`;
}

/**
 * The bytes of each row in large tables. Tables grow with their rows, but a table whose rows take
 * more and more space is not cleaned up.
 */
function tableRows([first = [], second = [], last = []]: readonly TableSize[][]): Thirds[] {
  const bytesPerRow = (sizes: readonly TableSize[], name: string) => {
    const { bytes, rows } = sizes.find(({ table }) => table === name) ?? { bytes: 0, rows: 1 };
    return bytes / Math.max(1, rows);
  };
  const large = last.filter(({ bytes }) => bytes >= MIB);
  return large.map(({ table, bytes, rows }) => {
    const name = `${table}, ${(bytes / MIB).toFixed(1)} MiB in ${rows} rows`;
    const samples = [first, second, last].map((sizes) => ({ [name]: bytesPerRow(sizes, table) }));
    // A table grows by pages of 8 KiB, and each index by one.
    const noise = (16 * 8 * 1024) / Math.max(1, rows);
    return thirdsOf(samples, { name, unit: 'bytes/row', noise });
  });
}
