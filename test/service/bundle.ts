import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { projectRoot } from '../../src/platform/project-root.js';

/** A program bundled into a few files that load nothing else. */
export interface Bundle {
  readonly program: string;
  remove(): void;
}

/** Packages that load files next to themselves, and optional packages of type-graphql. */
const APART = /^(7z-wasm|altair-static|class-validator|piscina|sharp|swagger-ui-dist)(\/|$)/;

/**
 * Bundles a TypeScript program of this folder with its imports. The bundle lies below the project
 * root, so that it finds the external packages. Loading the 2,000 separate files takes three times
 * as long.
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
    // Bundler warnings about library code are not actionable here.
    logLevel: 'silent',
  });
  // With another extension, a build would treat the files as its own leftovers.
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
