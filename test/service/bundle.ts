import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { inject, vi } from 'vitest';
import { projectRoot } from '../../src/platform/release.js';

const PROGRAM = 'test/service/killable-main.ts';

/** The marker of a complete build; its content is the error, if there was one. */
const DONE = 'done';
const ENOUGH = { timeout: 120_000, interval: 20 };

/**
 * Returns the command of a service that can be killed at a named point. The first caller of a run
 * bundles the files of its program, and the others wait. It loads the service itself from the built
 * programs.
 */
export async function killableService(...args: readonly string[]): Promise<[string, ...string[]]> {
  const folder = inject('bundleFolder');
  if (isFirst(folder)) {
    const failure = await build(folder).catch((error: unknown) => String(error));
    writeFileSync(join(folder, DONE), failure ?? '');
  }
  const read = () => readFile(join(folder, DONE), 'utf8').catch(() => null);
  await vi.waitUntil(async () => (await read()) !== null, ENOUGH);
  const failure = await read();
  if (failure) throw new Error(`the program of the tests was not bundled: ${failure}`);
  return [process.execPath, join(folder, 'killable-main.mjs'), ...args];
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
  const built = await rolldown({
    input: join(root, PROGRAM),
    platform: 'node',
    plugins: [
      {
        name: 'built-sources',
        resolveId(source, importer) {
          if (importer === undefined || !source.startsWith('.')) return null;
          const path = relative(root, resolve(dirname(importer), source));
          if (path.startsWith('src')) {
            return { id: pathToFileURL(join(root, 'dist', path)).href, external: true };
          }
          return join(root, path.replace(/\.js$/, '.ts'));
        },
      },
    ],
    // Bundler warnings about library code are not actionable here.
    logLevel: 'silent',
  });
  // With another extension, a build would treat the file as its own leftover.
  await built.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
  await built.close();
}
