// The bare server to compare the reads with: node:http and pg, nothing else. It returns the same
// bytes from the same database: it finds the rows by the same keys and reads their documents, which
// `bench.documents` has as the service's text. It checks nothing, knows no caller, and reads every
// document that it sends from PostgreSQL, request by request. Every path except that of one mod
// returns the first page of 25, with the same pagination.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 8 });

const PAGE = {
  name: 'page',
  text: `select d.body from mod_publications p
    join mods m on m.id = p.mod_id join bench.documents d on d.id = p.mod_id
    where p.published_at <= now() and (p.closed_at is null or p.closed_at > now())
      and m.state = 'published'
    order by p.published_at desc, p.mod_id desc limit 26`,
};
const ONE = { name: 'one', text: 'select body from bench.documents where id = $1' };
// As long as the service's pagination, which contains a signed cursor.
const PAGINATION = process.env['BENCH_PAGINATION'] ?? '{}';

const server = createServer(async (req, res) => {
  const id = /^\/v1\/mods\/([\w-]+)$/.exec(req.url ?? '')?.[1];
  const { rows } = await pool.query<{ body: string }>(id ? { ...ONE, values: [id] } : PAGE);
  const bodies = rows.slice(0, 25).map((row) => row.body);
  const body = Buffer.from(
    id ? `{"data":${bodies[0]}}` : `{"data":[${bodies.join(',')}],"pagination":${PAGINATION}}`,
  );
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  res.end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`running at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
