import type { Database } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import { EXPORT_SECTIONS, type ExportSection } from './export-sections.js';

/** Before every id of a section. */
const FIRST = '00000000-0000-0000-0000-000000000000';

interface Row {
  readonly id: string;
  /** The row as JSON, from PostgreSQL itself: numbers of any size stay exact. */
  readonly json: string;
}

/**
 * Yields the data of an account as one JSON document, in UTF-8. Only one page of rows is in memory.
 * Each page is a statement of its own, so that a long export holds no transaction open; so the
 * document is no snapshot. Ends with an error if the account does not exist, or after `signal`.
 */
export async function* exportText(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const account = await readAccount(db, userId);
  const head = { format: 'modport-account-1', created_at: clock.now().toISOString() };
  const members = Object.entries(head).map(
    ([name, value]) => `"${name}": ${JSON.stringify(value)}`,
  );
  yield encode(`{\n${members.join(',\n')},\n"account": ${account}`);
  for (const section of EXPORT_SECTIONS) {
    yield encode(`,\n"${section.name}": [`);
    let separator = '\n';
    for await (const page of pagesOf(db, section, userId)) {
      signal.throwIfAborted();
      yield encode(`${separator}${page.map(({ json }) => json).join(',\n')}`);
      separator = ',\n';
    }
    yield encode(']');
  }
  yield encode('\n}\n');
}

async function* pagesOf(
  db: Database,
  { rows }: ExportSection,
  userId: string,
): AsyncGenerator<readonly Row[]> {
  const source = rows(userId);
  let after = FIRST;
  for (;;) {
    const page = await db.$queryRaw<Row[]>(Prisma.sql`
      select s.id, to_jsonb(s)::text as json from (${source}) s
      where s.id > ${after}::uuid order by s.id limit ${LIMITS.exportPageRows}`);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < LIMITS.exportPageRows) return;
    after = last.id;
  }
}

/** The account and its profile as JSON. */
async function readAccount(db: Database, userId: string): Promise<string> {
  const [row] = await db.$queryRaw<{ json: string }[]>`
    select to_jsonb(s)::text as json from (
      select id, username, email, unverified_email, deletion_due_at, locale, role, state, totp_secret is not null as second_factor,
        created_at, updated_at,
        jsonb_build_object('display_name', display_name, 'bio', bio, 'links', profile_links,
          'profile_open', profile_open) as profile
      from users where id = ${userId}::uuid) s`;
  if (!row) throw new Error('the account of an export does not exist');
  return row.json;
}
