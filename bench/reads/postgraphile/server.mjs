// PostGraphile over the documents of the bare server. It has no validators, limits or callers.
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const connectionString = process.env['DATABASE_URL'];
const service = makePgService({ connectionString, schemas: ['bench'], poolConfig: { max: 8 } });
const server = createServer();
await postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [service],
  grafserv: { graphiql: false },
})
  .createServ(grafserv)
  .addTo(server);
server.listen(0, '127.0.0.1', () => {
  console.log(`running at http://127.0.0.1:${server.address().port}`);
});
process.on('SIGTERM', () => process.exit(0));
