import type { Schema } from '@modport/client';
import type { Context } from '../command.js';
import type { Connection } from '../connection.type.js';
import { failure } from '../failure.js';
import { texts } from '../language.js';
import { assertDescribed } from './draft-files.js';
import { findOrCreateVersion, updateDraft, versionFacts } from './draft-version.js';
import { ensureCover, findOrCreateMod, type OwnMod } from './find-or-create-mod.js';
import type { LocalFile } from './local-files.js';
import type { LoadedManifest } from './manifest.js';
import { recordedUploads, uploadOf, withUpload } from './recorded-uploads.js';
import { sendFile } from './send-file.js';
import { awaitVerdict, needsBytes, readSession } from './upload-session.js';

type Version = Schema<'ModVersion'>;

/** A version to publish: its manifest, its name and its files. */
export interface Publication {
  readonly manifest: LoadedManifest;
  readonly version: string;
  readonly files: readonly LocalFile[];
}

/** The result of a publication. */
export interface Published {
  readonly mod: OwnMod;
  readonly version: Version;
  /** Whether an earlier run had published it already. */
  readonly wasPublished: boolean;
}

/**
 * Publishes a version, and creates its mod if that is missing. Each step first looks for the
 * results of an earlier run. So a repeated run continues, and a run after the publication changes
 * nothing. A draft of an earlier run gets the facts of the manifest. Throws:
 * - `version_differs` if the version is already published without one of these files
 * - `draft_differs` if its draft has files that the manifest does not describe
 * - the errors of the steps, such as `upload_waiting`
 */
export async function publish(
  context: Context,
  connection: Connection,
  { manifest, version: name, files }: Publication,
): Promise<Published> {
  const { client } = connection;
  const { signal, output, language } = context;
  const words = WORDS[language];
  const mod = await findOrCreateMod(client, manifest, signal);
  if (mod.isNew) output.note(words.createdMod(mod.slug));
  const body = await versionFacts(client, manifest, name, signal);
  const found = await findOrCreateVersion(client, mod, body, signal);
  if (found.version.status === 'published') {
    assertSameFiles(found.version, files);
    return { mod, version: found.version, wasPublished: true };
  }
  output.note(found.isNew ? words.created(name) : words.continued(name));
  let draft = found.isNew ? found.version : await updateDraft(client, found.version, body, signal);
  for (const file of files) draft = await provide(context, connection, draft, file);
  await assertDescribed(connection, draft, files, signal);
  await ensureCover(client, mod.id, signal);
  const params = { path: { mod_id: mod.id, version_id: draft.id } };
  const address = '/mods/{mod_id}/versions/{version_id}/publish' as const;
  const published = await client.post(address, { params, signal });
  return { mod, version: published.body.data, wasPublished: false };
}

/**
 * Uploads a file, or continues the upload of an earlier run, and waits for the checks. Returns the
 * draft; its metadata records the upload, so that later runs find it.
 */
async function provide(
  context: Context,
  connection: Connection,
  draft: Version,
  file: LocalFile,
): Promise<Version> {
  const { client } = connection;
  const { signal, output, language } = context;
  const known = uploadOf(recordedUploads(draft.build_metadata), file);
  const session = known ? await readSession(client, known.upload_id, signal) : null;
  if (known && session && !needsBytes(session)) {
    output.note(WORDS[language].known(file.filename));
    await awaitVerdict({ client, output, language, signal }, known.upload_id, file.filename);
    return draft;
  }
  const target = { modId: draft.mod_id, versionId: draft.id };
  const upload_id = await sendFile(context, connection, target, file);
  const build_metadata = withUpload(draft.build_metadata, file, upload_id);
  // The document describes the metadata as an object without known members.
  const change = { build_metadata } as Schema<'UpdateModVersionInput'>;
  const recorded = await updateDraft(client, draft, change, signal);
  await awaitVerdict({ client, output, language, signal }, upload_id, file.filename);
  return recorded;
}

/**
 * Throws `version_differs` if a published version lacks one of these files. Compares digests only,
 * and ignores published files that the manifest does not name. Accepts a version whose files the
 * service does not list.
 */
function assertSameFiles({ version, artifacts = [] }: Version, files: readonly LocalFile[]): void {
  const published = new Set(artifacts.map(({ sha256 }) => sha256));
  const differing = files.filter(({ sha256 }) => !published.has(sha256));
  // Without the list of files the service does not say what is published.
  if (artifacts.length === 0 || differing.length === 0) return;
  throw failure('version_differs', { version, files: differing.map(({ filename }) => filename) });
}

const WORDS = texts({
  en: {
    createdMod: (slug: string) => `Created the mod ${slug}`,
    created: (version: string) => `Created version ${version}`,
    continued: (version: string) => `Continuing version ${version}`,
    known: (file: string) => `${file} is already uploaded`,
  },
  de: {
    createdMod: (slug: string) => `Mod ${slug} angelegt`,
    created: (version: string) => `Version ${version} angelegt`,
    continued: (version: string) => `Version ${version} wird fortgesetzt`,
    known: (file: string) => `${file} ist schon hochgeladen`,
  },
  ru: {
    createdMod: (slug: string) => `Создан мод ${slug}`,
    created: (version: string) => `Создана версия ${version}`,
    continued: (version: string) => `Продолжается версия ${version}`,
    known: (file: string) => `${file} уже загружен`,
  },
});
