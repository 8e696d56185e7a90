import { dirname, join } from 'node:path/posix';
import { z } from 'zod';
import {
  SCRIPT_MANIFESTS,
  type ScriptManifest,
  type ScriptManifestId,
} from '../registry/contents.js';

/** The scripts of one archive that loaders run, according to its manifests. */
export interface RunScripts {
  /** Whether a manifest of this kind names the path, or covers one of its folders. */
  has(manifest: ScriptManifestId, path: string): boolean;
}

/** A manifest of an archive. */
export interface FoundManifest {
  readonly id: ScriptManifestId;
  readonly path: string;
  readonly text: string;
}

/** For an archive without a manifest: no path is a script. */
export const NO_SCRIPTS: RunScripts = { has: () => false };

/**
 * Collects the scripts that manifests name. A script can import others from its own folder and its
 * subfolders, so these count too. The folder of a script at the root of a package is the whole
 * package, so only the `importFolders` count there. The `scriptFolders` of a manifest count if it
 * has a module of a type in `scriptModules`. A manifest that is not JSON with comments names no
 * script.
 */
export function collectScripts(found: readonly FoundManifest[]): RunScripts {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const { id, path, text } of found) {
    const manifest: ScriptManifest = SCRIPT_MANIFESTS[id];
    const root = manifest.root === 'archive' ? '.' : dirname(path);
    const json = parse(text);
    if (hasScriptModule(manifest, json)) {
      for (const name of manifest.scriptFolders) folders.add(keyOf(id, join(root, name)));
    }
    for (const script of pathsIn(manifest, json)) {
      const file = join(root, script);
      const folder = dirname(file);
      files.add(keyOf(id, file));
      if (folder !== root) folders.add(keyOf(id, folder));
      else for (const name of manifest.importFolders) folders.add(keyOf(id, join(root, name)));
    }
  }
  return {
    has(id, path) {
      if (files.has(keyOf(id, path))) return true;
      for (let at = dirname(path); at !== '.' && at !== '/'; at = dirname(at)) {
        if (folders.has(keyOf(id, at))) return true;
      }
      return false;
    },
  };
}

function keyOf(id: ScriptManifestId, path: string): string {
  return `${id}\0${path}`;
}

function hasScriptModule({ scriptModules }: ScriptManifest, json: unknown): boolean {
  const { modules } = manifestSchema.safeParse(json).data ?? { modules: [] };
  return modules.some(({ type }) => scriptModules.includes(type));
}

const manifestSchema = z.object({ modules: z.array(z.object({ type: z.string() })) });

function pathsIn({ members }: ScriptManifest, json: unknown): readonly string[] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return [];
  const values = Object.entries(json).flatMap(([member, value]: [string, unknown]) => {
    if (members === null) return [value];
    return members.includes(member) && Array.isArray(value) ? value : [];
  });
  return values.filter(isPathWithin);
}

/** A relative path that stays below its start folder. */
function isPathWithin(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !/^\/|(?:^|\/)\.\.(?:\/|$)/.test(value);
}

/**
 * A string of JSON, which may contain the signs of comments, or a comment. Unclosed ones reach to
 * the end, so that no text costs more than one pass.
 */
const STRING_OR_COMMENT = /("(?:\\[\s\S]|[^"\\])*"?)|\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)/g;

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '').replace(STRING_OR_COMMENT, '$1'));
  } catch {
    return null;
  }
}
