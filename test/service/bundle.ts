import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { inject, vi } from 'vitest';
import { projectRoot } from '../../src/platform/release.js';

/** The bundled programs, with their sources. */
const PROGRAMS = {
  main: 'src/server/main.ts',
  'killable-main': 'test/service/killable-main.ts',
} as const;

/** Packages that load files next to themselves, and optional packages of type-graphql. */
const APART = /^(7z-wasm|altair-static|class-validator|piscina|sharp|swagger-ui-dist)(\/|$)/;

/** The marker of a complete build; its content is the error, if there was one. */
const DONE = 'done';
const ENOUGH = { timeout: 120_000, interval: 20 };

/**
 * Returns the path of a program that is bundled with its imports into a few files. Loading the
 * 2,000 separate files takes three times as long. The first caller of a run bundles all programs,
 * and the others wait. The bundle lies below the project root, so that it finds its packages.
 */
export async function bundled(name: keyof typeof PROGRAMS): Promise<string> {
  const folder = inject('bundleFolder');
  if (isFirst(folder)) {
    const failure = await build(folder).catch((error: unknown) => String(error));
    writeFileSync(join(folder, DONE), failure ?? '');
  }
  const read = () => readFile(join(folder, DONE), 'utf8').catch(() => null);
  await vi.waitUntil(async () => (await read()) !== null, ENOUGH);
  const failure = await read();
  if (failure) throw new Error(`the programs of the tests were not bundled: ${failure}`);
  return join(folder, `${name}.mjs`);
}

function isFirst(folder: string): boolean {
  mkdirSync(join(folder, '..'), { recursive: true });
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

async function build(folder: string): Promise<void> {
  const root = projectRoot();
  const inputs = Object.entries(PROGRAMS).map(([name, source]) => [name, join(root, source)]);
  const built = await rolldown({
    input: Object.fromEntries(inputs),
    cwd: root,
    platform: 'node',
    external: APART,
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    // Bundler warnings about library code are not actionable here.
    logLevel: 'silent',
  });
  // With another extension, a build would treat the files as its own leftovers.
  await built.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // Otherwise a shared chunk may run before the polyfill that its libraries need.
    strictExecutionOrder: true,
  });
  await built.close();
}
