import type { Schema } from '@modport/client';
import { z } from 'zod';
import type { Connection } from '../connection.type.js';
import { failure } from '../failure.js';
import { texts } from '../language.js';
import type { LocalFile } from './local-files.js';

/** A file that the publication of a draft would publish. */
const draftFile = z.object({
  fileKind: z.string(),
  label: z.string(),
  originalFilename: z.string().nullable(),
  sha256: z.string().nullable(),
});
type DraftFile = z.infer<typeof draftFile>;

const page = z.object({
  items: z.array(draftFile),
  pagination: z.object({ nextCursor: z.string().nullable() }),
});
const reply = z.object({
  data: z.object({ listArtifacts: page }).nullish(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

/** The files of a draft. GraphQL is needed, because REST shows only their ids. */
const QUERY = `query ($versionId: ID!, $cursor: String) {
  listArtifacts(versionId: $versionId, status: ready, cursor: $cursor, limit: 100) {
    items { fileKind label originalFilename sha256 }
    pagination { nextCursor }
  }
}`;

/**
 * Checks that `files` has every file of a draft that would be published with it. An earlier run or
 * another program may have uploaded one that the manifest does not describe, and no file can be
 * removed from a draft. Throws:
 * - `draft_differs` for a file that `files` lacks
 * - `unexpected` if the service responds with an error of GraphQL
 * - ZodError for a response of another form
 * - the errors of `Transport.send`, such as the reason of an aborted signal
 */
export async function assertDescribed(
  connection: Connection,
  draft: Schema<'ModVersion'>,
  files: readonly LocalFile[],
  signal: AbortSignal,
): Promise<void> {
  const found = await filesToPublish(connection, draft.id, signal);
  const others = found.filter((one) => !files.some((file) => isSame(one, file)));
  if (others.length === 0) return;
  throw failure('draft_differs', { version: draft.version, files: others.map(describe) });
}

/**
 * Whether name, kind, label and digest are equal. The service gives a file without a label its name
 * as the label.
 */
function isSame(found: DraftFile, { filename, kind, label, sha256 }: LocalFile): boolean {
  return (
    found.originalFilename === filename &&
    found.fileKind === kind &&
    found.label === (label ?? filename) &&
    found.sha256 === sha256
  );
}

function describe({ originalFilename, fileKind, label }: DraftFile): string {
  if (originalFilename === null || originalFilename === label) return `${label} (${fileKind})`;
  return `${originalFilename} (${fileKind}, "${label}")`;
}

async function filesToPublish(
  connection: Connection,
  versionId: string,
  signal: AbortSignal,
): Promise<readonly DraftFile[]> {
  const files: DraftFile[] = [];
  let cursor: string | null = null;
  do {
    const { items, pagination } = await readPage(connection, { versionId, cursor }, signal);
    files.push(...items);
    cursor = pagination.nextCursor;
  } while (cursor !== null);
  return files;
}

/**
 * Reads one page of the files of a draft. Uses GET, because the client repeats a GET after a failed
 * connection. Throws the errors of `assertDescribed`, except `draft_differs`.
 */
async function readPage(
  { client, server }: Connection,
  variables: object,
  signal: AbortSignal,
): Promise<z.infer<typeof page>> {
  const url = new URL('/graphql', server);
  url.searchParams.set('query', QUERY);
  url.searchParams.set('variables', JSON.stringify(variables));
  const request = new Request(url, { headers: { 'Content-Type': 'application/json' } });
  const response = await client.transport.send(request, { signal });
  const { data, errors } = reply.parse(await response.json());
  if (data) return data.listArtifacts;
  throw failure('unexpected', { reason: errors?.[0]?.message ?? NO_FILES });
}

const NO_FILES = texts({
  en: 'the service did not list the files of the draft',
  de: 'der Dienst hat die Dateien des Entwurfs nicht aufgeführt',
  ru: 'сервис не перечислил файлы черновика',
});
