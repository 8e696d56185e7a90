// The search to compare with: node:http, pg, and one prepared statement with `ts_rank` over title
// and summary. It has no corrections, callers, filters or cursors.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 8 });

const FIND = {
  name: 'find',
  text: `select s.document from bench_search s, plainto_tsquery('simple', $1) asked
    where s.words @@ asked order by ts_rank(s.words, asked) desc, s.mod_id desc limit 25`,
};

const server = createServer(async (req, res) => {
  const text = new URL(req.url ?? '', 'http://localhost').searchParams.get('q');
  const { rows } = await pool.query<{ document: string }>({ ...FIND, values: [text] });
  const body = Buffer.from(`{"data":[${rows.map(({ document }) => document).join(',')}]}`);
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  res.end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`running at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
