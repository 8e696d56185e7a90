import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../platform/release.js';

/** The folder that `npm run build` fills with the files of the dashboard. */
export const BUNDLE_FOLDER = join(projectRoot(), 'dist', 'dashboard');

/** The path at which the service sends these files. Each name contains a hash of the content. */
export const ASSETS = '/dashboard/assets';

/** The paths of the files that the page of the dashboard names. The scripts load further files. */
export interface Bundle {
  readonly script: string;
  /** The scripts that `script` imports. The browser loads them at the same time. */
  readonly imports: readonly string[];
  readonly styles: readonly string[];
}

interface ManifestEntry {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const MANIFEST = join(BUNDLE_FOLDER, '.vite', 'manifest.json');

/**
 * Returns the reader of the bundle. It reads the manifest again after a build, so that `npm run
 * dev` shows changes, and returns null until the dashboard is built.
 */
export function bundleReader(): () => Bundle | null {
  let bundle: Bundle | null = null;
  let readAt = 0;
  return () => {
    const builtAt = statSync(MANIFEST, { throwIfNoEntry: false })?.mtimeMs;
    if (builtAt === undefined) return null;
    if (builtAt !== readAt) bundle = readBundle();
    readAt = builtAt;
    return bundle;
  };
}

function readBundle(): Bundle {
  const manifest: Readonly<Record<string, ManifestEntry>> = JSON.parse(
    readFileSync(MANIFEST, 'utf8'),
  );
  const entries = new Map<string, ManifestEntry>();
  const visit = (key: string): void => {
    const entry = manifest[key];
    if (!entry || entries.has(key)) return;
    entries.set(key, entry);
    entry.imports?.forEach(visit);
  };
  visit('src/main.tsx');
  const [main, ...imports] = [...entries.values()];
  if (!main) throw new Error(`${MANIFEST} has no entry`);
  const addressOf = (file: string) => `${ASSETS}/${file}`;
  return {
    script: addressOf(main.file),
    imports: imports.map(({ file }) => addressOf(file)),
    styles: [...new Set([...entries.values()].flatMap(({ css = [] }) => css))].map(addressOf),
  };
}
