import pg from 'pg';
import { type Server, startServer } from '../process.js';

interface Answer {
  readonly data: Document | readonly Document[];
  readonly pagination?: { readonly next_cursor: string | null };
}

interface Document {
  readonly id: string;
}

/**
 * Starts the bare server (`bare-server.ts`), which sends the same bytes without the work of the
 * service. Stores the documents of `path` and of all pages after it in the schema `bench`;
 * PostGraphile serves them too. Throws if the two responses to `path` differ in length, apart from
 * the cursor.
 */
export async function startBareServer(
  databaseUrl: string,
  service: Server,
  path: string,
): Promise<Server> {
  const { pagination = {} } = await read(service, path);
  await keepDocuments(databaseUrl, shownBy(service, path));
  const env = { DATABASE_URL: databaseUrl, BENCH_PAGINATION: JSON.stringify(pagination) };
  const bareServer = await startServer('bench/reads/bare-server.js', env);
  const [shown, bare] = await Promise.all(
    [service, bareServer].map(async ({ url }) =>
      withoutCursor(await (await fetch(`${url}${path}`)).text()),
    ),
  );
  if (shown?.length === bare?.length) return bareServer;
  await bareServer.stop();
  throw new Error(
    `the bare server answers ${bare?.length} characters where ${shown?.length} are shown`,
  );
}

/** The cursor contains the state of the database, so its length differs by some characters. */
function withoutCursor(text: string): string {
  return text.replace(/"next_cursor":"[^"]*"/, '');
}

/** The documents of a response, and of all pages after it. */
async function* shownBy(service: Server, path: string): AsyncGenerator<Document> {
  let next: string | null = path;
  while (next !== null) {
    const { data, pagination }: Answer = await read(service, next);
    yield* Array.isArray(data) ? data : [data];
    const cursor = pagination?.next_cursor ?? null;
    next = cursor === null ? null : `${path}&cursor=${encodeURIComponent(cursor)}`;
  }
}

async function read(service: Server, path: string): Promise<Answer> {
  const response = await fetch(`${service.url}${path}`);
  const answer: unknown = await response.json();
  if (!isAnswer(answer)) throw new Error(`GET ${path} answered ${response.status}`);
  return answer;
}

function isAnswer(answer: unknown): answer is Answer {
  return typeof answer === 'object' && answer !== null && 'data' in answer;
}

async function keepDocuments(
  databaseUrl: string,
  documents: AsyncIterable<Document>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // A schema of its own, because PostGraphile shows all tables of one.
    await client.query('drop schema if exists bench cascade; create schema bench');
    await client.query('create table bench.documents (id uuid primary key, body text not null)');
    for await (const document of documents) {
      const values = [document.id, JSON.stringify(document)];
      await client.query('insert into bench.documents values ($1, $2)', values);
    }
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
