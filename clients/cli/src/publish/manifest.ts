import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import { failure } from '../failure.js';
import { errnoText, isErrno } from '../file-errors.js';

/** The name of the manifest in the folder of a mod. */
export const MANIFEST = 'modport.toml';

const text = z.string().trim().min(1);
const keys = z.array(text).default([]);

const manifest = z.strictObject({
  /** The version to publish; `--version` takes precedence. */
  version: text.max(80).optional(),
  channel: z.enum(['release', 'beta', 'alpha']).default('release'),
  changelog: text.optional(),
  changelog_file: text.optional(),
  game_versions: keys,
  loaders: keys,
  /**
   * The mod, by its id or its slug. If no mod has the slug, publishing creates it, and needs the
   * game, the title and the description.
   */
  mod: z
    .strictObject({
      id: z.uuid().optional(),
      slug: text.max(63).optional(),
      game: text.optional(),
      title: text.max(120).optional(),
      summary: text.max(300).optional(),
      description: text.optional(),
      description_file: text.optional(),
      license: text.max(100).optional(),
      categories: keys,
      homepage: z.url().optional(),
      source: z.url().optional(),
    })
    .refine(({ id, slug }) => id !== undefined || slug !== undefined, { error: 'id or slug' }),
  files: z
    .array(
      z.strictObject({
        /** A path or a pattern that matches exactly one file. */
        path: text,
        /** The name of the file in the catalog; that of the path by default. */
        name: text.max(255).optional(),
        kind: z.enum(['main', 'optional']).default('main'),
        label: text.max(120).optional(),
      }),
    )
    .min(1)
    .max(50),
  dependencies: z
    .array(
      z.strictObject({
        mod: text,
        kind: z.enum(['required', 'optional', 'conflict', 'embedded']).default('required'),
        version: text.max(80).optional(),
        note: text.max(120).optional(),
      }),
    )
    .max(200)
    .default([]),
});

/** The content of `modport.toml`: a mod, and the version of it that `modport publish` publishes. */
export type Manifest = z.infer<typeof manifest>;

/** A manifest with the folder that its paths are relative to. */
export interface LoadedManifest extends Manifest {
  readonly folder: string;
}

/**
 * Reads a manifest. Throws `manifest_missing` if it does not exist, `manifest_invalid` and
 * `file_unusable`.
 */
export async function readManifest(path: string): Promise<LoadedManifest> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) throw failure('manifest_missing', { file: path });
    throw failure('file_unusable', { file: path, reason: errnoText(error) });
  }
  return { ...parseManifest(path, content), folder: dirname(path) };
}

/**
 * Parses a manifest. `path` is for the message. Throws `manifest_invalid` with the line or the
 * member of the fault.
 */
export function parseManifest(path: string, content: string): Manifest {
  try {
    return manifest.parse(parse(content));
  } catch (error) {
    if (error instanceof z.ZodError) {
      throw failure('manifest_invalid', { file: path, reason: `\n${z.prettifyError(error)}` });
    }
    if (error instanceof TomlError) {
      throw failure('manifest_invalid', { file: `${path}:${error.line}`, reason: error.message });
    }
    throw error;
  }
}
