import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { projectRoot } from '../../src/platform/project-root.js';

/** A program as a few files, which are all that it loads. */
export interface Bundle {
  readonly program: string;
  remove(): void;
}

/** What looks for files beside itself, and what type-graphql tries to load and may do without. */
const APART = /^(7z-wasm|altair-static|class-validator|piscina|sharp|swagger-ui-dist)(\/|$)/;

/**
 * Makes a bundle of a TypeScript program of this folder and all that it imports, below the project,
 * where it finds the libraries that stay apart. From the 2,000 files that these are otherwise, a
 * start takes three times as long.
 */
export async function bundle(name: string): Promise<Bundle> {
  const root = projectRoot();
  const above = join(root, 'dist', 'test');
  mkdirSync(above, { recursive: true });
  const folder = mkdtempSync(join(above, `${name}-`));
  const built = await rolldown({
    input: join(root, 'test', 'service', `${name}.ts`),
    cwd: root,
    platform: 'node',
    external: APART,
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    // What the libraries do that bundlers warn of is theirs.
    logLevel: 'silent',
  });
  // By another ending a build would take them for leftovers of its own.
  await built.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await built.close();
  return {
    program: join(folder, `${name}.mjs`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
