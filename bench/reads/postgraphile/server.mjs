// PostGraphile over the documents of the bare server (`bare-server.ts`). It has no validators, no
// rate limits and no authentication.
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';

const pool = { connectionString: process.env['DATABASE_URL'], max: 8 };
const server = createServer(postgraphile(pool, 'bench', { disableQueryLog: true }));
server.listen(0, '127.0.0.1', () => {
  console.log(`running at http://127.0.0.1:${server.address().port}`);
});
process.on('SIGTERM', () => process.exit(0));
