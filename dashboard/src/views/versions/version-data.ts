import { read } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';
import { LOCALES } from '../../i18n';
import type { Values } from '../../kit/merge';
import { isUnfinished } from '../../upload/checks';
import type { Transfer } from '../../upload/transfers';
import type { Session } from '../../upload/upload-api';
import { joinWords } from '../mod/mod-data';

const VERSION = graphql(`
  query Version($modId: ID!, $id: ID!) {
    getModVersion(modId: $modId, versionId: $id) {
      id
      modId
      etag
      version
      status
      releaseChannel
      gameVersions
      loaderPlatforms
      changelog
      createdAt
      publishedAt
      takenDownAt
      takedownReason
      downloadsCount
      dependencies {
        kind
        modId
        versionConstraint
        versionId
        artifactId
        note
      }
      artifacts {
        id
        originalFilename
        sizeBytes
        fileKind
        status
        scanStatus
        hashes {
          sha256
        }
      }
    }
  }
`);

const VERSIONS = graphql(`
  query Versions($modId: ID!, $statuses: [VersionState!], $cursor: String) {
    listModVersions(modId: $modId, statuses: $statuses, limit: 50, cursor: $cursor) {
      items {
        id
        version
        status
        releaseChannel
        gameVersions
        loaderPlatforms
        createdAt
        publishedAt
        takenDownAt
        takedownReason
        downloadsCount
      }
      pagination {
        nextCursor
      }
    }
  }
`);

const GAME = graphql(`
  query GameOfMod($slug: String!) {
    getGame(slug: $slug) {
      slug
      name
      gameVersions
      loaders
    }
  }
`);

/** A version with everything that its view shows. */
export type Version = ResultOf<typeof VERSION>['getModVersion'];

/** A row of the list of versions. */
export type VersionRow = ResultOf<typeof VERSIONS>['listModVersions']['items'][number];

/** The state of a version. */
export type VersionStatus = VersionRow['status'];

/** A game with the versions and loaders that its mods can name. */
export type Game = ResultOf<typeof GAME>['getGame'];

/**
 * A mod on which a version depends or with which it conflicts. A null constraint means any version.
 */
export type Dependency = Version['dependencies'][number];

/**
 * Whether a version has a main file, or may soon have one. Every state except `draft` and `failed`
 * implies a file, perhaps one in checks. In these two states, an unfinished upload of a main file
 * counts.
 */
export function hasOrAwaitsMain(
  { status }: Pick<Version, 'status'>,
  sessions: readonly Pick<Session, 'lifecycleStatus' | 'fileKind'>[],
): boolean {
  const ofMain = sessions.filter(({ fileKind }) => fileKind === 'main');
  return !['draft', 'failed'].includes(status) || ofMain.some(isUnfinished);
}

/**
 * Whether a transfer of this page brings a main file. A stopped one does not: its user chooses
 * another file, or continues it.
 */
export function sendsMain(running: readonly Pick<Transfer, 'fileKind' | 'phase'>[]): boolean {
  return running.some(({ fileKind, phase }) => fileKind === 'main' && phase !== 'stopped');
}

/** Reads a version. Throws a `Problem`. */
export async function readVersion(
  modId: string,
  id: string,
  signal?: AbortSignal,
): Promise<Version> {
  return (await read(VERSION, { modId, id }, signal)).getModVersion;
}

/**
 * Reads a page of the versions of a mod, the newest first. Null statuses mean all states except
 * `deleted`. Throws a `Problem`.
 */
export async function readVersions(
  modId: string,
  cursor: string | null,
  signal?: AbortSignal,
  statuses: readonly VersionStatus[] | null = null,
) {
  const variables = { modId, cursor, statuses: statuses && [...statuses] };
  return (await read(VERSIONS, variables, signal)).listModVersions;
}

/** Reads a game. Throws a `Problem`. */
export async function readGame(slug: string, signal?: AbortSignal): Promise<Game> {
  return (await read(GAME, { slug }, signal)).getGame;
}

/** The values of the form of a version. A missing changelog is empty. */
export function valuesOf(version: Version): Values {
  return {
    ...Object.fromEntries(
      [...new Set<string>([...LOCALES, ...Object.keys(version.changelog)])].map((language) => [
        `changelog.${language}`,
        version.changelog[language] ?? '',
      ]),
    ),
    version: version.version,
    releaseChannel: version.releaseChannel,
    gameVersions: joinWords(version.gameVersions),
    loaderPlatforms: joinWords(version.loaderPlatforms),
    dependencies: writeDependencies(version.dependencies),
  };
}

/**
 * Dependencies as the value of one field, one in a line, ordered by the id of the mod. So equal
 * dependencies have equal values, and a change of a kind or a range moves no line.
 */
export function writeDependencies(dependencies: readonly Dependency[]): string {
  return [...dependencies]
    .sort((one, other) => one.modId.localeCompare(other.modId))
    .map(({ kind, modId, versionConstraint, versionId, artifactId, note }) =>
      JSON.stringify({
        kind,
        modId,
        versionConstraint: versionConstraint || null,
        versionId,
        artifactId,
        note: note || null,
      }),
    )
    .join('\n');
}

/** The dependencies in a value of `writeDependencies`. Throws for a line that is not JSON. */
export function readDependencies(value: string | undefined): readonly Dependency[] {
  return (value ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Dependency => JSON.parse(line));
}
