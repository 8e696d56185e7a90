import pg from 'pg';
import type { Server } from '../process.js';
import type { Measure, Sample } from './thirds.js';

const MIB = 1024 * 1024;

/** The metric of each figure; those of several lines are added. */
const METRICS: readonly (Measure & { readonly metric: string; readonly factor: number })[] = [
  {
    name: 'resident memory',
    unit: 'MiB',
    noise: 8,
    metric: 'process_resident_memory_bytes',
    factor: 1 / MIB,
  },
  {
    name: 'file descriptors',
    unit: '',
    noise: 4,
    metric: 'process_open_fds',
    factor: 1,
  },
  {
    name: 'sockets',
    unit: '',
    noise: 4,
    metric: 'nodejs_active_resources{type="TCPSocketWrap"}',
    factor: 1,
  },
  {
    name: 'event-loop delay, p99',
    unit: 'ms',
    noise: 5,
    metric: 'nodejs_eventloop_lag_p99_seconds',
    factor: 1000,
  },
];

/** The figures of a service that must stay level. */
export const MEASURES: readonly Measure[] = METRICS.map(({ name, unit, noise }) => ({
  name,
  unit,
  noise,
}));

/** Reads the figures of a service from its metrics. Throws if it has no such metric. */
export async function sampleOf(service: Server): Promise<Sample> {
  const response = await fetch(`${service.url}/metrics`);
  const lines = (await response.text()).split('\n');
  return Object.fromEntries(
    METRICS.map(({ name, metric, factor }) => {
      const found = lines.filter((line) => line.startsWith(`${metric} `));
      // Without a socket its line is absent, which counts as 0. If the metric has no line with any
      // label, its name has changed.
      const [kind = ''] = metric.split('{');
      if (!lines.some((line) => line.startsWith(kind))) throw new Error(`no metric ${metric}`);
      const sum = found.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
      return [name, sum * factor];
    }),
  );
}

/** The size of a table with its indexes. */
export interface TableSize {
  readonly table: string;
  readonly bytes: number;
  readonly rows: number;
}

/** Reads the sizes of all tables, with their partitions, largest first. */
export async function tableSizes(databaseUrl: string): Promise<TableSize[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ table: string; bytes: string }>(
      `select c.relname as table,
          (select sum(pg_total_relation_size(p.relid)) from pg_partition_tree(c.oid) p)::text as bytes
        from pg_class c where c.relnamespace = 'public'::regnamespace
          and c.relkind in ('r', 'p') and not c.relispartition`,
    );
    const sizes: TableSize[] = [];
    for (const { table, bytes } of tables) {
      const counted = await client.query<{ rows: string }>(
        `select count(*) as rows from ${client.escapeIdentifier(table)}`,
      );
      sizes.push({ table, bytes: Number(bytes), rows: Number(counted.rows[0]?.rows) });
    }
    return sizes.toSorted((a, b) => b.bytes - a.bytes);
  } finally {
    await client.end();
  }
}
