import { resolve } from 'node:path';
import type { Command, Context, Input } from '../command.js';
import { connectSignedIn } from '../connection.js';
import { failure } from '../failure.js';
import { texts } from '../language.js';
import { formatBytes } from '../output/format.js';
import { safeLine } from '../output/safe-text.js';
import { connectFromCi, wantsTrustedPublishing } from '../publish/ci-connection.js';
import { type LocalFile, localFiles } from '../publish/local-files.js';
import { type LoadedManifest, MANIFEST, readManifest } from '../publish/manifest.js';
import { type Publication, publish as publishVersion } from '../publish/publish.js';
import { OPTIONS } from './shared-options.js';

/**
 * `modport publish`: publishes the version that the manifest describes, and creates its mod if that
 * is missing. Waits for the scan of each file without a limit. A repeated run continues, and
 * succeeds without a change if the version is already published. With `--dry-run`, it reads the
 * manifest and the files, and sends no request.
 */
export const publish: Command = {
  name: 'publish',
  summary: texts({
    en: 'publish the version that modport.toml describes; safe to repeat',
    de: 'die Version aus modport.toml veröffentlichen; gefahrlos wiederholbar',
    ru: 'опубликовать версию из modport.toml; команду можно повторять',
  }),
  options: [
    {
      flags: '--manifest <file>',
      summary: texts({
        en: `the manifest; ${MANIFEST} of the working folder by default`,
        de: `das Manifest; sonst ${MANIFEST} des aktuellen Ordners`,
        ru: `манифест; по умолчанию ${MANIFEST} текущей папки`,
      }),
    },
    {
      flags: '--version <version>',
      summary: texts({
        en: 'the version, in place of that of the manifest',
        de: 'die Version, statt der des Manifests',
        ru: 'версия вместо указанной в манифесте',
      }),
    },
    {
      flags: '--trusted-publishing',
      summary: texts({
        en: 'use the identity of the CI job; the default in GitHub Actions and GitLab CI without MODPORT_TOKEN',
        de: 'die Identität des CI-Jobs verwenden; Standard in GitHub Actions und GitLab CI ohne MODPORT_TOKEN',
        ru: 'использовать удостоверение задания CI; по умолчанию в GitHub Actions и GitLab CI без MODPORT_TOKEN',
      }),
    },
    OPTIONS.dryRun,
  ],
  async run(context, input) {
    const publication = await publicationOf(context, input);
    if (input.flag('dry-run'))
      return { data: dryRun(publication), text: shown(context, publication) };
    const connection = wantsTrustedPublishing(context, input.flag('trusted-publishing'))
      ? await connectFromCi(context, publication.manifest)
      : await connectSignedIn(context);
    const { mod, version, wasPublished } = await publishVersion(context, connection, publication);
    const words = WORDS[context.language];
    const label = safeLine(`${mod.slug} ${version.version}`);
    const data = {
      mod_id: mod.id,
      version_id: version.id,
      version: version.version,
      artifact_ids: version.artifact_ids,
      published_at: version.published_at,
      already_published: wasPublished,
    };
    return { data, text: wasPublished ? words.was(label) : words.done(label) };
  },
};

/**
 * Reads the manifest and digests its files. The version is that of `--version`, or else of the
 * manifest. Throws `manifest_invalid` without one.
 */
async function publicationOf(context: Context, input: Input): Promise<Publication> {
  const path = resolve(context.folder, input.option('manifest') ?? MANIFEST);
  const manifest = await readManifest(path);
  const version = input.option('version') ?? manifest.version;
  if (version === undefined) throw failure('manifest_invalid', { file: path, reason: NO_VERSION });
  return { manifest, version, files: await localFiles(manifest, context.signal) };
}

const NO_VERSION = texts({
  en: 'no version. Add version = "1.0.0", or pass --version.',
  de: 'keine Version. version = "1.0.0" ergänzen oder --version angeben.',
  ru: 'нет версии. Добавьте version = "1.0.0" или укажите --version.',
});

const fileFacts = ({ filename, kind, sizeBytes, sha256 }: LocalFile) => ({
  filename,
  kind,
  size_bytes: sizeBytes,
  sha256,
});

const nameOf = ({ mod }: LoadedManifest): string => mod.slug ?? mod.id ?? '';

function dryRun({ manifest, version, files }: Publication) {
  return { dry_run: true, mod: nameOf(manifest), version, files: files.map(fileFacts) };
}

function shown({ language }: Context, { manifest, version, files }: Publication): string {
  const lines = files.map(
    ({ filename, sizeBytes, sha256 }) =>
      `  ${safeLine(filename)}  ${formatBytes(sizeBytes, language)}  ${sha256}`,
  );
  return [WORDS[language].would(safeLine(`${nameOf(manifest)} ${version}`)), ...lines].join('\n');
}

const WORDS = texts({
  en: {
    done: (label: string) => `Published ${label}.`,
    was: (label: string) => `${label} is already published.`,
    would: (label: string) => `Would publish ${label}:`,
  },
  de: {
    done: (label: string) => `${label} ist veröffentlicht.`,
    was: (label: string) => `${label} war schon veröffentlicht.`,
    would: (label: string) => `Würde ${label} veröffentlichen:`,
  },
  ru: {
    done: (label: string) => `Опубликовано: ${label}.`,
    was: (label: string) => `Уже опубликовано: ${label}.`,
    would: (label: string) => `Будет опубликовано: ${label}`,
  },
});
