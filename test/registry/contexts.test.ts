import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../src/platform/release.js';
import { EVENTS } from '../../src/registry/events.js';
import { JOBS } from '../../src/registry/jobs.js';

const root = projectRoot();
const modules = join(root, 'src/modules');

/** The contexts from the lowest to the highest. Each may import earlier ones. */
const CONTEXTS = [
  'identity',
  'collaboration',
  'storage',
  'catalog',
  'publishing',
  'delivery',
  'integrations',
];

/** The tables below the domain: queue, outbox, idempotency, ids of deleted rows, keys, cluster, generation. */
const SHARED_TABLES = [
  'home_cluster',
  'idempotency_records',
  'jobs',
  'outbox_events',
  'schema_generation',
  'server_keys',
  'tombstones',
];

/** The names in backticks on one line of a context's README. */
function namesOn(context: string, label: string): string[] {
  const readme = readFileSync(join(modules, context, 'README.md'), 'utf8');
  const line = readme.split('\n').find((it) => it.startsWith(`- **${label}:**`)) ?? '';
  const own = label === 'Jobs' ? (line.split(';')[0] ?? '') : line;
  return [...own.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

describe('the README of each context', () => {
  it('a README exists for every folder of the domain', () => {
    const folders = readdirSync(modules, { withFileTypes: true }).filter((it) => it.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual([...CONTEXTS].sort());
  });

  it.each(CONTEXTS)('the README names exactly the folders of %s', (context) => {
    const entries = readdirSync(join(modules, context), { withFileTypes: true });
    const folders = entries.filter((it) => it.isDirectory()).map(({ name }) => name);
    const named = namesOn(context, 'Folders').filter((name) => !isInside(context, name));
    expect(named.sort()).toEqual(folders.sort());
  });

  it.each(CONTEXTS.slice(1, -1))(
    'the README names exactly the contexts that %s may import',
    (context) => {
      const readme = readFileSync(join(modules, context, 'README.md'), 'utf8');
      const before = CONTEXTS.slice(0, CONTEXTS.indexOf(context)).join(', ');
      expect(readme).toContain(`- **May import:** ${before}.`);
    },
  );

  it('every table has exactly one owner among the READMEs', () => {
    const schema = readFileSync(join(root, 'prisma/schema.prisma'), 'utf8');
    const tables = [...schema.matchAll(/^\s+@@map\("([^"]+)"\)/gm)].map(([, name]) => name);
    const owned = CONTEXTS.flatMap((context) => namesOn(context, 'Tables'));
    expect([...owned, ...SHARED_TABLES].sort()).toEqual(tables.sort());
  });

  it('every job has exactly one owner among the READMEs', () => {
    const owned = CONTEXTS.flatMap((context) => namesOn(context, 'Jobs'));
    expect(owned.sort()).toEqual(Object.keys(JOBS).sort());
  });

  it('the READMEs name every event of the registry', () => {
    const emitted = new Set(CONTEXTS.flatMap((context) => namesOn(context, 'Events')));
    expect([...emitted].sort()).toEqual(Object.keys(EVENTS).sort());
  });
});

function isInside(context: string, name: string): boolean {
  // Only `uploads` has named parts.
  return context === 'publishing' && ['session', 'scan', 'review'].includes(name);
}
